package dev.loombench.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.experiment.yaml.ExperimentTexts;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TrialsRequiredTest {
    @Test
    void a_comparison_needs_two_trials_per_variant() {
        assertThat(required(2, "throughput", ""))
                .isEqualTo(new TrialsRequired(2, "comparing 2 variants by throughput"));
        assertThat(required(5, "p99", ""))
                .isEqualTo(new TrialsRequired(2, "comparing 5 variants by p99"));
    }

    @Test
    void a_claim_needs_two_trials() {
        assertThat(required(1, "throughput", "[a p99 below 1s]"))
                .isEqualTo(new TrialsRequired(2, "the claim \"a p99 below 1s\""));
    }

    @Test
    void a_single_variant_without_claims_needs_one_trial() {
        assertThat(required(1, "p99", "").trials()).isEqualTo(1);
    }

    @Test
    void precision_needs_an_interval() {
        var adaptive = yaml(1, "p99", "").replace("trials: 100", "trials: {min: 2, max: 99}");
        assertThat(TrialsRequired.by(ExperimentTexts.read(adaptive)))
                .isEqualTo(new TrialsRequired(2, "the precision of p99"));
    }

    private static TrialsRequired required(int variants, String metric, String claims) {
        return TrialsRequired.by(ExperimentTexts.read(yaml(variants, metric, claims)));
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
}
