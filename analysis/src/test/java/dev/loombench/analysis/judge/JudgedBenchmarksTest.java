package dev.loombench.analysis.judge;

import static dev.loombench.SampleJudgement.PAIRED;
import static dev.loombench.SampleJudgement.RULES;
import static dev.loombench.SampleJudgement.TIME;
import static dev.loombench.SampleJudgement.figure;
import static dev.loombench.SampleJudgement.jmh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.SampleJudgement;
import dev.loombench.analysis.comparison.Verdict;
import dev.loombench.analysis.validity.foreign.ForeignFinding.SettingsDiffer;
import dev.loombench.analysis.validity.foreign.SideFinding.OneSided;
import dev.loombench.result.foreign.ForeignFigure;
import dev.loombench.result.foreign.ForeignMetric;
import dev.loombench.text.WrongInput;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Benchmarks of two sides, each compared with the one of its name.
class JudgedBenchmarksTest {
    @Test
    void a_benchmark_of_one_side_is_named() {
        var judgement = SampleJudgement.worse();
        assertThat(judgement.deciding()).hasSize(2);
        assertThat(judgement.findings())
                .contains(new OneSided("head", List.of("org.example.Price.added")));
        assertThat(judgement.of(Outcome.FAILED))
                .singleElement()
                .extracting(JudgedFigure::benchmark)
                .isEqualTo("org.example.Price.total");
    }

    /// JMH leaves out a benchmark that failed; one that is new has nothing to be compared with.
    @Test
    void a_benchmark_that_the_head_lacks_leaves_the_result_undecided() {
        var both =
                jmh(
                        "both.json",
                        figure("a.B.c", TIME, true, 0, 99, 100, 101),
                        figure("a.B.d", TIME, true, 0, 7, 7.1, 7.2));
        var one = jmh("one.json", "a.B.c", 99.1, 100.1, 100.9);
        var lost = Judgement.of(List.of(both), List.of(one), RULES);
        assertThat(lost.lacking()).containsExactly("a.B.d");
        assertThat(lost.of(Outcome.UNDECIDED)).isEmpty();
        assertThat(lost.outcome()).isEqualTo(Outcome.UNDECIDED);
        var onPurpose = new JudgeRules(0.03, false, true, Optional.empty());
        assertThat(Judgement.of(List.of(both), List.of(one), onPurpose))
                .returns(List.of(), Judgement::lacking)
                .returns(Outcome.PASSED, Judgement::outcome);
        var added = Judgement.of(List.of(one), List.of(both), RULES);
        assertThat(added.lacking()).isEmpty();
        assertThat(added.outcome()).isEqualTo(Outcome.PASSED);
    }

    /// In one result of the head it failed, or it was measured in another mode.
    @Test
    void a_benchmark_without_a_pair_or_in_another_mode_leaves_the_result_undecided() {
        var c = figure("a.B.c", TIME, true, 0, 99, 100, 101);
        var d = figure("a.B.d", TIME, true, 0, 7, 7.1, 7.2);
        var inOneResult =
                Judgement.of(
                        List.of(jmh("b1.json", c, d), jmh("b2.json", c, d)),
                        List.of(
                                jmh("h1.json", figure("a.B.c", TIME, true, 0, 100, 100.2), d),
                                jmh("h2.json", figure("a.B.c", TIME, true, 0, 100, 100.4))),
                        PAIRED);
        assertThat(inOneResult.deciding())
                .singleElement()
                .extracting(JudgedFigure::verdict)
                .isInstanceOf(Verdict.NoDifference.class);
        assertThat(inOneResult.lacking()).containsExactly("a.B.d by time");
        assertThat(inOneResult.outcome()).isEqualTo(Outcome.UNDECIDED);
        var rate = figure("a.B.d", ForeignMetric.THROUGHPUT, true, 0, 7, 7.1, 7.2);
        var inAnotherMode =
                Judgement.of(List.of(jmh("b.json", c, d)), List.of(jmh("h.json", c, rate)), RULES);
        assertThat(inAnotherMode.lacking()).containsExactly("a.B.d by time");
        assertThat(inAnotherMode.outcome()).isEqualTo(Outcome.UNDECIDED);
    }

    @Test
    void a_single_benchmark_is_compared_whatever_its_name() {
        var judgement =
                Judgement.of(
                        List.of(jmh("a.json", "old", 1, 2)),
                        List.of(jmh("b.json", "new", 1, 2)),
                        RULES);
        assertThat(judgement.deciding().getFirst().baseBenchmark()).contains("old");
        assertThat(judgement.findings()).contains(new SettingsDiffer(List.of("benchmark")));
    }

    /// As `-bm thrpt` and `-bm avgt`.
    @Test
    void two_modes_of_a_benchmark_are_not_compared() {
        var base = jmh("a.json", figure("a.B.c", ForeignMetric.THROUGHPUT, true, 0, 1, 2));
        var head = jmh("b.json", "a.B.c", 1, 2);
        assertThatThrownBy(() -> Judgement.of(List.of(base), List.of(head), RULES))
                .isInstanceOf(WrongInput.class)
                .hasMessage(
                        "base and head have no metric of a benchmark in common: base has throughput, head has time; measure both in the same mode");
    }

    /// A suite without a difference: all its intervals hold at once with 95 %, and those that do
    /// not are above the truth as often as below it. So at most 5 of 200 suites are expected to be
    /// worse, with a standard deviation of 2.2; without the common level it would be 44.
    @Test
    void a_suite_without_a_difference_seldom_fails() {
        var random = new SplittableRandom(38);
        int failed = 0;
        for (int suite = 0; suite < 200; suite++) {
            var base = jmh("a.json", suite(random));
            var head = jmh("b.json", suite(random));
            var rules = new JudgeRules(0.001, false, false, Optional.empty());
            var outcome = Judgement.of(List.of(base), List.of(head), rules).outcome();
            failed += outcome == Outcome.FAILED ? 1 : 0;
        }
        assertThat(failed).isLessThan(20);
    }

    /// Ten benchmarks of five forks, with a spread of 2 %.
    private static ForeignFigure[] suite(SplittableRandom random) {
        var figures = new ForeignFigure[10];
        for (int i = 0; i < figures.length; i++) {
            figures[i] =
                    figure(
                            "a.B.c" + i,
                            TIME,
                            true,
                            0,
                            random.doubles(5).map(u -> 100 + 4 * (u - 0.5) * 1.73).toArray());
        }
        return figures;
    }

    @Test
    void sides_without_a_common_benchmark_are_not_compared() {
        var base = jmh("a.json", figure("a", TIME, true, 0, 1), figure("b", TIME, true, 0, 1));
        var head = jmh("b.json", figure("c", TIME, true, 0, 1), figure("d", TIME, true, 0, 1));
        assertThatThrownBy(() -> Judgement.of(List.of(base), List.of(head), RULES))
                .isInstanceOf(WrongInput.class)
                .hasMessage(
                        "base and head have no benchmark in common: base has a, b, head has c, d");
    }
}
