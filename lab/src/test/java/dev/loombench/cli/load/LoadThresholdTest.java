package dev.loombench.cli.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.cli.SampleLoad;
import dev.loombench.spec.text.SpecError;
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
                "p99.9>79ms",
                "p99.99>79ms",
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
    void it_fails_a_load_of_which_it_holds(String text) {
        var load = SampleLoad.with(text);
        assertThat(load.failures()).hasSize(1);
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
    void it_lets_a_load_pass_of_which_it_does_not_hold(String text) {
        assertThat(SampleLoad.with(text).failures()).isEmpty();
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
    void it_says_which_figure_it_met(String text, String sentence) {
        var load = SampleLoad.with(text);
        assertThat(load.failures().getFirst().sentence(load)).isEqualTo(sentence);
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
                "p99>5 | \"p99>5\" has a wrong bound: \"5\" has no unit",
                "p99>5% | \"p99>5%\" has a wrong bound: \"5%\" has an unknown unit",
                "rps<fast | \"rps<fast\" has a wrong bound: \"fast\" is not a rate",
                "errors>1.5 | \"errors>1.5\" has a wrong bound: \"1.5\" is not a whole number",
            })
    void a_wrong_one_is_told_with_what_is_due(String text, String message) {
        assertThatThrownBy(() -> LoadThreshold.parse(text))
                .isInstanceOf(SpecError.class)
                .hasMessageStartingWith(message)
                .hasMessageContaining("p50, p99.9 or any other percentile, max, mean, rps, errors")
                .hasMessageContaining("'p99>50ms'");
    }

    @Test
    void one_on_throughput_takes_the_place_of_the_doubt_about_a_rate_not_reached() {
        var slow = SampleLoad.answering(900, "errors>10");
        assertThat(slow.doubts())
                .containsExactly("90 answers/s came where 100 requests/s were asked");
        assertThat(SampleLoad.answering(900, "errors>10", "rps<80").doubts()).isEmpty();
        assertThat(SampleLoad.answering(900, "errors>10", "rps>80").doubts()).hasSize(1);
    }

    @Test
    void one_on_errors_takes_the_place_of_the_doubt_about_them() {
        assertThat(SampleLoad.with().doubts()).containsExactly("10 of 1000 requests failed");
        assertThat(SampleLoad.with("errors>5").doubts()).isEmpty();
        assertThat(SampleLoad.with("errors>5%").doubts()).isEmpty();
        assertThat(SampleLoad.with("p99>5s").doubts()).hasSize(1);
        assertThat(SampleLoad.with("errors<5").doubts()).hasSize(1); // that is no limit
    }
}
