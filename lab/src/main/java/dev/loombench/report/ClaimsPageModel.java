package dev.loombench.report;

import java.util.List;

/// All that a page about the claims of articles says: text and places, formatted already. Nothing
/// in it is escaped; the template does that.
///
/// @param name of what it is about, as in `choubey-2023`
/// @param about who published it, and the article's machine; empty on the page of them all
/// @param headline how many claims came to what
/// @param tone of the headline: `decided` or `invalid`
/// @param scope what the result holds for; empty when nothing was run
public record ClaimsPageModel(
        String name,
        String title,
        String about,
        String started,
        String headline,
        String tone,
        String scope,
        List<Part> parts) {
    /// What each column holds.
    public static final List<String> HEADS =
            List.of("claim", "the article", "here", "standing", "experiment");

    /// An article on the page of them all, an experiment on that of an article.
    ///
    /// @param href of what says more, relative to the reproduction's folder; empty when nothing
    ///   does
    /// @param asides a sentence each: what was scaled, what was lacking, what is doubtful
    public record Part(String heading, String href, List<String> asides, List<Row> rows) {}

    /// A claim.
    ///
    /// @param article its figure there
    /// @param here ours with its interval, or why there is none
    /// @param kind of standing, as in `depends`, and `standing` the same in words
    /// @param experiment its name; empty when none puts the claim
    /// @param href of its run's page; empty when there is none
    public record Row(
            String claim,
            String article,
            String here,
            String kind,
            String standing,
            String experiment,
            String href) {}
}
