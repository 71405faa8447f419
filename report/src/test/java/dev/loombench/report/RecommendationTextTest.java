package dev.loombench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.comparison.Recommendation;
import dev.loombench.experiment.variant.Threading;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.experiment.variant.ZooServer;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Variants with the throughputs c: 1,000/s, a: 3,990/s and b: 3,960/s.
class RecommendationTextTest {
    private static final Analysis ANALYSIS = analysis();
    private static final List<String> NONE = List.of();

    @Test
    void equivalent_variants_are_recommended_together() {
        assertThat(RecommendationText.of(ANALYSIS, new Recommendation("a", List.of("b"), NONE)))
                .isEqualTo(
                        "Recommended: a or b (3.99× and 3.96× the throughput of c)."
                                + " a and b are equivalent within 3 %.");
    }

    @Test
    void an_inconclusive_difference_is_named() {
        assertThat(RecommendationText.of(ANALYSIS, new Recommendation("a", NONE, List.of("b"))))
                .isEqualTo(
                        "Recommended: a or b (3.99× and 3.96× the throughput of c)."
                                + " The difference between a and b is inconclusive.");
    }

    @Test
    void the_first_variant_is_recommended_without_a_ratio() {
        assertThat(RecommendationText.of(ANALYSIS, new Recommendation("c", NONE, NONE)))
                .isEqualTo("Recommended: c by throughput.");
    }

    @Test
    void all_variants_may_be_equivalent_or_inconclusive() {
        assertThat(
                        RecommendationText.of(
                                ANALYSIS, new Recommendation("a", List.of("b", "c"), NONE)))
                .isEqualTo(
                        "Recommended: any. All variants are equivalent within 3 % by throughput.");
        assertThat(
                        RecommendationText.of(
                                ANALYSIS, new Recommendation("a", List.of("b"), List.of("c"))))
                .isEqualTo(
                        "The difference is inconclusive by throughput: no variant can be recommended.");
    }

    private static Analysis analysis() {
        var variants = Stream.of("c", "a", "b").map(RecommendationTextTest::named).toList();
        var manifest = SampleRun.manifest(SampleRun.experiment().withVariants(variants));
        var throughputs = Map.of("c", 1_000, "a", 3_990, "b", 3_960);
        var trials =
                manifest.plan().stream()
                        .map(t ->
                                SampleRun.result(
                                        t,
                                        SampleRun.completed(
                                                throughputs.getOrDefault(t.variant(), 0), 100)))
                        .toList();
        return Analysis.of(manifest, trials);
    }

    private static Variant named(String name) {
        var subject = new ZooServer("tomcat", "virtual", Threading.VIRTUAL, Map.of(), List.of());
        return Variant.of(name, subject);
    }
}
