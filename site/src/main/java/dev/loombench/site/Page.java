package dev.loombench.site;

import java.util.List;

/// A page of the documentation.
///
/// @param source path of its Markdown in the project, as in `docs/load/tls.md`
/// @param title text of its first heading
/// @param summary the first sentence after it that is no label
/// @param body as HTML, in which links lead to pages of the site
/// @param sections from heading to heading, for the search
/// @param links targets of relative links as paths in the project, without anchors
public record Page(
        String source,
        String title,
        String summary,
        String body,
        List<Section> sections,
        List<String> links) {
    /// The first page of the project, and of the site.
    static final String FIRST = "README.md";

    private static final String MARKDOWN = ".md";

    /// A part of a page.
    ///
    /// @param anchor empty for the beginning of the page
    public record Section(String anchor, String heading, String text) {}

    public Page {
        sections = List.copyOf(sections);
        links = List.copyOf(links);
    }

    static boolean isPage(String path) {
        return path.endsWith(MARKDOWN);
    }

    /// Path of the HTML in the site.
    public String path() {
        return pathOf(source);
    }

    static String pathOf(String source) {
        return source.equals(FIRST)
                ? "index.html"
                : source.substring(0, source.length() - MARKDOWN.length()) + ".html";
    }

    /// `../` for each folder that the page is in.
    public String toRoot() {
        return "../".repeat((int) source.chars().filter(c -> c == '/').count());
    }
}
