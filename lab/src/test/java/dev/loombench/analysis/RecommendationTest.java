package dev.loombench.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleFigures;
import dev.loombench.SampleRun;
import dev.loombench.analysis.trial.TrialFigures;
import dev.loombench.spec.Confidence;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.Threading;
import dev.loombench.spec.Variant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RecommendationTest {
    private static final ExperimentSpec FOUR = four();

    @Test
    void the_best_is_recommended_alone_when_all_others_are_worse() {
        assertThat(choice(Map.of("a", 1_000.0, "b", 2_000.0, "c", 1_500.0, "d", 500.0), 5))
                .contains(new Recommendation("b", List.of(), List.of()));
    }

    @Test
    void variants_within_the_margin_of_the_best_are_equivalent() {
        assertThat(choice(Map.of("a", 1_000.0, "b", 2_000.0, "c", 1_995.0, "d", 500.0), 5))
                .contains(new Recommendation("b", List.of("c"), List.of()));
    }

    /// Five trials with a spread of 1 % do not show whether 1.8 % is below 3 %.
    @Test
    void variants_that_may_be_as_good_are_inconclusive() {
        assertThat(choice(Map.of("a", 1_000.0, "b", 2_000.0, "c", 1_965.0, "d", 500.0), 5))
                .contains(new Recommendation("b", List.of(), List.of("c")));
    }

    @Test
    void variants_without_figures_have_no_recommendation() {
        assertThat(Recommendation.of(new Confidence(FOUR, false), _ -> List.of())).isEmpty();
    }

    /// The level is shared among all pairs, since the trials select the best: otherwise an equal
    /// variant would be ruled out in far more than one run of twenty. The tolerance is two standard
    /// errors of the count.
    @Test
    void equal_variants_are_all_kept_in_nineteen_runs_of_twenty() {
        var random = new SplittableRandom(5);
        int runs = 200;
        int kept = 0;
        for (int i = 0; i < runs; i++) {
            var trials = simulated(random, _ -> 1_000.0, 0.04, 6);
            kept +=
                    Recommendation.of(new Confidence(FOUR, false), trials)
                                            .orElseThrow()
                                            .candidates()
                                            .size()
                                    == 4
                            ? 1
                            : 0;
        }
        double error = Math.sqrt(0.05 * 0.95 / runs);
        assertThat((double) kept / runs).isGreaterThanOrEqualTo(0.95 - 2 * error);
    }

    private static Optional<Recommendation> choice(Map<String, Double> levels, int trials) {
        return Recommendation.of(
                new Confidence(FOUR, false),
                simulated(
                        new SplittableRandom(3),
                        name -> levels.getOrDefault(name, Double.NaN),
                        0.01,
                        trials));
    }

    private static Function<String, List<TrialFigures>> simulated(
            SplittableRandom random, Function<String, Double> level, double spread, int trials) {
        var all =
                Stream.of("a", "b", "c", "d")
                        .collect(
                                Collectors.toMap(
                                        name -> name,
                                        name ->
                                                IntStream.range(0, trials)
                                                        .mapToObj(block ->
                                                                SampleFigures.of(
                                                                        block,
                                                                        level.apply(name)
                                                                                * (1
                                                                                        + spread
                                                                                                * random
                                                                                                        .nextGaussian())))
                                                        .toList()));
        return name -> all.getOrDefault(name, List.of());
    }

    private static ExperimentSpec four() {
        var spec = SampleRun.spec();
        return spec.withVariants(
                Stream.of("a", "b", "c", "d").map(RecommendationTest::named).toList());
    }

    private static Variant named(String name) {
        var variant = Variant.of("tomcat", "virtual", Threading.VIRTUAL, Map.of());
        return new Variant(
                name,
                variant.zooServer().orElseThrow().server(),
                variant.zooServer().orElseThrow().model(),
                variant.zooServer().orElseThrow().threads(),
                variant.settings(),
                variant.jvm(),
                variant.jdk(),
                variant.cpus(),
                variant.workingDirectory(),
                variant.environment(),
                variant.port());
    }
}
