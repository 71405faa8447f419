package dev.loombench.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleProfile;
import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The ids, classes and attributes by which the script and the browser test find parts of a page.
class PageHooksTest {
    private static final List<String> OF_SCRIPT =
            List.of(
                    "#code-data",
                    "#data",
                    "#each-trial",
                    "#flame-graph",
                    "#flame-legend",
                    "#flame-search",
                    "#flame-status",
                    "#flame-whole",
                    "#headline",
                    "#live-announcement",
                    "#live-status",
                    "#live-trial",
                    "#round",
                    "#stop",
                    "#theme",
                    "#warm-up",
                    ".files a",
                    ".flame",
                    ".legend",
                    ".menu",
                    ".panels",
                    ".pulse",
                    "[data-chart=percentiles]",
                    "canvas[data-map]",
                    "main",
                    "main section h2[id]",
                    "output");

    private static final Pattern BY_ID =
            Pattern.compile("getElementById\\('([\\w-]+)'\\)|\\bid [!=]== '(\\w+)'");
    private static final Pattern BY_SELECTOR =
            Pattern.compile("querySelector(?:All)?\\('([^']+)'\\)");

    @TempDir private Path folder;

    @Test
    void the_script_uses_these_hooks() {
        var script = InlineAssets.resource("page.js");
        var hooks = new TreeSet<String>();
        BY_ID.matcher(script)
                .results()
                .forEach(m -> hooks.add("#" + (m.group(1) == null ? m.group(2) : m.group(1))));
        BY_SELECTOR.matcher(script).results().forEach(m -> hooks.add(m.group(1)));
        assertThat(hooks).containsExactlyElementsOf(OF_SCRIPT);
    }

    @Test
    void a_live_page_has_the_hooks_of_its_script() throws IOException {
        Files.writeString(folder.resolve("run.json"), "{}");
        var analysis = Analysis.of(SampleRun.manifest(), SampleRun.trials());
        assertThat(HtmlReport.live(analysis, SampleRun.trials(), folder))
                .contains("id=\"live-announcement\"", "id=\"live-status\"", "id=\"stop\"")
                .contains("id=\"live-trial\"")
                .contains("id=\"data\"", "id=\"headline\"", "id=\"round\"", "id=\"theme\"")
                .contains("class=\"facts files\"", "class=\"legend\"", "class=\"panels\"")
                .contains("class=\"pulse\"", "data-chart=\"percentiles\"", "<main>")
                .contains(
                        "id=\"each-trial\"",
                        "id=\"warm-up\"",
                        "<nav class=\"menu\"",
                        "<h2 id=\"h-figures\">")
                .contains("<canvas data-map=\"1\"", "<output>")
                .contains("data-live=\"true\"", "data-copy=\"table-figures-0\"")
                .contains("<table id=\"table-figures-0\">");
    }

    @Test
    void a_page_with_a_profile_has_the_hooks_of_its_flame_graph() {
        var trials = SampleProfile.trials();
        var analysis = Analysis.of(SampleRun.manifest(), trials);
        assertThat(HtmlReport.of(analysis, trials, folder))
                .contains("id=\"code-data\"", "id=\"flame-graph\"", "id=\"flame-legend\"")
                .contains("id=\"flame-search\"", "id=\"flame-status\"", "id=\"flame-whole\"")
                .contains("<div class=\"flame\" role=\"tree\"")
                .contains("com.shop.Cart.total");
        var without = Analysis.of(SampleRun.manifest(), SampleRun.trials());
        assertThat(HtmlReport.of(without, SampleRun.trials(), folder))
                .doesNotContain("id=\"code-data\"");
    }

    /// Sections from an outline stand among those of the page's own template.
    @Test
    void ids_are_unique_and_every_reference_has_its_target() {
        var trials = SampleProfile.trials();
        var page = HtmlReport.of(Analysis.of(SampleRun.manifest(), trials), trials, folder);
        var main = page.substring(page.indexOf("<main>"), page.indexOf("</main>"));
        var ids = values("id", main);
        assertThat(ids).doesNotHaveDuplicates().contains("h-code", "h-facts");
        assertThat(ids).containsAll(values("aria-labelledby", main));
        assertThat(ids).containsAll(values("data-copy", main));
    }

    private static List<String> values(String attribute, String html) {
        return Pattern.compile(" %s=\"([^\"]+)\"".formatted(attribute))
                .matcher(html)
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    @Test
    void every_section_that_needs_scripts_says_so_without_them() {
        var trials = SampleProfile.trials();
        var page = HtmlReport.of(Analysis.of(SampleRun.manifest(), trials), trials, folder);
        for (var id : List.of("percentiles", "timelines", "heat", "h-code")) {
            int from = page.indexOf(" id=\"%s\">".formatted(id));
            assertThat(from).as(id).isPositive();
            assertThat(page.substring(from, page.indexOf("</section>", from)))
                    .as(id)
                    .contains("<noscript>");
        }
    }

    @Test
    void a_saved_page_has_the_hooks_of_the_browser_test() {
        var analysis = Analysis.of(SampleRun.manifest(), SampleRun.trials());
        assertThat(HtmlReport.of(analysis, SampleRun.trials(), folder))
                .contains("data-live=\"false\"", "<svg class=\"dots v0\"", "id=\"theme\"");
    }
}
