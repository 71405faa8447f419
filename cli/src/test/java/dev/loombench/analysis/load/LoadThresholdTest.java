package dev.loombench.analysis.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleRun;
import dev.loombench.SimulatedQueue;
import dev.loombench.SimulatedQueue.Service;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.validity.generator.PacedInTicks;
import dev.loombench.analysis.validity.load.Errors;
import dev.loombench.analysis.validity.percentile.TailFinding;
import dev.loombench.analysis.validity.response.ResponseFinding.RateNotAchieved;
import dev.loombench.base.Window;
import dev.loombench.cli.SampleLoad;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResults;
import dev.loombench.load.threshold.LoadThreshold;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LoadThresholdTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "p50>9ms",
                "p95>9ms",
                "p98.5>79ms",
                "p90 > 9ms",
                "p99 >= 80ms",
                "max>79ms",
                // (970 * 10 + 20 * 80) / 990 = 11.4 ms
                "mean>11ms",
                "mean < 12ms",
                "rps<100",
                "rps<=99",
                "errors>=10",
                "errors>9",
                "errors>0.9%",
                "errors>=1%"
            })
    void a_condition_that_is_true_fails_the_load(String text) {
        var load = SampleLoad.with(text);
        assertThat(load.violatedThresholds()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "p50>11ms",
                "p90>=11ms",
                "p95>=11ms",
                "p99>81ms",
                "max>81ms",
                "mean>12ms",
                "rps<99",
                "rps<0.09k",
                "errors>10",
                "errors>1%"
            })
    void a_condition_that_is_false_passes_the_load(String text) {
        assertThat(SampleLoad.with(text).violatedThresholds()).isEmpty();
    }

    /// Of 990 responses 9.9 lie beyond p99, which is taken for ten, and one beyond p99.9.
    @ParameterizedTest
    @ValueSource(strings = {"p99.9>81ms", "p99.9<79ms", "p99.9<1h", "p99.99>81ms", "p99.1>81ms"})
    void a_percentile_of_few_responses_is_undecided(String text) {
        var load = SampleLoad.with(text);
        assertThat(load.violatedThresholds()).isEmpty();
        assertThat(load.undecidedThresholds()).hasSize(1);
        assertThat(SampleLoad.with("p99>79ms", "p50>1h", "max>1h").undecidedThresholds()).isEmpty();
    }

    @Test
    void its_message_has_the_option_with_which_it_is_decided() {
        var load = SampleLoad.with("p99.9>81ms");
        assertThat(load.undecidedThresholds().getFirst().message())
                .isEqualTo(
                        "0 of 990 responses lie beyond p99.9, which is judged from 10 on: measure with -d 102s (--fail-if 'p99.9>81ms')");
        var counted = SampleLoad.ofRequests(1_000, "p99.9>81ms");
        assertThat(counted.undecidedThresholds().getFirst().message())
                .contains("measure with -n 10102 (");
    }

    /// Also where a lower percentile is decided.
    @Test
    void it_is_named_by_the_finding() {
        assertThat(SampleLoad.with("p99>79ms").notes()).isEmpty();
        var notes = SampleLoad.with("p99>79ms", "p99.9>79ms").notes();
        assertThat(notes).hasSize(1);
        var few = only(notes, TailFinding.class);
        assertThat(few.kind().id()).isEqualTo("few-responses-beyond");
        assertThat(few.percentile().label()).isEqualTo("p99.9");
        assertThat(few.responses()).isEqualTo(990);
        assertThat(few.beyond()).isCloseTo(0.99, within(1e-6));
    }

    /// The only one of a type.
    private static <T extends ResultFinding> T only(List<ResultFinding> findings, Class<T> type) {
        var all = findings.stream().filter(type::isInstance).map(type::cast).toList();
        assertThat(all).hasSize(1);
        return all.getFirst();
    }

    @Test
    void its_share_of_ticks_is_named_by_the_finding() {
        var open = SampleLoad.with(new LoadModel.Open(100, Arrival.CONSTANT, 8), 0, 0).result();
        var ticked =
                open.with(
                        List.of(
                                new LoadResult.Second(
                                        open.window(),
                                        SampleRun.histogram(1_000, 4),
                                        SampleRun.histogram(1_000, 3))));
        var paced = only(SampleLoad.of(ticked, "p99>50ms").notes(), PacedInTicks.class);
        assertThat(paced.kind().id()).isEqualTo("paced-in-ticks");
        assertThat(paced.pacing()).isEqualTo("1ms");
        assertThat(paced.responseSeconds()).isCloseTo(0.004, within(5e-6));
        assertThat(paced.serviceSeconds()).isCloseTo(0.003, within(5e-6));
        assertThat(paced.share()).isCloseTo(0.25, within(0.005));
        assertThat(SampleLoad.of(ticked).notes())
                .as("without a threshold")
                .extracting(f -> f.kind().id())
                .doesNotContain("paced-in-ticks");
    }

    /// Beyond the p99 lie five responses only, and its p90 is 1 ms.
    @ParameterizedTest
    @CsvSource({"p99>0.9ms, FAILED", "p99>1.1ms, UNDECIDED", "p99<0.9ms, UNDECIDED"})
    void a_percentile_is_at_least_as_long_as_a_lower_one(
            String condition, LoadThreshold.Outcome outcome) {
        var load = SampleLoad.paused(condition);
        assertThat(load.thresholds().getFirst().outcome()).isEqualTo(outcome);
    }

    /// Of five users who waited for one pause, five responses are evidence of the p99.
    @Test
    void a_closed_load_is_judged_by_the_requests_that_took_as_long_as_an_arriving_one() {
        var load = SampleLoad.paused("p99>50ms", "p90>1ns");
        assertThat(load.undecidedThresholds())
                .extracting(t -> t.message())
                .containsExactly(
                        "5 of 9,505 responses lie beyond p99 of an arriving request, which is judged from 10 on: measure with -d 20s (--fail-if 'p99>50ms')");
        assertThat(load.violatedThresholds())
                .extracting(t -> t.message())
                .containsExactly("p90 of an arriving request is 1.00 ms (--fail-if 'p90>1ns')");
        var few = only(load.notes(), TailFinding.class);
        assertThat(few.ofArriving()).isTrue();
        assertThat(few.percentile().label()).isEqualTo("p99");
        assertThat(few.responses()).isEqualTo(9_505);
        assertThat(few.beyond()).isEqualTo(5);
    }

    /// One server with exponential service times, at 0.9 times its capacity for 10 s: a second of
    /// load counts as one independent observation of its response time.
    private static LoadResult nearSaturation() {
        return SimulatedQueue.of(1, 0.005, 0.9, Service.EXPONENTIAL).run(1, 10, 1).getFirst();
    }

    /// @param multiple of the p99 of a window that is too short for the queue
    @ParameterizedTest
    @CsvSource({
        "p99>, 0.5, FAILED",
        "p99>, 2, UNDECIDED",
        "p99>, 4, PASSED",
        "p99<, 0.5, PASSED",
        "p99<, 2, UNDECIDED",
        "p99<, 6, FAILED",
        "max<, 6, FAILED"
    })
    void a_percentile_that_may_be_too_low_is_undecided_below_its_limit(
            String condition, double multiple, LoadThreshold.Outcome outcome) {
        var load = nearSaturation();
        double limit = multiple * load.responseTime().getValueAtPercentile(99) / 1e6;
        var summary = SampleLoad.of(load, condition + Math.round(limit) + "ms");
        assertThat(summary.thresholds().getFirst().outcome()).isEqualTo(outcome);
    }

    @Test
    void its_message_has_the_window_that_suffices_for_the_queue() {
        var load = nearSaturation();
        long limit = Math.round(2 * load.responseTime().getValueAtPercentile(99) / 1e6);
        var summary = SampleLoad.of(load, "p99>" + limit + "ms");
        var threshold = summary.undecidedThresholds().getFirst();
        assertThat(threshold.message())
                .startsWith("p99 is ")
                .containsPattern("queue: measure with -d \\d+[sm] \\(--fail-if 'p99>\\d+ms'\\)");
        assertThat(summary.notes())
                .extracting(f -> f.kind().id())
                .containsExactly("window-shorter-than-queue");
    }

    /// Of 20 s with 100 responses each, 8 s took 80 ms and the others 20 ms, as those of a JVM that
    /// compiles.
    private static LoadResult warmingUp() {
        var intervals = new ArrayList<LoadResult.Second>();
        for (int second = 0; second < 20; second++) {
            var times = SampleRun.histogram(100, second < 8 ? 80 : 20);
            intervals.add(
                    new LoadResult.Second(
                            new Window(second * 1_000_000_000L, (second + 1) * 1_000_000_000L),
                            times,
                            times));
        }
        var plain = SampleLoad.with().result();
        return LoadResults.of(
                new Window(0, 20_000_000_000L),
                LoadResults.counts(2_000, 2_000, Map.of(), 0, 2_000, 2 << 20),
                plain.connections(),
                plain.generator(),
                intervals);
    }

    @ParameterizedTest
    @CsvSource({
        "p99>10ms, FAILED",
        "p99>50ms, UNDECIDED",
        "p99<50ms, UNDECIDED",
        "p99>100ms, PASSED",
        "max>50ms, FAILED"
    })
    void a_percentile_is_undecided_between_two_levels(
            String condition, LoadThreshold.Outcome outcome) {
        var summary = SampleLoad.of(warmingUp(), condition);
        assertThat(summary.thresholds().getFirst().outcome()).isEqualTo(outcome);
    }

    @Test
    void a_change_of_level_is_a_note_with_both_levels_in_the_message() {
        var summary = SampleLoad.of(warmingUp(), "p99>50ms");
        assertThat(summary.notes())
                .extracting(f -> f.kind().id())
                .containsExactly("non-stationary");
        assertThat(summary.undecidedThresholds())
                .extracting(t -> t.message())
                .containsExactly(
                        "p99 is 80.0 ms at first and 20.0 ms at last: measure with a longer warm-up (--warm-up) (--fail-if 'p99>50ms')");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "p99>50ms | p99 is 80.0 ms (--fail-if 'p99>50ms')",
                "rps < 1k | rps is 99.0/s (--fail-if 'rps < 1k')",
                "errors>9 | errors is 10 (--fail-if 'errors>9')",
                "errors>0.5% | errors is 1.00 % (--fail-if 'errors>0.5%')",
            })
    void its_message_shows_the_figure(String text, String message) {
        var load = SampleLoad.with(text);
        assertThat(load.violatedThresholds().getFirst().message()).isEqualTo(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "p99 | \"p99\" is no threshold",
                "p99=5ms | \"p99=5ms\" is no threshold",
                "p99>> 5ms | \"p99>> 5ms\" is no threshold",
                "p99> | \"p99>\" is no threshold",
                "p100>5ms | \"p100>5ms\" names no metric \"p100\"",
                "p0>5ms | \"p0>5ms\" names no metric \"p0\"",
                "p9.>5ms | \"p9.>5ms\" names no metric \"p9.\"",
                "P99>5ms | \"P99>5ms\" names no metric \"P99\"",
                "p99>5 | \"p99>5\" has a wrong limit: \"5\" has no unit",
                "p99>5% | \"p99>5%\" has a wrong limit: \"5%\" has an unknown unit",
                "rps<fast | \"rps<fast\" has a wrong limit: \"fast\" is not a rate",
                "errors>1.5 | \"errors>1.5\" has a wrong limit: \"1.5\" is not a whole number",
            })
    void the_message_for_a_wrong_threshold_shows_the_expected_form(String text, String message) {
        assertThatThrownBy(() -> LoadThreshold.parse(text))
                .isInstanceOf(WrongInput.class)
                .hasMessageStartingWith(message)
                .hasMessageContaining("p50, p99.9 or any other percentile, max, mean, rps, errors")
                .hasMessageContaining("'p99>50ms'");
    }

    @Test
    void a_threshold_on_throughput_replaces_the_check_of_the_rate() {
        var slow = SampleLoad.withResponsesInWindow(900, "errors>10");
        assertThat(slow.problems()).hasSize(1);
        var few = only(slow.problems(), RateNotAchieved.class);
        assertThat(few.missing()).isCloseTo(90, within(0.5));
        assertThat(few.scheduled()).isCloseTo(1_000, within(0.5));
        assertThat(SampleLoad.withResponsesInWindow(900, "errors>10", "rps<80").problems())
                .isEmpty();
        assertThat(SampleLoad.withResponsesInWindow(900, "errors>10", "rps>80").problems())
                .hasSize(1);
    }

    @Test
    void a_threshold_on_errors_replaces_the_check_of_errors() {
        var problems = SampleLoad.with().problems();
        assertThat(problems).hasSize(1);
        assertThat(only(problems, Errors.class).kinds())
                .isEqualTo(Map.of("reset", 1L, "status-5xx", 9L));
        assertThat(SampleLoad.with("errors>5").problems()).isEmpty();
        assertThat(SampleLoad.with("errors>5%").problems()).isEmpty();
        assertThat(SampleLoad.with("p99>5s").problems()).hasSize(1);
        assertThat(SampleLoad.with("errors<5").problems()).hasSize(1); // no upper limit
    }
}
