package dev.loombench.experiment.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.variant.ServerDescription;
import dev.loombench.text.WrongInput;
import dev.loombench.yaml.SourceText;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonThresholdTest {
    private static final Experiment SPEC =
            experiment("[{name: pool-200}, {name: virtual, args: x}, {name: virtual 2, args: y}]");

    private static Experiment experiment(String variants) {
        return experiment(variants, "");
    }

    /// @param rest further lines
    private static Experiment experiment(String variants, String rest) {
        var yaml =
                """
                question: Which one is faster?
                service: {command: "sleep {port}"}
                variants: %s
                load: {users: 400, path: /hello}
                %s\
                """
                        .formatted(variants, rest);
        var source = SourceText.of("mine.yaml", yaml.getBytes(StandardCharsets.UTF_8));
        return new ExperimentReader(List.<ServerDescription>of()).read(source, "mine");
    }

    private static List<String> claims(String text) {
        return ComparisonThreshold.claims(text, SPEC).stream().map(Claim::text).toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    virtual<0.95x         | virtual throughput above 0.95x pool-200
                    virtual <= 0.95 x     | virtual throughput above 0.95 x pool-200
                    virtual throughput>1.1x | virtual throughput below 1.1x pool-200
                    virtual<pool-200      | virtual throughput above pool-200
                    virtual p99>50ms      | virtual p99 below 50ms
                    virtual p99 >= 50ms   | virtual p99 below 50ms
                    virtual 2 p99>1.2x    | virtual 2 p99 below 1.2x pool-200
                    virtual 2<0.9x        | virtual 2 throughput above 0.9x pool-200
                    pool-200<0.5x virtual | pool-200 throughput above 0.5x virtual
                    virtual peak-rss>180m | virtual peak-rss below 180m
                    '  virtual  p99  >  1.2x ' | virtual p99 below 1.2x pool-200
                    virtual\tp99>1.2x    | virtual p99 below 1.2x pool-200
                    virtual 2  <  0.9  x  | virtual 2 throughput above 0.9 x pool-200
                    """)
    void a_condition_is_the_opposite_of_a_claim(String condition, String claim) {
        assertThat(claims(condition)).containsExactly(claim);
    }

    @Test
    void without_a_variant_it_is_a_condition_for_each() {
        assertThat(claims("p99>50ms"))
                .containsExactly(
                        "pool-200 p99 below 50ms",
                        "virtual p99 below 50ms",
                        "virtual 2 p99 below 50ms");
        assertThat(claims("<900/s"))
                .hasSize(3)
                .first()
                .isEqualTo("pool-200 throughput above 900/s");
    }

    /// With a rate, p99 is the metric of the verdict.
    @Test
    void a_condition_without_a_metric_must_hold_where_a_variant_is_worse() {
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> claims("virtual>1.1x"))
                .withMessageContaining("by throughput, the metric of the verdict")
                .withMessageContaining("write <");
        var byP99 = experiment("[{name: pool}, {name: virtual, args: x}]", "metric: p99\n");
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> ComparisonThreshold.claims("virtual<0.95x", byP99))
                .withMessageContaining("by p99, the metric of the verdict")
                .withMessageContaining("write >");
        assertThat(ComparisonThreshold.claims("virtual>1.05x", byP99))
                .extracting(Claim::text)
                .containsExactly("virtual p99 below 1.05x pool");
        assertThat(ComparisonThreshold.claims("virtual p99<0.95x", byP99))
                .extracting(Claim::text)
                .containsExactly("virtual p99 above 0.95x pool");
    }

    @Test
    void a_factor_is_of_the_first_variant_which_it_is_no_condition_for() {
        assertThat(claims("throughput<0.95x"))
                .containsExactly(
                        "virtual throughput above 0.95x pool-200",
                        "virtual 2 throughput above 0.95x pool-200");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    virtal<0.95x      | did you mean "virtual"?
                    virtual p9>50ms   | did you mean "p90"?
                    virtual=0.95x     | expected [variant] [metric] < or > limit
                    virtual           | variants: pool-200, virtual, virtual 2
                    my variant<0.95x  | expected [variant] [metric] < or > limit
                    pool-200<0.95x    | it compares pool-200 with itself
                    virtual<virtual   | it compares virtual with itself
                    virtual<0.95x bob | is not a variant of this experiment
                    virtual<soon      | is not a variant, and not a value of throughput
                    virtual<0.95      | write 0.95x for a factor, or 0.95/s for a rate
                    throughput<900    | write 900x for a factor, or 900/s for a rate
                    virtual capacity<900 | loombench capacity
                    virtual elapsed>1s   | the metric elapsed needs load: {batch
                    """)
    void a_wrong_condition_is_reported_with_what_was_expected(String condition, String message) {
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> claims(condition))
                .withMessageStartingWith("--fail-if \"" + condition + "\": ")
                .withMessageContaining(message);
    }
}
