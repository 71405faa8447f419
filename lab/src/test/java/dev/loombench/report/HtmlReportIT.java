package dev.loombench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome.Failed;
import dev.loombench.result.TrialResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// The page as a browser shows it. Needs Chromium, and says so where there is none.
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

    @TempDir private static Path folder;
    private static Chromium chromium;
    private Path page;

    @BeforeAll
    static void start() throws Exception {
        var program = Chromium.installed();
        if (program.isEmpty()) {
            System.err.println("HtmlReportIT: no Chromium on PATH, so no page was opened");
        }
        assumeTrue(program.isPresent(), "Chromium is on PATH");
        chromium = Chromium.start(program.orElseThrow(), folder);
    }

    @AfterAll
    static void stop() {
        if (chromium != null) {
            chromium.close();
        }
    }

    @BeforeEach
    void open() throws Exception {
        var trials = new ArrayList<TrialResult>(SampleRun.trials());
        trials.add(
                SampleRun.result(
                        new Trial(7, SampleRun.POOL, 3),
                        new Failed("launch", "it said " + EVIL, List.of("Server: " + EVIL))));
        var analysis = Analysis.of(SampleRun.manifest(), trials);
        page = folder.resolve("report.html");
        Files.writeString(page, HtmlReport.of(analysis, trials, folder));
        chromium.scheme("light");
        chromium.width(1200);
        chromium.open(page.toUri());
    }

    @Test
    void it_opens_without_a_complaint_or_a_request_to_anywhere() {
        assertThat(chromium.complaints()).isEmpty();
        assertThat(chromium.requests()).containsExactly(page.toUri().toString());
    }

    @Test
    void every_chart_is_drawn() throws Exception {
        var drawn = chromium.eval(DRAWN);
        assertThat(drawn.size()).as("percentiles, and the figures that were observed").isEqualTo(6);
        drawn.forEach(d -> assertThat(d.asBoolean()).isTrue());
        assertThat(chromium.eval("document.querySelectorAll('svg.strip circle').length").asInt())
                .as("a dot a trial")
                .isEqualTo(6);
        assertThat(
                        chromium.eval(
                                        "[...document.querySelectorAll('figure')].filter(f => f.querySelector('.uplot').getBoundingClientRect().right > f.getBoundingClientRect().right + 1).length")
                                .asInt())
                .as("charts that reach into their neighbours")
                .isZero();
    }

    @Test
    void the_cursor_of_one_timeline_moves_those_of_the_others() throws Exception {
        chromium.eval("document.querySelector('.panels .plot').scrollIntoView({block: 'center'})");
        var at =
                chromium.eval(
                        "(r => [r.x + r.width / 2, r.y + r.height / 2])(document.querySelector('.panels .u-over').getBoundingClientRect())");
        chromium.call(
                "Input.dispatchMouseEvent",
                Map.of("type", "mouseMoved", "x", at.get(0).asDouble(), "y", at.get(1).asDouble()));
        chromium.await(
                "all cursors stand at one time",
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
    void it_is_dark_where_the_user_wants_it_and_the_button_turns_it() throws Exception {
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

    @Test
    void a_script_in_what_a_server_said_stays_text() throws Exception {
        assertThat(chromium.eval("String(window.broken)").asString()).isEqualTo("undefined");
        assertThat(chromium.eval("document.querySelectorAll('img').length").asInt()).isZero();
        assertThat(chromium.eval("document.querySelector('pre').textContent").asString())
                .isEqualTo("Server: " + EVIL);
    }

    @Test
    void a_script_that_got_in_all_the_same_would_not_run() throws Exception {
        chromium.eval(
                "(s => { s.textContent = 'window.broken = 1'; document.body.append(s); })(document.createElement('script'))");
        assertThat(chromium.eval("String(window.broken)").asString()).isEqualTo("undefined");
    }

    @Test
    void everything_that_can_be_pressed_has_a_name() throws Exception {
        assertThat(
                        chromium.eval(
                                "[...document.querySelectorAll('button, select, [role=img], [tabindex=\"0\"]')].filter(e => !(e.getAttribute('aria-label') || e.getAttribute('aria-labelledby') || e.innerText || e.closest('label'))).map(e => e.outerHTML)"))
                .isEmpty();
    }
}
