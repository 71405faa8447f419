package dev.loombench.report.claims;

import dev.loombench.report.html.HtmlReport;
import java.util.List;

/// The content of a page about the claims of articles, formatted. Nothing in it is escaped; the
/// template does that.
///
/// @param name of the subject, as in `choubey-2023`
/// @param about publisher and machine of the article; empty on the page of all articles
/// @param headline the number of claims by status
/// @param status of the headline: `decided`, `undecided` or `invalid`
/// @param scope what the result holds for; empty when nothing was run
public record ClaimsPageModel(
        String name,
        String title,
        String about,
        String started,
        String headline,
        String status,
        String scope,
        List<Section> sections) {
    /// The names of the columns.
    public static final List<String> COLUMNS =
            List.of("claim", "the article", "here", "status", "experiment");

    private static final String TEMPLATE = "claims.jte";

    /// An article on the page of all articles, an experiment on the page of an article.
    ///
    /// @param href of the page with details, relative to the reproduction's folder; empty without
    ///   one
    /// @param notes a sentence each: adjustments, unavailable variants, findings that make a result
    ///   invalid
    public record Section(String heading, String href, List<String> notes, List<Row> rows) {}

    /// A claim.
    ///
    /// @param article the article's figure
    /// @param here the measured figure with its interval, or why there is none
    /// @param status as in `depends`, and `label` the same in words
    /// @param experiment its name; empty when no experiment tests the claim
    /// @param href of its run's page; empty without one
    public record Row(
            String claim,
            String article,
            String here,
            String status,
            String label,
            String experiment,
            String href) {}

    /// The page as one HTML file, like that of a run.
    public String html() {
        return HtmlReport.saved(TEMPLATE, this);
    }
}
