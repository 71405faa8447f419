package dev.loombench.spec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.spec.yaml.SourceText;
import dev.loombench.spec.yaml.SpecReader;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// The range of all resamples covers a ratio with probability `1 - 2 / C(2n, n)`: 0.971 for n = 4,
/// 0.992 for 5, 0.998 for 6. It covers a figure with probability `1 - 2^(1 - n)`: 0.969 for n = 6,
/// 0.992 for 8.
class TrialsRequiredTest {
    @Test
    void two_trials_give_a_t_interval() {
        assertThat(required(2, "throughput", "").trials()).isEqualTo(2);
        assertThat(required(7, "cpu-per-request", "").trials()).isEqualTo(2);
    }

    @Test
    void percentiles_need_more_trials_with_more_variants() {
        assertThat(required(2, "p99", "").trials()).as("at 95 %").isEqualTo(4);
        assertThat(required(3, "p50", "").trials()).as("at 97.5 %").isEqualTo(5);
        assertThat(required(4, "p99.9", "").trials()).as("6 pairs at 99.17 %").isEqualTo(5);
        assertThat(required(5, "p99", ""))
                .as("10 pairs at 99.5 %")
                .isEqualTo(new TrialsRequired(6, "choosing among 5 variants by p99"));
    }

    @Test
    void a_claim_needs_the_trials_of_its_own_metric() {
        assertThat(required(2, "throughput", "[a p99 below b]").trials()).isEqualTo(4);
        assertThat(required(2, "throughput", "[a p99 below 1s]"))
                .isEqualTo(new TrialsRequired(6, "the claim \"a p99 below 1s\""));
        var six =
                "[a p99 below 1s, b p99 below 1s, a p50 below 1s, b p50 below 1s, a threads below 9, b threads below 9]";
        assertThat(required(2, "throughput", six).trials()).as("6 claims, 99.17 %").isEqualTo(8);
    }

    @Test
    void a_single_variant_without_claims_needs_one_trial() {
        assertThat(required(1, "p99", "").trials()).isEqualTo(1);
    }

    @Test
    void precision_needs_an_interval() {
        var adaptive = yaml(1, "p99", "").replace("trials: 100", "trials: {min: 2, max: 99}");
        assertThat(TrialsRequired.by(spec(adaptive)))
                .isEqualTo(new TrialsRequired(6, "the precision of p99"));
    }

    private static TrialsRequired required(int variants, String metric, String claims) {
        return TrialsRequired.by(spec(yaml(variants, metric, claims)));
    }

    private static String yaml(int variants, String metric, String claims) {
        var names =
                IntStream.range(0, variants)
                        .mapToObj(i ->
                                "  - {name: %c, server: tomcat, model: virtual}".formatted('a' + i))
                        .collect(Collectors.joining("\n"));
        return """
        question: Which is faster?
        variants:
        %s
        load: {users: 400, path: /hello}
        trials: 100
        metric: %s
        %s
        """
                .formatted(names, metric, claims.isEmpty() ? "" : "expect: " + claims);
    }

    private static ExperimentSpec spec(String yaml) {
        var source = SourceText.of("trial.yaml", yaml.getBytes(StandardCharsets.UTF_8));
        return new SpecReader(SmallZoo.SERVERS).read(source, "trial");
    }
}
