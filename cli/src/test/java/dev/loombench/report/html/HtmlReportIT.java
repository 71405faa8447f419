package dev.loombench.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.loombench.Chromium;
import dev.loombench.SampleBatch;
import dev.loombench.SampleReproduction;
import dev.loombench.SampleRun;
import dev.loombench.SampleSweep;
import dev.loombench.analysis.Analysis;
import dev.loombench.experiment.Claim.Relation;
import dev.loombench.report.claims.ClaimsOutline;
import dev.loombench.report.comparison.RunComparison;
import dev.loombench.report.outline.ComparisonOutline;
import dev.loombench.report.outline.SweepOutline;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome.Failed;
import dev.loombench.result.TrialResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Pages in a browser. Needs Chromium; without it the tests are skipped with a message.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HtmlReportIT {
    private static final String EVIL =
            "</script></pre><img src=x onerror=\"window.broken=1\"><script>window.broken=1</script><!--";

    /// Whether any pixel of a canvas differs from its first.
    private static final String DRAWN =
            """
            [...document.querySelectorAll('canvas')].map(c => {
              const d = new Uint32Array(c.getContext('2d').getImageData(0, 0, c.width, c.height).data.buffer);
              return d.some(p => p !== d[0]);
            })\
            """;

    /// Pairs of visible labels that overlap.
    private static final String OVERLAPS =
            """
            (() => {
              const labels = [...document.querySelectorAll('svg text, .ends li, main figcaption')]
                  .filter(e => e.textContent).map(e => [e.textContent, e.getBoundingClientRect()]);
              const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
              return labels.flatMap(([text, a], i) => labels.slice(i + 1).filter(([, b]) => over(a, b)).map(([other]) => text + ' / ' + other));
            })()\
            """;

    /// The lowest contrast of any text with its background, and the text: WCAG's ratio, 1..21.
    private static final String LEAST_CONTRAST =
            """
            (() => {
              const parts = c => c.match(/[0-9.]+/g).map(Number);
              const light = ([r, g, b]) => [r, g, b].map(v => v / 255)
                  .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
                  .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
              const ground = e => {
                const c = parts(getComputedStyle(e).backgroundColor);
                return c[3] === 0 && e.parentElement ? ground(e.parentElement) : c;
              };
              const contrast = e => {
                const [a, b] = [light(parts(getComputedStyle(e).color)), light(ground(e))];
                return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
              };
              return [...document.querySelectorAll('main h1, main h2, main p, main th, main td, main a, main b')]
                  .filter(e => e.innerText)
                  .map(e => [contrast(e), e.innerText])
                  .reduce((a, b) => a[0] < b[0] ? a : b);
            })()\
            """;

    @TempDir private static Path folder;
    private static Chromium chromium;
    private static String report = "";
    private Path page;

    @BeforeAll
    static void start() throws Exception {
        var program = Chromium.installed();
        if (program.isEmpty()) {
            System.err.println("HtmlReportIT: no Chromium on PATH, so no page was opened");
        }
        assumeTrue(program.isPresent(), "Chromium is on PATH");
        chromium = Chromium.start(program.orElseThrow(), folder);
        var trials = new ArrayList<TrialResult>(SampleRun.trials());
        trials.add(
                SampleRun.result(
                        new Trial(7, SampleRun.POOL, 3),
                        new Failed("launch", "it said " + EVIL, List.of("Server: " + EVIL))));
        report = HtmlReport.of(Analysis.of(SampleRun.manifest(), trials), trials, folder);
    }

    @AfterAll
    static void stop() {
        if (chromium != null) {
            chromium.close();
        }
    }

    @BeforeEach
    void open() throws Exception {
        page = Files.writeString(folder.resolve("report.html"), report);
        chromium.scheme("light");
        chromium.width(1200);
        chromium.open(page.toUri());
    }

    @Test
    void a_page_opens_without_errors_or_requests() {
        assertThat(chromium.complaints()).isEmpty();
        assertThat(chromium.requests()).containsExactly(page.toUri().toString());
    }

    @Test
    void every_chart_is_drawn() throws Exception {
        var drawn = chromium.eval(DRAWN);
        assertThat(drawn.size())
                .as("percentiles, the figures that were observed, and two heat maps")
                .isEqualTo(8);
        drawn.forEach(d -> assertThat(d.asBoolean()).isTrue());
        assertThat(chromium.eval("document.querySelectorAll('svg.dots circle').length").asInt())
                .as("one dot per trial")
                .isEqualTo(6);
        assertThat(
                        chromium.eval(
                                        "[...document.querySelectorAll('figure:has(.uplot)')].filter(f => f.querySelector('.uplot').getBoundingClientRect().right > f.getBoundingClientRect().right + 1).length")
                                .asInt())
                .as("charts that overlap their neighbours")
                .isZero();
    }

    @Test
    void the_cursors_of_all_timelines_are_linked() throws Exception {
        chromium.eval("document.querySelector('.panels .plot').scrollIntoView({block: 'center'})");
        var at =
                chromium.eval(
                        "(r => [r.x + r.width / 2, r.y + r.height / 2])(document.querySelector('.panels .u-over').getBoundingClientRect())");
        chromium.call(
                "Input.dispatchMouseEvent",
                Map.of("type", "mouseMoved", "x", at.get(0).asDouble(), "y", at.get(1).asDouble()));
        chromium.await(
                "all cursors are at one time",
                () -> {
                    var times =
                            chromium.eval(
                                    "[...new Set([...document.querySelectorAll('.panels .u-cursor-x')].map(c => c.style.transform))]");
                    return times.size() == 1 && !times.get(0).asString().contains("-10px");
                });
    }

    @Test
    void arrow_keys_move_the_cursor_too() throws Exception {
        chromium.eval(
                "(p => { p.focus(); for (let i = 0; i < 3; i++) p.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight'})); })(document.querySelector('.panels .plot'))");
        chromium.await(
                "the legend shows a value",
                () ->
                        chromium.eval("document.querySelector('.panels .u-legend').innerText")
                                .asString()
                                .matches("(?s).*\\d.*"));
    }

    @Test
    void the_arrow_keys_read_the_cells_of_a_heat_map() throws Exception {
        chromium.eval(
                "(c => { for (const key of ['ArrowRight', 'ArrowUp']) c.dispatchEvent(new KeyboardEvent('keydown', {key})); })(document.querySelector('canvas[data-map]'))");
        assertThat(
                        chromium.eval("document.querySelector('.heat-map output').textContent")
                                .asString())
                .startsWith("0 s, ")
                .contains(" ms: ");
    }

    @Test
    void all_blocks_are_drawn_within_the_window_and_the_warm_up_on_request() throws Exception {
        var picture = "document.querySelector('.panels canvas').toDataURL()";
        var series =
                "document.querySelectorAll('.panels .uplot')[0].querySelectorAll('.u-series').length";
        var window = chromium.eval(picture).asString();
        assertThat(chromium.eval(series).asInt()).as("the time, and six trials").isEqualTo(7);
        chromium.eval("document.getElementById('warm-up').click()");
        assertThat(chromium.eval(picture).asString()).isNotEqualTo(window);
        chromium.eval("document.getElementById('warm-up').click()");
        assertThat(chromium.eval(picture).asString()).isEqualTo(window);
        chromium.eval(
                "(s => { s.value = '2'; s.dispatchEvent(new Event('change', {bubbles: true})); })(document.getElementById('round'))");
        assertThat(chromium.eval(series).asInt()).as("the time, and two trials").isEqualTo(3);
    }

    @Test
    void the_menu_stays_at_the_top_and_names_the_section_in_view() throws Exception {
        chromium.width(1280);
        var hidden = "(m => m.scrollWidth - m.clientWidth)(document.querySelector('.menu'))";
        assertThat(chromium.eval(hidden).asInt()).as("links that are cut").isZero();
        chromium.width(400);
        chromium.eval("document.querySelector('.menu a[href=\"#h-bounds\"]').click()");
        chromium.await(
                "the section is marked",
                () ->
                        chromium.eval(
                                        "document.querySelector('.menu [aria-current=true]').textContent")
                                .asString()
                                .equals("Bounds of throughput"));
        assertThat(
                        chromium.eval("document.querySelector('.menu').getBoundingClientRect().top")
                                .asDouble())
                .isZero();
        assertThat(
                        chromium.eval(
                                        "document.getElementById('h-bounds').getBoundingClientRect().top - document.querySelector('.menu').getBoundingClientRect().bottom")
                                .asDouble())
                .as("the heading is below the menu")
                .isPositive();
    }

    /// The first is that of the percentile itself.
    @Test
    void the_legend_tells_response_time_from_service_time() throws Exception {
        assertThat(
                        chromium.eval(
                                        "new Set([...document.querySelectorAll('[data-chart] .u-marker')].slice(1, 3).map(m => m.style.background)).size")
                                .asInt())
                .isEqualTo(2);
    }

    @Test
    void the_first_column_stays_when_a_table_scrolls_sideways() throws Exception {
        chromium.width(400);
        var left =
                "(t => { t.scrollLeft = 300; return t.querySelector('tbody th').getBoundingClientRect().left - t.getBoundingClientRect().left; })(document.querySelector('.scroll'))";
        assertThat(chromium.eval(left).asDouble()).isZero();
        assertThat(chromium.eval("document.querySelector('.scroll').scrollLeft").asInt())
                .isPositive();
    }

    @Test
    void the_band_of_the_margin_is_visible_in_both_themes() throws Exception {
        var difference =
                """
                (() => {
                  const parts = c => c.match(/[0-9.]+/g).map(Number);
                  const band = parts(getComputedStyle(document.querySelector('svg .band')).fill);
                  const ground = parts(getComputedStyle(document.getElementById('answer')).backgroundColor);
                  return [0, 1, 2].reduce((sum, i) => sum + Math.abs(band[i] - ground[i]), 0);
                })()\
                """;
        for (var scheme : List.of("light", "dark")) {
            chromium.scheme(scheme);
            assertThat(chromium.eval(difference).asInt())
                    .as("%s: sum over red, green and blue", scheme)
                    .isGreaterThan(60);
        }
    }

    @Test
    void the_theme_follows_the_system_and_the_button() throws Exception {
        var ground = "getComputedStyle(document.body).backgroundColor";
        var light = chromium.eval(ground).asString();
        chromium.scheme("dark");
        var dark = chromium.eval(ground).asString();
        assertThat(dark).isNotEqualTo(light);
        chromium.eval("document.getElementById('theme').click()");
        assertThat(chromium.eval(ground).asString()).isEqualTo(light);
        chromium.eval("document.getElementById('theme').click()");
        assertThat(chromium.eval(ground).asString()).isEqualTo(dark);
        chromium.eval(DRAWN).forEach(d -> assertThat(d.asBoolean()).isTrue());
    }

    @Test
    void a_phone_of_400_pixels_never_scrolls_sideways() throws Exception {
        chromium.width(400);
        chromium.await(
                "charts fit",
                () ->
                        chromium.eval("document.documentElement.scrollWidth").asInt() <= 400
                                && chromium.eval(
                                                        "Math.max(...[...document.querySelectorAll('.uplot')].map(c => c.getBoundingClientRect().right))")
                                                .asDouble()
                                        <= 400);
    }

    static Stream<Arguments> pages() {
        var claims =
                List.of(
                        SampleReproduction.claim("v above 1.5x p", new Relation.Above(), 1.5),
                        SampleReproduction.claim("v below 0.5x p", new Relation.Below(), 0.5));
        var nowhere = folder.resolve("no-such-folder");
        var claimed = SampleRun.manifest(SampleRun.experiment(claims));
        var run = Analysis.of(claimed, SampleRun.trials());
        var batch = Analysis.of(SampleBatch.manifest(), SampleBatch.trials());
        var reproduction =
                SampleReproduction.of(
                        SampleReproduction.attempt(claims),
                        SampleReproduction.level(),
                        SampleReproduction.lacking(claims, "no " + "cargo".repeat(30) + EVIL));
        return Stream.of(
                arguments("claims", HtmlReport.of(run, SampleRun.trials(), nowhere)),
                arguments("batch", HtmlReport.of(batch, SampleBatch.trials(), nowhere)),
                arguments(
                        "comparison",
                        HtmlReport.of(
                                ComparisonOutline.of(
                                        RunComparison.of("one", run, "other", batch)))),
                arguments(
                        "sweep",
                        HtmlReport.of(
                                SweepOutline.of(
                                        SampleSweep.of(1_000, 4_000, 4_000),
                                        "compare-sweep",
                                        List.of("a.html", "b.html", "c.html")))),
                arguments("summary", HtmlReport.of(ClaimsOutline.summary(reproduction))),
                arguments(
                        SampleReproduction.ARTICLE.name(),
                        HtmlReport.of(
                                ClaimsOutline.article(SampleReproduction.ARTICLE, reproduction))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pages")
    void every_page_makes_no_requests_is_readable_in_both_themes_and_fits_a_phone(
            String name, String html) throws Exception {
        page = Files.writeString(folder.resolve(name + ".html"), html);
        chromium.open(page.toUri());
        for (var scheme : List.of("light", "dark")) {
            chromium.scheme(scheme);
            var least = chromium.eval(LEAST_CONTRAST);
            assertThat(least.get(0).asDouble())
                    .as("%s: %s", scheme, least.get(1))
                    .isGreaterThanOrEqualTo(4.5);
        }
        assertThat(chromium.eval(OVERLAPS)).as("labels that overlap at 1200 px").isEmpty();
        chromium.width(400);
        chromium.await(
                "nothing to scroll sideways",
                () -> chromium.eval("document.documentElement.scrollWidth").asInt() <= 400);
        assertThat(chromium.eval(OVERLAPS)).as("labels that overlap at 400 px").isEmpty();
        assertThat(chromium.eval("String(window.broken)").asString()).isEqualTo("undefined");
        assertThat(chromium.complaints()).isEmpty();
        assertThat(chromium.requests()).containsExactly(page.toUri().toString());
    }

    @Test
    void the_summary_of_a_reproduction_links_to_its_articles_and_they_link_to_the_runs()
            throws Exception {
        var claim = SampleReproduction.claim("v above 1.5x p", new Relation.Above(), 1.5);
        var all = SampleReproduction.of(SampleReproduction.attempt(List.of(claim)));
        var there = Files.createDirectories(folder.resolve("reproduction"));
        var summary = there.resolve("summary.html");
        Files.writeString(summary, HtmlReport.of(ClaimsOutline.summary(all)));
        var article = there.resolve(ClaimsOutline.fileOf(SampleReproduction.ARTICLE, ".html"));
        Files.writeString(
                article, HtmlReport.of(ClaimsOutline.article(SampleReproduction.ARTICLE, all)));
        chromium.open(summary.toUri());
        assertThat(chromium.eval("document.querySelector('h2 a').href").asString())
                .isEqualTo(article.toUri().toString());
        chromium.open(article.toUri());
        assertThat(chromium.eval("document.querySelector('td a').href").asString())
                .isEqualTo(there.resolve("an-article/sample/now/report.html").toUri().toString());
    }

    @Test
    void a_script_in_the_output_of_a_server_stays_text() throws Exception {
        assertThat(chromium.eval("String(window.broken)").asString()).isEqualTo("undefined");
        assertThat(chromium.eval("document.querySelectorAll('img').length").asInt()).isZero();
        assertThat(chromium.eval("document.querySelector('pre').textContent").asString())
                .isEqualTo("Server: " + EVIL);
    }

    @Test
    void an_injected_script_does_not_run() throws Exception {
        chromium.eval(
                "(s => { s.textContent = 'window.broken = 1'; document.body.append(s); })(document.createElement('script'))");
        assertThat(chromium.eval("String(window.broken)").asString()).isEqualTo("undefined");
    }

    @Test
    void every_control_has_a_name() throws Exception {
        assertThat(
                        chromium.eval(
                                "[...document.querySelectorAll('button, select, [role=img], [tabindex=\"0\"]')].filter(e => !(e.getAttribute('aria-label') || e.getAttribute('aria-labelledby') || e.innerText || e.closest('label'))).map(e => e.outerHTML)"))
                .isEmpty();
    }
}
