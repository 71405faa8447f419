package dev.loombench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.cli.console.ExitCode;
import dev.loombench.experiment.Metric;
import dev.loombench.report.comparison.RunComparison;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Two equal runs: each ratio is 1, and its interval contains 1.
class RunsThresholdTest {
    private static final Analysis RUN = Analysis.of(SampleRun.manifest(), SampleRun.trials());
    private static final RunComparison RUNS = RunComparison.of("before", RUN, "after", RUN);

    private static RunsThreshold parse(String text) {
        return RunsThreshold.parse(text, RUNS, Metric.THROUGHPUT);
    }

    @ParameterizedTest
    @CsvSource({
        "throughput<0.5x, 0",
        "throughput<1x, 4",
        "throughput<2x, 99",
        "<2x, 99",
        "throughput>0.5x, 99",
        "p99>2x, 0",
        "p99 >= 0.5x, 99",
        "p95>2x, 0",
        "p95>0.5x, 99",
        SampleRun.POOL + " throughput<2x, 99",
        SampleRun.POOL + "<0.5x, 0"
    })
    void the_interval_decides(String condition, int code) {
        assertThat(parse(condition).exitCode(RUNS)).isEqualTo(code);
        assertThat(parse(condition).messages(RUNS).isEmpty()).isEqualTo(code == ExitCode.OK);
    }

    @Test
    void a_message_names_variant_figure_and_condition() {
        assertThat(parse(SampleRun.POOL + " throughput<2x").messages(RUNS))
                .singleElement()
                .asString()
                .startsWith(SampleRun.POOL + ": throughput is 1")
                .endsWith(
                        " of the first run (--fail-if '%s throughput<2x')"
                                .formatted(SampleRun.POOL));
    }

    /// 4, not 0: the condition may hold.
    @Test
    void what_was_not_measured_is_undecided() {
        assertThat(parse("instructions-per-request>2x").exitCode(RUNS))
                .isEqualTo(ExitCode.UNDECIDED);
        assertThat(parse("instructions-per-request>2x").messages(RUNS))
                .allSatisfy(message ->
                        assertThat(message).contains("not measured").doesNotContain("trials"));
        var one = Analysis.of(SampleRun.manifest(), SampleRun.trials().subList(0, 2));
        var runs = RunComparison.of("before", RUN, "after", one);
        var threshold = RunsThreshold.parse("p99>2x", runs, Metric.P99);
        assertThat(threshold.exitCode(runs)).isEqualTo(ExitCode.UNDECIDED);
        assertThat(threshold.messages(runs))
                .allSatisfy(message -> assertThat(message).contains("fewer than two trials"));
    }

    /// Of 200 users in place of 400.
    @Test
    void runs_under_different_loads_are_not_judged() {
        var experiment = SampleRun.experiment(new LoadModel.Closed(200, Duration.ZERO));
        var other = Analysis.of(SampleRun.manifest(experiment), SampleRun.trials());
        var runs = RunComparison.of("before", RUN, "after", other);
        var threshold = RunsThreshold.parse("throughput<2x", runs, Metric.THROUGHPUT);
        assertThat(threshold.exitCode(runs)).isNotEqualTo(ExitCode.THRESHOLD);
        assertThat(threshold.exitCode(runs)).isNotEqualTo(ExitCode.OK);
    }

    @ParameterizedTest
    @CsvSource({
        "p99>50ms, factor of the first run",
        "other<0.9x, variant or metric",
        "throughput, expected",
        ">1.1x, it holds where a variant is better",
        "capacity<1x, loombench capacity has a --fail-if of its own",
        "elapsed>2x, the metric elapsed needs load"
    })
    void another_condition_is_refused(String condition, String message) {
        assertThatThrownBy(() -> parse(condition))
                .isInstanceOf(WrongInput.class)
                .hasMessageStartingWith("--fail-if \"" + condition)
                .hasMessageContaining(message);
    }
}
