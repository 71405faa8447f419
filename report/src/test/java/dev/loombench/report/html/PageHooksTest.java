package dev.loombench.report.html;

import static org.assertj.core.api.Assertions.assertThat;

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
                    "#data",
                    "#each-trial",
                    "#headline",
                    "#live-announcement",
                    "#live-status",
                    "#live-trial",
                    "#round",
                    "#stop",
                    "#theme",
                    "#warm-up",
                    ".files a",
                    ".legend",
                    ".menu",
                    ".panels",
                    ".pulse",
                    "[data-chart=percentiles]",
                    "canvas[data-map]",
                    "main",
                    "main section :is(h1, h2)[id]",
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
                .contains("data-live=\"true\"", "data-copy=\"figures\"", "<table id=\"figures\">");
    }

    @Test
    void a_saved_page_has_the_hooks_of_the_browser_test() {
        var analysis = Analysis.of(SampleRun.manifest(), SampleRun.trials());
        assertThat(HtmlReport.of(analysis, SampleRun.trials(), folder))
                .contains("data-live=\"false\"", "<svg class=\"dots v0\"", "id=\"theme\"");
    }
}
