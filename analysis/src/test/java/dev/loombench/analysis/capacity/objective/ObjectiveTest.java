package dev.loombench.analysis.capacity.objective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleRun;
import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.result.LoadResult;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.ErrorPolicy;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Traffic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectiveTest {
    private static final Traffic TRAFFIC = SampleRun.experiment().traffic();

    private static WindowCounts counts(int fast, int slow, long errors) {
        var times = new Histogram(3);
        times.recordValueWithCount(Duration.ofMillis(10).toNanos(), fast);
        times.recordValueWithCount(Duration.ofMillis(80).toNanos(), slow);
        return new WindowCounts(times, fast + slow + errors, errors);
    }

    @Test
    void texts_are_parsed_and_printed() {
        assertThat(Objective.parse("p99<50ms"))
                .isEqualTo(new Objective.Percentile(99, Duration.ofMillis(50)));
        assertThat(Objective.parse(" p99.9 < 1.5s ").text()).isEqualTo("p99.9<1500ms");
        assertThat(Objective.parse("mean<20ms").text()).isEqualTo("mean<20ms");
        assertThat(Objective.parse("errors<0.1%").text()).isEqualTo("errors<0.1%");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "p99",
                "p99>50ms",
                "p99<=50ms",
                "p99<50",
                "p9<50ms",
                "p49<50ms",
                "p100<50ms",
                "p99.9999<50ms",
                "max<50ms",
                "mean<5%",
                "errors<1",
                "errors<0%",
                "errors<100%",
                "p99<0ms"
            })
    void wrong_texts_are_rejected(String text) {
        assertThatThrownBy(() -> Objective.parse(text)).isInstanceOf(WrongInput.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "p99<1e400ms",
                "p99<NaNms",
                "p99<-5ms",
                "p99<99999999999999999999h",
                "p99<400000000000000000h",
                "p\u0669\u0669<50ms",
                "p99<50ms\u001b[2J",
                "\u001b]0;title\u0007<5ms",
                "p99<50ms; rm -rf /",
                "mean<0.0000000001s",
                "errors<1e-5%",
                "p99<<50ms",
                "p99.0000000000000000000000001<5ms"
            })
    void hostile_texts_are_rejected_without_control_characters(String text) {
        assertThatThrownBy(() -> Objective.parse(text))
                .isInstanceOf(WrongInput.class)
                .message()
                .doesNotContain("\u001b", "\u0007");
        assertThatThrownBy(() -> Objective.parse(text.repeat(10_000)))
                .isInstanceOf(WrongInput.class);
    }

    @Test
    void a_mistake_shows_the_expected_form() {
        assertThatThrownBy(() -> Objective.parse("p99>50ms"))
                .hasMessage(
                        "--slo \"p99>50ms\" is no objective; expected p99<50ms (any percentile from"
                                + " p50 to p99.999), mean<20ms or errors<0.1%, in quotes");
        assertThatThrownBy(() -> Objective.parse("p99<50"))
                .hasMessageStartingWith("--slo \"p99<50\" has no unit, as in 'p99<50ms'; expected");
        assertThatThrownBy(() -> Objective.parse("errors<0.1"))
                .hasMessageContaining("as in 'errors<0.1%'");
        assertThatThrownBy(() -> Objectives.parse(List.of("p99<5ms", "p99<9ms")))
                .hasMessage("two objectives for p99; give one");
        assertThatThrownBy(() -> Objectives.parse(List.of())).hasMessageContaining("--slo");
    }

    @Test
    void the_burn_of_a_percentile_is_its_share_of_slow_responses() {
        var p99 = Objective.parse("p99<50ms");
        assertThat(p99.burn(counts(995, 5, 0))).isCloseTo(0.5, within(1e-9)); // 0.5 % of 1 %
        assertThat(p99.burn(counts(980, 20, 0))).isCloseTo(2, within(1e-9));
        assertThat(p99.burn(counts(1000, 0, 0))).isCloseTo(0.05, within(1e-9)); // half a request
        assertThat(p99.burn(counts(0, 0, 7))).isCloseTo(100, within(1e-9));
        assertThat(p99.burn(counts(20, 0, 0))).isCloseTo(0.5, within(1e-9)); // too few for one
        assertThat(p99.burn(counts(19, 1, 0))).isCloseTo(5, within(1e-9));
    }

    @Test
    void a_response_that_takes_exactly_the_limit_is_not_slow() {
        var times = new Histogram(3);
        times.recordValueWithCount(Duration.ofMillis(50).toNanos(), 100);
        var counts = new WindowCounts(times, 100, 0);
        assertThat(Objective.parse("p99<50ms").burn(counts)).isLessThan(1);
    }

    @Test
    void the_burn_of_errors_and_of_a_mean() {
        assertThat(Objective.parse("errors<1%").burn(counts(97, 0, 3))).isCloseTo(3, within(1e-9));
        // (10 + 80) / 2 = 45 ms of 90 ms; the histogram has three digits
        assertThat(Objective.parse("mean<90ms").burn(counts(1, 1, 0))).isCloseTo(0.5, within(1e-3));
    }

    /// A request that timed out is among the response times and among the errors.
    @Test
    void a_request_that_timed_out_is_one_request() {
        var times = counts(80, 20, 0).responseTime();
        var counts = new WindowCounts(times, 100, 20);
        assertThat(Objective.parse("errors<20%").burn(counts)).isCloseTo(1, within(1e-9));
        assertThat(Objective.parse("errors<10%").burn(counts)).isCloseTo(2, within(1e-9));
    }

    /// 4,000 requests of 10 ms, of which some failed.
    private static LoadResult failing(ErrorKind kind, int errors) {
        var errorsByKind = Map.of(kind.label(), (long) errors);
        return SampleRun.completed(2_000 - errors / 2, 10, errorsByKind, 400, 0.2).load();
    }

    /// A server that refuses what it cannot serve answers the others quickly.
    @Test
    void without_an_objective_for_errors_as_many_may_fail_as_in_a_valid_run() {
        var p99 = Objectives.parse(List.of("p99<50ms"));
        // half a request of the 40 that may be slow
        assertThat(p99.burn(failing(ErrorKind.STATUS_5XX, 0), TRAFFIC))
                .isCloseTo(0.0125, within(1e-9));
        // 0.1 % of 4,000 are 4, and one more
        assertThat(p99.burn(failing(ErrorKind.STATUS_5XX, 2), TRAFFIC))
                .isCloseTo(0.5, within(1e-9));
        assertThat(p99.burn(failing(ErrorKind.STATUS_5XX, 4), TRAFFIC)).isEqualTo(1);
        assertThat(p99.burn(failing(ErrorKind.STATUS_5XX, 6), TRAFFIC))
                .isCloseTo(1.5, within(1e-9));
        assertThat(p99.burn(failing(ErrorKind.RESET, 400), TRAFFIC)).isCloseTo(100, within(1e-9));
    }

    /// Of 600 requests 0.6 may fail.
    @Test
    void a_stray_error_violates_no_window_and_is_used() {
        var p99 = Objectives.parse(List.of("p99<50ms"));
        var one = SampleRun.completed(300, 10, Map.of("reset", 1L), 400, 0.2).load();
        assertThat(p99.burn(one, TRAFFIC)).isEqualTo(1);
        var two = SampleRun.completed(300, 10, Map.of("reset", 2L), 400, 0.2).load();
        assertThat(p99.burn(two, TRAFFIC)).isGreaterThan(3);
    }

    @Test
    void an_objective_for_errors_replaces_that_limit() {
        var both = Objectives.parse(List.of("p99<50ms", "errors<1%"));
        assertThat(both.burn(failing(ErrorKind.STATUS_5XX, 20), TRAFFIC))
                .isCloseTo(0.5, within(1e-9));
    }

    @Test
    void errors_that_the_experiment_expects_and_missed_deadlines_are_no_violation() {
        var p99 = Objectives.parse(List.of("p99<50ms"));
        var expected =
                SampleRun.experiment(new LoadModel.Closed(400, Duration.ZERO), ErrorPolicy.EXPECTED)
                        .traffic();
        assertThat(p99.burn(failing(ErrorKind.STATUS_5XX, 400), expected)).isLessThan(1);
        assertThat(p99.burn(failing(ErrorKind.DEADLINE_LATE, 400), TRAFFIC)).isLessThan(1);
    }

    @Test
    void all_objectives_must_hold() {
        var both = Objectives.parse(List.of("p99<50ms", "errors<1%"));
        assertThat(both.burn(counts(1000, 1, 20))).isGreaterThan(1);
        assertThat(both.burn(counts(900, 100, 0))).isGreaterThan(1);
        assertThat(both.burn(counts(1000, 1, 1))).isLessThan(1);
        assertThat(both.text()).isEqualTo("p99<50ms and errors<1%");
        assertThat(both.enoughRequests()).isCloseTo(1000, within(1e-6)); // 10 / 1 %
        assertThat(Objectives.parse(List.of("errors<1%")).percent()).isEqualTo(99);
    }
}
