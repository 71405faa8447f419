package dev.loombench.report.html;

import java.util.List;

/// The parts that all pages share: style, scripts, and the policy that forbids requests.
///
/// @param policy the page's Content-Security-Policy: these scripts by their hash, inline styles,
///   nothing else
/// @param live whether the page follows a run in progress and can stop it
public record HtmlShell(String policy, String style, List<String> scripts, boolean live) {
    private static final String STYLE =
            InlineAssets.resource("uplot/uPlot.min.css") + "\n" + InlineAssets.resource("page.css");
    private static final List<String> SCRIPTS =
            List.of(
                    InlineAssets.resource("locale.js"),
                    InlineAssets.resource("uplot/uPlot.iife.min.js"),
                    InlineAssets.resource("page.js"));

    static final HtmlShell SAVED = new HtmlShell(policy("'none'"), STYLE, SCRIPTS, false);
    static final HtmlShell LIVE = new HtmlShell(policy("'self'"), STYLE, SCRIPTS, true);

    private static String policy(String connect) {
        var scripts = SCRIPTS.stream().map(InlineAssets::hash).toList();
        return "default-src 'none'; style-src 'unsafe-inline'; script-src %s; connect-src %s; base-uri 'none'; form-action 'none'"
                .formatted(String.join(" ", scripts), connect);
    }
}
