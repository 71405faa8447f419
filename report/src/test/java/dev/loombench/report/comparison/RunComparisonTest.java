package dev.loombench.report.comparison;

import static dev.loombench.ChangedSampleRun.inSlices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.experiment.Metric;
import dev.loombench.export.Markdown;
import dev.loombench.observe.result.Environment;
import dev.loombench.report.Reported;
import dev.loombench.report.html.HtmlReport;
import dev.loombench.report.outline.ComparisonOutline;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.report.text.OutlineText;
import dev.loombench.result.Steadiness;
import dev.loombench.result.Steadiness.State;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.WarmUp;
import dev.loombench.result.TrialResult;
import dev.loombench.traffic.ErrorPolicy;
import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RunComparisonTest {
    private static final Analysis BEFORE = Analysis.of(SampleRun.manifest(), SampleRun.trials());

    private static Analysis after() {
        var m = SampleRun.manifest();
        var e = m.environment();
        var machine =
                new Environment(
                        e.taken().plus(Duration.ofDays(1)),
                        e.cpu(),
                        4,
                        e.memoryBytes(),
                        e.system(),
                        "26",
                        e.loadAverage(),
                        e.othersBusyShare(),
                        e.stealShare(),
                        e.openFileLimit(),
                        e.processor());
        return Analysis.of(
                SampleRun.manifest(
                        m.experiment(),
                        machine,
                        m.started(),
                        43,
                        m.exclusive(),
                        m.plan(),
                        Map.of()),
                SampleRun.trials());
    }

    private static List<String> text(RunComparison runs) {
        return OutlineText.of(ComparisonOutline.of(runs), AnsiStyle.NONE, 140, true);
    }

    private static String page(RunComparison runs) {
        return HtmlReport.of(ComparisonOutline.of(runs));
    }

    @Test
    void differences_of_experiments_and_machines_are_listed_without_the_time() {
        assertThat(RunComparison.of("before", BEFORE, "after", after()).changes())
                .containsExactly(
                        new RunComparison.Change("machine.cores", "2", "4"),
                        new RunComparison.Change("machine.jdk", "25.0.3+9", "26"),
                        new RunComparison.Change("seed", "42", "43"));
    }

    /// Windows that are not divided follow one another.
    @Test
    void runs_of_which_one_was_divided_into_slices_differ_in_their_mode() {
        var runs = RunComparison.of("a", BEFORE, "b", inSlices(24));
        assertThat(runs.changes())
                .containsExactly(new RunComparison.Change("mode", "sequential", "interleaved"));
        assertThat(text(runs)).anyMatch(line -> line.matches(" *mode +sequential +interleaved *"));
        assertThat(page(runs)).contains("interleaved");
        assertThat(RunComparison.of("a", BEFORE, "b", inSlices(1)).changes()).isEmpty();
        assertThat(RunComparison.of("a", inSlices(1), "b", inSlices(24)).changes())
                .singleElement()
                .satisfies(change -> assertThat(change.first()).startsWith("sequential: slices "));
    }

    @Test
    void a_run_compared_with_itself_has_no_difference() {
        var same = RunComparison.of("a", BEFORE, "b", BEFORE);
        assertThat(same.changes()).isEmpty();
        assertThat(same.rows()).hasSize(2);
        var row = same.rows().getFirst();
        assertThat(row.first()).isEqualTo(row.second());
        assertThat(row.ratio()).startsWith("1.000× [");
        assertThat(text(same)).contains("  Experiments and machines are the same.");
    }

    /// Virtual threads with half the throughput and twice the response time of the first run, the
    /// pool as before.
    private static Analysis slower() {
        var trials =
                SampleRun.trials().stream()
                        .map(t ->
                                t.trial().variant().equals(SampleRun.POOL)
                                        ? t
                                        : SampleRun.result(
                                                t.trial(),
                                                SampleRun.completed(
                                                        1_998 + t.trial().block(), 200)))
                        .toList();
        return Analysis.of(SampleRun.manifest(), trials);
    }

    /// Half the throughput is far outside of both intervals, and still no verdict.
    @Test
    void the_scorecard_has_the_ratio_of_each_variant_to_itself_in_the_first_run() {
        var scores = RunComparison.of("before", BEFORE, "after", slower()).scores();
        assertThat(scores)
                .extracting(RunComparison.Scores::variant)
                .containsExactly(SampleRun.POOL, SampleRun.VIRTUAL);
        assertThat(scores.getFirst().ratios())
                .containsOnlyKeys(BEFORE.scorecard().metrics())
                .allSatisfy((metric, ratio) ->
                        assertThat(ratio.interval().orElseThrow().contains(1)).isTrue());
        // 2,000 / 4,000 by the means
        assertThat(scores.getLast().ratios())
                .hasEntrySatisfying(
                        Metric.THROUGHPUT,
                        ratio ->
                                assertThat(ratio.interval().orElseThrow().point())
                                        .isCloseTo(0.5, within(1e-9)));
    }

    /// A hundred of 400 connections were not established.
    @Test
    void a_ratio_of_invalid_figures_names_the_finding() {
        var trials =
                SampleRun.manifest().plan().stream()
                        .map(t ->
                                SampleRun.result(
                                        t, SampleRun.completed(1_000, 400, Map.of(), 300, 0.2)))
                        .toList();
        var invalid = Analysis.of(SampleRun.manifest(), trials);
        assertThat(RunComparison.of("a", BEFORE, "b", invalid).rows())
                .allSatisfy(row ->
                        assertThat(row.ratio()).endsWith(", invalid by connections-not-achieved"));
        assertThat(RunComparison.of("a", BEFORE, "b", BEFORE).rows())
                .allSatisfy(row -> assertThat(row.ratio()).endsWith("]"));
        var row = RunComparison.of("a", BEFORE, "b", invalid).rows().getFirst();
        assertThat(row.second().throughput()).isEqualTo("! 1,000/s");
        assertThat(row.first().throughput()).isEqualTo("1,000/s");
    }

    private static TrialResult rising(TrialResult result) {
        var trial = (Completed) result.outcome();
        var warmUp =
                new WarmUp(
                        trial.warmUp().window(),
                        trial.warmUp().responses(),
                        List.of(
                                Steadiness.not(Metric.THROUGHPUT, State.RISING),
                                Steadiness.steadyAfter(Metric.CPU_PER_REQUEST, 1)));
        return SampleRun.result(
                result.trial(),
                SampleRun.completed(warmUp, trial.load(), trial.unloaded(), trial.observations()));
    }

    @Test
    void a_metric_that_was_not_steady_has_no_ratio_and_its_figure_is_marked() {
        var rising =
                Analysis.of(
                        SampleRun.manifest(),
                        SampleRun.trials().stream().map(RunComparisonTest::rising).toList());
        var runs = RunComparison.of("a", BEFORE, "b", rising);
        var row = runs.rows().getFirst();
        assertThat(row.ratio()).isEqualTo("…");
        assertThat(row.first().throughput()).isEqualTo("1,000/s");
        assertThat(row.second().throughput()).isEqualTo("(1,000/s)");
        assertThat(row.second().cpuPerRequest()).isEqualTo(row.first().cpuPerRequest());
        assertThat(text(runs))
                .contains("  " + RunComparison.MARKS)
                .anyMatch(line -> line.matches(" *tomcat virtual +… +… +… +1\\.000× .*"));
        assertThat(page(runs)).contains(RunComparison.MARKS, "not steady");
        assertThat(RunComparison.of("a", BEFORE, "b", BEFORE).legend()).isEmpty();
    }

    @Test
    void page_and_text_have_the_ratios_without_a_mark() {
        var runs = RunComparison.of("before", BEFORE, "after", slower());
        assertThat(page(runs))
                .contains(">Scorecard</h2>", "Scorecard of tomcat virtual")
                .contains("0.500× [", "1.000× [")
                .doesNotContain("class=\"worse", ">worse", "equivalent");
        assertThat(text(runs))
                .anyMatch(l -> l.matches(" *2 / 1 +throughput +p50 +p99 .*"))
                .anyMatch(l -> l.matches(" *tomcat virtual +0\\.500× .*"));
    }

    @Test
    void each_row_of_a_narrow_terminal_names_its_run() {
        var runs = RunComparison.of("before", BEFORE, "after", slower());
        assertThat(runs.table().rows())
                .extracting(row -> row.getFirst().text())
                .containsExactly(
                        SampleRun.POOL + " (1)",
                        SampleRun.POOL + " (2)",
                        SampleRun.VIRTUAL + " (1)",
                        SampleRun.VIRTUAL + " (2)");
        var narrow = OutlineText.of(ComparisonOutline.of(runs), AnsiStyle.NONE, 60, true);
        assertThat(narrow)
                .filteredOn(line -> line.startsWith("  " + SampleRun.VIRTUAL + " (2)"))
                .hasSizeGreaterThan(1);
    }

    @Test
    void markdown_has_the_ratios_of_all_metrics() {
        var runs = RunComparison.of("before", BEFORE, "after", slower());
        assertThat(Markdown.lines(ComparisonOutline.of(runs)))
                .anyMatch(l -> l.startsWith("| 2 / 1 | throughput | p50 "))
                .anyMatch(l -> l.startsWith("| tomcat virtual | 0.500× | "));
    }

    @Test
    void runs_without_a_common_variant_or_trial_have_no_scorecard() {
        var other = SampleRun.experiment().without(Set.of(SampleRun.VIRTUAL)).orElseThrow();
        var pool = Analysis.of(SampleRun.manifest(other), List.of());
        var virtualOnly = SampleRun.experiment().without(Set.of(SampleRun.POOL)).orElseThrow();
        var virtual = Analysis.of(SampleRun.manifest(virtualOnly), List.of());
        assertThat(RunComparison.of("a", pool, "b", virtual).scores()).isEmpty();
        var untried = RunComparison.of("a", BEFORE, "b", pool).scores().getFirst();
        assertThat(untried.ratios())
                .allSatisfy((metric, ratio) -> assertThat(ratio.interval()).isEmpty());
    }

    /// Of 200 users in place of 400.
    private static Analysis underOtherLoad() {
        return Analysis.of(
                SampleRun.manifest(SampleRun.experiment(new LoadModel.Closed(200, Duration.ZERO))),
                SampleRun.trials());
    }

    @Test
    void runs_under_different_loads_have_figures_and_no_ratios() {
        var runs = RunComparison.of("a", BEFORE, "b", underOtherLoad());
        assertThat(runs.isOfOneLoad()).isFalse();
        assertThat(runs.table().columns()).hasSize(5);
        assertThat(text(runs))
                .contains("Not comparable: the two runs had different loads or requests.")
                .noneMatch(line -> line.contains("2 / 1"))
                .anyMatch(line -> line.contains("1,000/s"));
        assertThat(page(runs)).contains(runs.caution()).doesNotContain(">Scorecard</h2>");
        assertThat(RunComparison.of("a", BEFORE, "b", after()).isOfOneLoad()).isTrue();
    }

    /// They change what failed requests mean, and no request.
    @Test
    void runs_with_other_checks_of_responses_are_of_one_load() {
        var other =
                SampleRun.experiment(
                        new LoadModel.Closed(400, Duration.ZERO), ErrorPolicy.EXPECTED);
        var runs =
                RunComparison.of(
                        "a",
                        BEFORE,
                        "b",
                        Analysis.of(SampleRun.manifest(other), SampleRun.trials()));
        assertThat(runs.changes()).isNotEmpty();
        assertThat(runs.isOfOneLoad()).isTrue();
    }

    @Test
    void a_variant_of_one_run_has_no_row_for_the_other() {
        var other = SampleRun.experiment().without(Set.of(SampleRun.VIRTUAL)).orElseThrow();
        var pool = Analysis.of(SampleRun.manifest(other), List.of());
        assertThat(RunComparison.of("a", BEFORE, "b", pool).table().rows())
                .extracting(row -> row.getFirst().text())
                .containsExactly(
                        SampleRun.POOL + " (1)",
                        SampleRun.POOL + " (2)",
                        SampleRun.VIRTUAL + " (1)");
    }

    @Test
    void many_differences_are_shown_by_topic() {
        var changes =
                IntStream.rangeClosed(1, 60)
                        .mapToObj(i ->
                                new RunComparison.Change(
                                        "experiment.variants[%d].name".formatted(i), "a" + i, ""))
                        .toList();
        var all = new ArrayList<>(changes);
        all.add(new RunComparison.Change("experiment.scenario.load.users", "50", "200"));
        all.add(new RunComparison.Change("seed", "1", "2"));
        var topics = DifferenceTopics.of(all);
        assertThat(topics)
                .extracting(RunComparison.Change::key)
                .containsExactly("load", "variants", "seed");
        assertThat(topics.getFirst().second()).isEqualTo("users 200");
        assertThat(topics.get(1).first()).startsWith("a1, a2, ").endsWith("…");
        assertThat(topics.get(1).second()).isEmpty();
    }

    @Test
    void the_page_shows_both_runs() {
        assertThat(page(RunComparison.of("before", BEFORE, "<after>", after())))
                .contains(
                        "before compared with &lt;after&gt;",
                        "machine.cores",
                        RunComparison.CAUTION)
                .contains("1.000× [");
    }

    /// Four times the throughput of the pool, at a quarter of its response time.
    @Test
    void markdown_of_a_run_has_the_comparison_by_each_metric() {
        int metrics = BEFORE.scorecard().metrics().size();
        assertThat(metrics).isGreaterThan(1);
        assertThat(Reported.markdown(BEFORE))
                .contains("#### Scorecard", "| --- |" + " ---: |".repeat(metrics))
                .anyMatch(l -> l.startsWith("| tomcat virtual | 4.00× better | 0.250× better |"));
    }

    @Test
    void markdown_has_a_table_and_escaped_text() {
        assertThat(Reported.markdown(BEFORE))
                .contains(
                        "### What do virtual threads change when a handler waits 100 ms?",
                        "**Recommended: tomcat virtual (4.00× the throughput of tomcat platform-pool 100).**",
                        "| --- |" + " ---: |".repeat(11))
                .anyMatch(l -> l.startsWith("| tomcat virtual | 4.00 \\["));
    }
}
