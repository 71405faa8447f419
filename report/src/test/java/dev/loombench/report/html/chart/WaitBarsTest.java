package dev.loombench.report.html.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.StackGroup;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import dev.loombench.report.html.HtmlReport;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The bars of a run in which requests wait in several calls: 400 users, eight calls of the pool
/// and one of virtual threads.
class WaitBarsTest {
    private static final int CALLS = 8;

    private static StackGroup waiting(int call, int count) {
        return new StackGroup(
                ThreadKind.PLATFORM,
                "TIMED_WAITING",
                count,
                List.of(
                        "java.lang.Thread.sleepNanos0(Native Method)",
                        "shop.<Call>%d.wait(Call.java:1)".formatted(call)));
    }

    private static List<TrialResult> trials() {
        var trials = new ArrayList<TrialResult>();
        for (var result : SampleRun.trials()) {
            var groups = new ArrayList<StackGroup>();
            if (result.trial().variant().equals(SampleRun.POOL)) {
                for (int call = 0; call < CALLS; call++) {
                    groups.add(waiting(call, 80 - 10 * call));
                }
            } else {
                groups.add(waiting(0, 100));
            }
            trials.add(with(result, new ThreadDump("attach", 1, 400, 0, 0, groups)));
        }
        return trials;
    }

    private static TrialResult with(TrialResult result, ThreadDump dump) {
        var trial = (Completed) result.outcome();
        var observations = new ArrayList<Observation>(trial.observations());
        observations.add(dump);
        return SampleRun.result(
                result.trial(),
                SampleRun.completed(trial.warmUp(), trial.load(), trial.unloaded(), observations));
    }

    private static List<WaitBar> bars() {
        var analysis = Analysis.of(SampleRun.manifest(), trials());
        var bars = WaitBars.of(analysis);
        return analysis.variants().stream()
                .flatMap(v -> v.bottleneck().reason().stream())
                .flatMap(r -> bars.of(r).stream())
                .toList();
    }

    @Test
    void a_call_has_the_same_colour_in_all_variants_and_small_ones_share_one() {
        var pool = bars().getFirst();
        // 80 + 70 + ... + 10 = 360 of 400 users; the last two of eight calls are 20 + 10
        assertThat(pool.segments())
                .extracting(WaitBar.Segment::count)
                .containsExactly("80", "70", "60", "50", "40", "30", "30");
        assertThat(pool.segments().getFirst().kind()).isEqualTo("call0");
        assertThat(pool.segments().getLast().kind()).isEqualTo("others");
        assertThat(pool.segments().get(1).x()).isEqualTo("20.00%");
        assertThat(pool.segments().get(1).width()).isEqualTo("17.50%");
        var virtual = bars().getLast();
        assertThat(virtual.requests()).isEqualTo("100.00%");
        assertThat(virtual.segments()).hasSize(1);
        assertThat(virtual.segments().getFirst().kind()).isEqualTo("call0");
        assertThat(virtual.segments().getFirst().width()).isEqualTo("25.00%");
    }

    @Test
    void the_page_escapes_the_calls() {
        var trials = trials();
        var page =
                HtmlReport.of(
                        Analysis.of(SampleRun.manifest(), trials), trials, Path.of("no-such"));
        assertThat(page.replace("<wbr>", "")) // where a long name may break
                .contains("<b>80</b> shop.&lt;Call&gt;0.wait", "<b>30</b> in other calls")
                .doesNotContain("<Call>");
    }
}
