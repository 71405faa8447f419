package dev.loombench.analysis.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.sweep.Sweep.Crossover;
import dev.loombench.analysis.sweep.Sweep.Level;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.report.text.SweepReport;
import dev.loombench.result.TrialOutcome.Failed;
import dev.loombench.result.TrialResult;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Levels of a run with 1,000 requests/s of the pool, and several rates of virtual threads.
class SweepTest {
    private static final int NONE = 0;

    /// @param virtual good responses per second, or `NONE` for a failed trial
    private static Level level(int users, int virtual) {
        var results = new ArrayList<TrialResult>();
        for (var trial : SampleRun.manifest().plan()) {
            int faster = trial.block() - 2;
            results.add(
                    SampleRun.result(
                            trial,
                            trial.variant().equals(SampleRun.POOL)
                                    ? SampleRun.completed(1_000 + faster, 400)
                                    : virtual == NONE
                                            ? new Failed("launch", "no", List.of())
                                            : SampleRun.completed(
                                                    virtual - faster, 400_000 / virtual)));
        }
        return new Level(users, Analysis.of(SampleRun.manifest(), results));
    }

    private static Sweep sweep(int... virtual) {
        var levels = new ArrayList<Level>();
        for (int i = 0; i < virtual.length; i++) {
            levels.add(level(50 << i, virtual[i]));
        }
        return new Sweep(levels);
    }

    @Test
    void a_crossover_lies_between_two_decided_levels() {
        assertThat(sweep(1_000, 1_000, 4_000).crossover(SampleRun.VIRTUAL))
                .contains(new Crossover(100, 200, true));
        assertThat(sweep(2_000, 500).crossover(SampleRun.VIRTUAL))
                .contains(new Crossover(50, 100, false));
    }

    @Test
    void there_is_none_without_a_change_with_several_or_beside_a_failed_level() {
        assertThat(sweep(4_000, 4_000).crossover(SampleRun.VIRTUAL)).isEmpty();
        assertThat(sweep(1_000, 4_000, 1_000).crossover(SampleRun.VIRTUAL)).isEmpty();
        assertThat(sweep(1_000, NONE, 4_000).crossover(SampleRun.VIRTUAL)).isEmpty();
    }

    @Test
    void the_report_has_a_row_per_level_and_names_the_crossover() {
        var text = String.join("\n", SweepReport.of(sweep(1_000, 4_000), AnsiStyle.NONE, 100));
        assertThat(text)
                .contains(
                        "tomcat virtual is equivalent at 50, better at 100 users; it becomes better between 50")
                .containsPattern("users +tomcat platform-pool 100 +tomcat virtual")
                .containsPattern("50 +1,000/s +1,000/s  = 1\\.000×")
                .containsPattern("100 +1,000/s +4,000/s  ✓ 4\\.00×")
                .contains("p99 response time", "Ratio to tomcat platform-pool 100");
        assertThat(text.lines()).allMatch(l -> l.codePointCount(0, l.length()) <= 100);
    }

    @Test
    void an_invalid_level_is_named_and_has_no_marks() {
        var text = String.join("\n", SweepReport.of(sweep(4_000, NONE), AnsiStyle.NONE, 100));
        assertThat(text)
                .contains("better at 50, not measured validly at 100 users")
                .contains("invalid at 100 users: its report names the reason")
                .containsPattern("100 +1,000/s +n/a *\n");
    }
}
