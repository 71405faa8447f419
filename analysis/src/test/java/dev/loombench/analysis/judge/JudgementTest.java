package dev.loombench.analysis.judge;

import static dev.loombench.SampleJudgement.PAIRED;
import static dev.loombench.SampleJudgement.RULES;
import static dev.loombench.SampleJudgement.TIME;
import static dev.loombench.SampleJudgement.figure;
import static dev.loombench.SampleJudgement.jmh;
import static dev.loombench.SampleJudgement.wrk;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleJudgement;
import dev.loombench.analysis.comparison.Verdict;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.validity.foreign.ForeignFinding.CoordinatedOmission;
import dev.loombench.analysis.validity.foreign.ForeignFinding.OneProcess;
import dev.loombench.analysis.validity.foreign.ForeignFinding.RateFixed;
import dev.loombench.analysis.validity.foreign.ForeignFinding.SettingsDiffer;
import dev.loombench.analysis.validity.foreign.ForeignFinding.TailNotReported;
import dev.loombench.analysis.validity.foreign.ForeignFinding.ToolWarning;
import dev.loombench.analysis.validity.foreign.SideFinding.MeasurementsFailed;
import dev.loombench.finding.Severity;
import dev.loombench.result.foreign.ForeignLoad;
import dev.loombench.result.foreign.ForeignMetric;
import dev.loombench.result.foreign.ForeignResult;
import dev.loombench.result.foreign.ForeignResult.Failures;
import dev.loombench.result.foreign.ForeignResult.Warning;
import dev.loombench.result.foreign.ForeignTool;
import dev.loombench.stats.BlocksNeeded;
import dev.loombench.text.WrongInput;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Verdicts on results of other tools.
class JudgementTest {
    private static final Failures NONE = Failures.NONE;

    private static Judgement times(double[] base, double[] head) {
        return Judgement.of(
                List.of(jmh("base.json", "a.B.c", base)),
                List.of(jmh("head.json", "a.B.c", head)),
                RULES);
    }

    static Verdict verdict(Judgement judgement) {
        return judgement.deciding().getFirst().verdict();
    }

    private static List<String> kinds(Judgement judgement) {
        return judgement.findings().stream().map(f -> f.kind().id()).toList();
    }

    /// s = 1 of 100 and of 110: 1 % and 0.91 %, so the standard error of the log ratio is sqrt((1 +
    /// 0.83) / 3) = 0.78 %; t of 4 degrees of freedom is 2.78: 1.1 by 2.2 %.
    @Test
    void a_time_that_is_ten_percent_longer_is_worse() {
        var judgement = times(new double[] {99, 100, 101}, new double[] {109, 110, 111});
        assertThat(verdict(judgement)).isInstanceOf(Verdict.Worse.class);
        var ratio = verdict(judgement).interval().orElseThrow();
        assertThat(ratio.point()).isCloseTo(1.1, within(1e-12));
        assertThat(ratio.low()).isBetween(1.07, 1.08);
        assertThat(judgement.outcome()).isEqualTo(Outcome.FAILED);
    }

    @Test
    void a_throughput_that_is_ten_percent_lower_is_worse() {
        var judgement =
                Judgement.of(
                        wrk("a", NONE, 999, 1_000, 1_001), wrk("b", NONE, 899, 900, 901), RULES);
        assertThat(verdict(judgement)).isInstanceOf(Verdict.Worse.class);
        assertThat(judgement.outcome()).isEqualTo(Outcome.FAILED);
    }

    /// Of 1,000 responses ten lie beyond the p99, of 979 fewer than 9.8.
    @Test
    void a_percentile_with_few_responses_beyond_it_has_no_verdict() {
        var byP99 = new JudgeRules(0.03, false, false, Optional.of("p99"));
        var many = wrk("a", new Failures(0, 1_000), 999, 1_000, 1_001);
        var few = wrk("b", new Failures(0, 979), 899, 900, 901);
        assertThat(verdict(Judgement.of(many, few, byP99)))
                .isEqualTo(
                        new Verdict.NoEvidence(
                                "a load has fewer than 10 responses beyond it, of 979"));
        assertThat(verdict(Judgement.of(many, many, byP99)))
                .isInstanceOf(Verdict.NoDifference.class);
        assertThat(verdict(Judgement.of(wrk("a", NONE, 999, 1_000, 1_001), many, byP99)))
                .as("a tool that does not count")
                .isInstanceOf(Verdict.NoDifference.class);
    }

    @Test
    void a_shorter_time_is_better_and_not_worse() {
        var judgement = times(new double[] {109, 110, 111}, new double[] {99, 100, 101});
        assertThat(verdict(judgement)).isInstanceOf(Verdict.Better.class);
        assertThat(judgement.outcome()).isEqualTo(Outcome.PASSED);
    }

    @Test
    void equal_times_are_equivalent() {
        var same = new double[] {99.9, 100, 100.1};
        assertThat(verdict(times(same, same))).isInstanceOf(Verdict.NoDifference.class);
        assertThat(times(same, same).outcome()).isEqualTo(Outcome.PASSED);
    }

    /// s = 0.5 of 100 and 103: 1.03 by 1.1 %, which contains the end of the margin.
    @Test
    void a_difference_of_about_the_margin_is_undecided_on_the_worse_side_alone() {
        var low = new double[] {99.5, 100, 100.5};
        var high = new double[] {102.5, 103, 103.5};
        assertThat(verdict(times(low, high))).isInstanceOf(Verdict.Different.class);
        assertThat(times(low, high).outcome()).isEqualTo(Outcome.UNDECIDED);
        assertThat(times(high, low).outcome()).isEqualTo(Outcome.PASSED);
    }

    @Test
    void noisy_times_are_undecided_and_say_how_many_more_are_needed() {
        var judgement = times(new double[] {90, 100, 110}, new double[] {91, 101, 111});
        assertThat(verdict(judgement)).isInstanceOf(Verdict.Undecided.class);
        assertThat(verdict(judgement).blocksNeeded().orElseThrow().low()).isGreaterThan(3);
        assertThat(judgement.outcome()).isEqualTo(Outcome.UNDECIDED);
    }

    @Test
    void one_process_each_has_no_verdict() {
        var judgement = times(new double[] {100}, new double[] {200});
        assertThat(verdict(judgement)).isInstanceOf(Verdict.NoEvidence.class);
        assertThat(judgement.outcome()).isEqualTo(Outcome.UNDECIDED);
        assertThat(judgement.findings())
                .filteredOn(OneProcess.class::isInstance)
                .containsExactly(
                        new OneProcess(
                                List.of("base", "head"), true, ForeignTool.JMH.moreProcesses()));
    }

    @Test
    void a_single_load_is_named_with_its_side() {
        var judgement = Judgement.of(wrk("a", NONE, 1_000), wrk("b", NONE, 900, 901), RULES);
        assertThat(judgement.findings())
                .filteredOn(OneProcess.class::isInstance)
                .containsExactly(
                        new OneProcess(List.of("base"), false, ForeignTool.WRK.moreProcesses()));
    }

    /// What changes on the machine from pair to pair is in both sides.
    @Test
    void pairs_cancel_what_changes_between_them() {
        var base =
                List.of(
                        jmh("a1.json", "a.B.c", 100),
                        jmh("a2.json", "a.B.c", 200),
                        jmh("a3.json", "a.B.c", 300));
        var head =
                List.of(
                        jmh("b1.json", "a.B.c", 111),
                        jmh("b2.json", "a.B.c", 220),
                        jmh("b3.json", "a.B.c", 329));
        assertThat(verdict(Judgement.of(base, head, PAIRED))).isInstanceOf(Verdict.Worse.class);
        assertThat(verdict(Judgement.of(base, head, RULES))).isInstanceOf(Verdict.Undecided.class);
        assertThat(kinds(Judgement.of(base, head, PAIRED))).doesNotContain("not-interleaved");
        assertThat(kinds(Judgement.of(base, head, RULES))).contains("not-interleaved");
    }

    /// Whole milliseconds: half of one is 4.2 % of 12 ms, however many values agree.
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 100})
    void values_that_agree_because_they_are_rounded_are_not_equivalent(int count) {
        var values = DoubleStream.generate(() -> 12e6).limit(count).toArray();
        var result = jmh("a.json", figure("a.B.c", TIME, true, 0.5e6, values));
        var judgement = Judgement.of(List.of(result), List.of(result), RULES);
        assertThat(verdict(judgement)).isInstanceOf(Verdict.Undecided.class);
        var ratio = verdict(judgement).interval().orElseThrow();
        assertThat(ratio.high()).isCloseTo(12.5 / 11.5, within(1e-9));
        assertThat(verdict(judgement).blocksNeeded()).contains(BlocksNeeded.BEYOND_LIMIT);
    }

    /// Geometric mean of 1, 1 and 4: 1.587; the ratio of the means is 2.
    @Test
    void the_ratio_of_pairs_is_the_estimate_of_their_interval() {
        var base =
                List.of(
                        jmh("a1.json", "a.B.c", 100),
                        jmh("a2.json", "a.B.c", 100),
                        jmh("a3.json", "a.B.c", 100));
        var head =
                List.of(
                        jmh("b1.json", "a.B.c", 100),
                        jmh("b2.json", "a.B.c", 100),
                        jmh("b3.json", "a.B.c", 400));
        var figure = Judgement.of(base, head, PAIRED).deciding().getFirst();
        assertThat(figure.ratio().orElseThrow()).isCloseTo(Math.cbrt(4), within(1e-9));
    }

    @Test
    void a_load_that_may_be_open_is_named() {
        var load =
                new ForeignResult(
                        "a.json",
                        ForeignTool.OHA,
                        ForeignLoad.UNKNOWN,
                        Map.of(),
                        List.of(
                                figure("requests", ForeignMetric.THROUGHPUT, true, 0, 1_000),
                                figure("requests", SampleJudgement.P99, false, 0, 5e6)),
                        NONE,
                        List.of(),
                        List.of());
        var loads = List.of(load, load);
        assertThat(Judgement.of(loads, loads, RULES).findings())
                .contains(new RateFixed("oha", false), new CoordinatedOmission("oha", false));
    }

    /// Squares of larger values would have no `double`.
    @Test
    void the_largest_and_the_smallest_values_have_a_verdict() {
        assertThat(verdict(times(new double[] {1e-30, 1e-30}, new double[] {1e30, 1e30})))
                .isInstanceOf(Verdict.Worse.class);
        assertThat(verdict(times(new double[] {1e30, 2e30 / 3}, new double[] {1e-30, 2e-30})))
                .isInstanceOf(Verdict.Better.class);
    }

    @Test
    void values_of_zero_have_no_ratio() {
        var judgement = times(new double[] {0, 0}, new double[] {1, 2});
        assertThat(verdict(judgement))
                .isEqualTo(new Verdict.NoEvidence("a ratio needs values above 0"));
    }

    @Test
    void another_metric_decides_where_the_user_names_it() {
        var base = wrk("a", NONE, 999, 1_000, 1_001);
        var byP99 = new JudgeRules(0.03, false, false, Optional.of("P99"));
        var judgement = Judgement.of(base, base, byP99);
        assertThat(judgement.metrics()).containsExactly(SampleJudgement.P99);
        assertThat(judgement.others()).hasSize(1);
    }

    /// Of many failures, good figures say nothing.
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 20})
    void failures_make_a_result_invalid_from_one_in_a_thousand_on(long failed) {
        var base = wrk("a", NONE, 999, 1_000, 1_001);
        var head = wrk("b", new Failures(failed, 10_000), 999, 1_000, 1_001);
        var judgement = Judgement.of(base, head, RULES);
        assertThat(judgement.outcome()).isEqualTo(failed > 10 ? Outcome.INVALID : Outcome.PASSED);
        assertThat(kinds(judgement).contains("measurements-failed")).isEqualTo(failed > 0);
        assertThat(verdict(judgement) instanceof Verdict.Invalid).isEqualTo(failed > 10);
    }

    /// One in a thousand of 300 is none.
    @Test
    void a_single_request_of_few_may_fail_and_no_run() {
        assertThat(ofFew(MeasurementsFailed.REQUEST, 1)).isEqualTo(Severity.NOTE);
        assertThat(ofFew(MeasurementsFailed.REQUEST, 2)).isEqualTo(Severity.INVALID);
        assertThat(ofFew(MeasurementsFailed.RUN, 1)).isEqualTo(Severity.INVALID);
    }

    private static Severity ofFew(String what, long failed) {
        return MeasurementsFailed.of(Judgement.HEAD, what, new Failures(failed, 300))
                .orElseThrow()
                .severity();
    }

    @Test
    void what_a_load_generator_lacks_is_said() {
        var base = wrk("a", NONE, 999, 1_000, 1_001);
        var judgement = Judgement.of(base, base, RULES);
        assertThat(kinds(judgement))
                .containsExactlyInAnyOrder(
                        "coordinated-omission",
                        "tail-not-reported",
                        "server-process-unknown",
                        "not-interleaved");
        assertThat(judgement.findings())
                .contains(new TailNotReported("wrk", "p99"), new CoordinatedOmission("wrk", true));
    }

    private static ForeignResult warned(ForeignResult result, Warning... warnings) {
        return new ForeignResult(
                result.name(),
                result.tool(),
                result.load(),
                result.settings(),
                result.figures(),
                NONE,
                List.of(warnings),
                List.of());
    }

    @Test
    void what_a_tool_says_of_several_results_is_said_once() {
        var base = wrk("a", NONE, 999, 1_000);
        var head = wrk("b", NONE, 999, 1_000);
        var judgement =
                Judgement.of(
                        List.of(
                                warned(base.getFirst(), new Warning("few", "3 of 9", false)),
                                warned(base.getLast(), new Warning("few", "2 of 9", false))),
                        List.of(
                                warned(
                                        head.getFirst(),
                                        new Warning("few", "1 of 9", false),
                                        new Warning("late", "it was late", false)),
                                warned(head.getLast(), new Warning("few", "9 of 9", true))),
                        RULES);
        var both = List.of("base", "head");
        assertThat(judgement.findings())
                .filteredOn(ToolWarning.class::isInstance)
                .containsExactlyInAnyOrder(
                        new ToolWarning(both, "wrk", 3, "a1.txt", "3 of 9", false),
                        new ToolWarning(List.of("head"), "wrk", 1, "b1.txt", "it was late", false),
                        new ToolWarning(List.of("head"), "wrk", 1, "b2.txt", "9 of 9", true));
        assertThat(judgement.outcome()).isEqualTo(Outcome.INVALID);
    }

    @Test
    void settings_that_differ_are_named_without_their_values() {
        var base = jmh("a.json", "a.B.c", 1, 2);
        var other =
                new ForeignResult(
                        "b.json",
                        base.tool(),
                        base.load(),
                        Map.of("jdkVersion", "26"),
                        base.figures(),
                        NONE,
                        List.of(),
                        List.of());
        assertThat(Judgement.of(List.of(base), List.of(other), RULES).findings())
                .contains(new SettingsDiffer(List.of("jdkVersion")));
    }

    @Test
    void processes_of_two_kinds_are_named() {
        var judgement =
                times(
                        new double[] {100, 100.1, 99.9, 100, 150, 150.1, 149.9, 150},
                        new double[] {100, 100.1, 99.9, 100, 100, 100.1, 99.9, 100});
        assertThat(judgement.findings())
                .filteredOn(f -> f.kind().id().equals("two-kinds"))
                .singleElement()
                .extracting(ResultFinding::variants)
                .isEqualTo(List.of("base"));
    }

    @Test
    void results_of_two_tools_are_not_compared() {
        assertThatThrownBy(() ->
                        Judgement.of(List.of(jmh("a.json", "a.B.c", 1)), wrk("b", NONE, 1), RULES))
                .isInstanceOf(WrongInput.class)
                .hasMessageStartingWith("a.json is a result of JMH, b1.txt of wrk");
    }

    @Test
    void an_unknown_metric_gets_a_suggestion() {
        var base = wrk("a", NONE, 1_000);
        var rules = new JudgeRules(0.03, false, false, Optional.of("p98"));
        assertThatThrownBy(() -> Judgement.of(base, base, rules))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("\"p98\" is not a metric")
                .hasMessageContaining("did you mean \"p99\"?");
    }

    @Test
    void pairs_need_as_many_results_of_both_sides() {
        var one = wrk("a", NONE, 1_000);
        var two = wrk("b", NONE, 1_000, 1_001);
        assertThatThrownBy(() -> Judgement.of(one, two, PAIRED))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("the base has 1, the head 2");
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -0.1, 1, Double.NaN})
    void a_margin_is_above_zero_and_below_one(double margin) {
        assertThatThrownBy(() -> new JudgeRules(margin, false, false, Optional.empty()))
                .isInstanceOf(WrongInput.class)
                .hasMessageStartingWith("the margin must be above 0 %");
    }
}
