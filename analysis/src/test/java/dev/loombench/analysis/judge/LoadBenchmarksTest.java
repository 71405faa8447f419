package dev.loombench.analysis.judge;

import static dev.loombench.SampleJudgement.PAIRED;
import static dev.loombench.SampleJudgement.RULES;
import static dev.loombench.SampleJudgement.wrk;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import dev.loombench.analysis.validity.foreign.SideFinding.MeasurementsFailed;
import dev.loombench.analysis.validity.foreign.SideFinding.OneSided;
import dev.loombench.result.foreign.ForeignResult;
import dev.loombench.result.foreign.ForeignResult.Failures;
import dev.loombench.text.WrongInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Loads that are repeats of one another, and loads that are not.
class LoadBenchmarksTest {
    private static final List<String> TWO_PATHS = List.of("/a", "/b", "/a", "/b");

    /// Loads of wrk with one setting, and its value in each.
    private static List<ForeignResult> loads(
            String side, String setting, List<String> values, double... throughput) {
        var results = new ArrayList<ForeignResult>();
        for (var load : wrk(side, Failures.NONE, throughput)) {
            results.add(
                    new ForeignResult(
                            load.name(),
                            load.tool(),
                            load.load(),
                            Map.of(setting, values.get(results.size())),
                            load.figures(),
                            Failures.NONE,
                            List.of(),
                            List.of()));
        }
        return results;
    }

    private static List<String> kinds(Judgement judgement) {
        return judgement.findings().stream().map(f -> f.kind().id()).toList();
    }

    /// Of /b the head has 20 % less, of /a as much: their mean would be 10 % less.
    @Test
    void loads_of_two_paths_are_two_benchmarks() {
        var base = loads("a", "path", TWO_PATHS, 1_000, 999, 1_001, 1_000);
        var head = loads("b", "path", TWO_PATHS, 1_000, 799, 1_001, 800);
        for (var rules : List.of(RULES, PAIRED)) {
            var judgement = Judgement.of(base, head, rules);
            assertThat(judgement.deciding())
                    .extracting(JudgedFigure::benchmark, JudgedFigure::outcome)
                    .containsExactly(
                            tuple("requests /a", Outcome.PASSED),
                            tuple("requests /b", Outcome.FAILED));
            assertThat(kinds(judgement)).doesNotContain("settings-differ", "one-sided");
        }
    }

    @Test
    void loads_of_two_numbers_of_connections_are_two_benchmarks() {
        var base = loads("a", "connections", List.of("50", "50"), 1_000, 1_001);
        var head = loads("b", "connections", List.of("50", "100", "50"), 1_000, 400, 1_001);
        var judgement = Judgement.of(base, head, RULES);
        assertThat(judgement.deciding())
                .extracting(JudgedFigure::benchmark)
                .containsExactly("requests (connections=50)");
        assertThat(judgement.outcome()).isEqualTo(Outcome.PASSED);
        assertThat(judgement.findings())
                .contains(new OneSided("head", List.of("requests (connections=100)")));
    }

    /// A version may have another path, and its loads are repeats all the same.
    @Test
    void sides_of_one_path_each_are_compared() {
        var base = loads("a", "path", List.of("/v1", "/v1"), 1_000, 1_001);
        var head = loads("b", "path", List.of("/v2", "/v2"), 1_000, 1_001);
        var judgement = Judgement.of(base, head, RULES);
        assertThat(judgement.deciding())
                .extracting(JudgedFigure::benchmark)
                .containsExactly("requests");
        assertThat(kinds(judgement)).contains("settings-differ");
    }

    /// Of /b, 500 responses are too few for a p99; of /a it is 11 % longer.
    @Test
    void few_responses_of_a_path_leave_the_percentiles_of_another() {
        var base = counted(loads("a", "path", TWO_PATHS, 1_000, 999, 1_001, 1_000), 0);
        var head = counted(loads("b", "path", TWO_PATHS, 900, 999, 901, 1_000), 0);
        var byP99 = new JudgeRules(0.03, false, false, Optional.of("p99"));
        var judgement = Judgement.of(base, head, byP99);
        assertThat(judgement.deciding())
                .extracting(JudgedFigure::benchmark, JudgedFigure::outcome)
                .containsExactly(
                        tuple("requests /a", Outcome.FAILED),
                        tuple("requests /b", Outcome.UNDECIDED));
    }

    /// 6 of 21,000 requests of the head, all of them among the 1,000 of /b.
    @Test
    void failures_of_a_path_are_not_hidden_by_the_requests_of_another() {
        var base = counted(loads("a", "path", TWO_PATHS, 1_000, 999, 1_001, 1_000), 0);
        var head = counted(loads("b", "path", TWO_PATHS, 1_000, 999, 1_001, 1_000), 3);
        var judgement = Judgement.of(base, head, RULES);
        assertThat(judgement.outcome()).isEqualTo(Outcome.INVALID);
        assertThat(judgement.findings())
                .contains(new MeasurementsFailed("head", MeasurementsFailed.REQUEST, 6, 0.006));
    }

    /// 5 of 20,500 requests of the head, all of them among the 500 of /b, which the base lacks.
    @Test
    void failures_of_a_path_that_is_not_compared_leave_the_others() {
        var base = counted(loads("a", "path", List.of("/a", "/a"), 1_000, 1_001), 0);
        var head = counted(loads("b", "path", List.of("/a", "/b", "/a"), 1_000, 900, 1_001), 5);
        var judgement = Judgement.of(base, head, RULES);
        assertThat(judgement.outcome()).isEqualTo(Outcome.PASSED);
        assertThat(judgement.findings())
                .contains(
                        new MeasurementsFailed(
                                "head", MeasurementsFailed.REQUEST, 5, 5 / 20_500.0));
    }

    /// @param failed of each load on /b
    private static List<ForeignResult> counted(List<ForeignResult> loads, long failed) {
        return loads.stream()
                .map(load ->
                        new ForeignResult(
                                load.name(),
                                load.tool(),
                                load.load(),
                                load.settings(),
                                load.figures(),
                                load.settings().containsValue("/a")
                                        ? new Failures(0, 10_000)
                                        : new Failures(failed, 500),
                                List.of(),
                                List.of()))
                .toList();
    }

    @Test
    void a_pair_of_two_paths_is_refused() {
        var base = loads("a", "path", List.of("/a", "/b"), 1_000, 1_001);
        var head = loads("b", "path", List.of("/b", "/a"), 1_000, 1_001);
        assertThatThrownBy(() -> Judgement.of(base, head, PAIRED))
                .isInstanceOf(WrongInput.class)
                .hasMessage(
                        "--paired: a1.txt is of requests /a, and b1.txt of requests /b: give both sides in the same order");
    }
}
