package dev.loombench.experiment.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Claim.Relation;
import dev.loombench.experiment.Claim.Target;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.TrialCount;
import dev.loombench.experiment.WrongExperiments;
import dev.loombench.yaml.Node;
import dev.loombench.yaml.SourceLocation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

public class ClaimParserTest {
    /// An experiment with enough trials for claims of percentiles together with other claims.
    public static final String MANY_TRIALS =
            WrongExperiments.GOOD.replace("trials: 5", "trials: 8");

    public static final String CLAIMS =
            """
            expect:
              - tomcat virtual throughput above 1.5x tomcat platform-pool 100
              - tomcat platform-pool 100 throughput within 10% of 1k/s
              - tomcat virtual p99 below 300ms
              - tomcat virtual cpu-per-request within 5% of tomcat platform-pool 100
              - tomcat virtual peak-rss below 1g
              - tomcat virtual threads below 30
              - tomcat virtual capacity above 2k/s
            """;

    @Test
    void claims_compare_variants_with_figures_and_other_variants() {
        assertThat(read(CLAIMS).claims())
                .extracting(Claim::metric, Claim::relation, Claim::target)
                .containsExactly(
                        tuple(
                                Metric.THROUGHPUT,
                                new Relation.Above(),
                                new Target.Times(1.5, "tomcat platform-pool 100")),
                        tuple(
                                Metric.THROUGHPUT,
                                new Relation.Within(0.1),
                                new Target.FixedValue(1_000)),
                        tuple(Metric.P99, new Relation.Below(), new Target.FixedValue(300e6)),
                        tuple(
                                Metric.CPU_PER_REQUEST,
                                new Relation.Within(0.05),
                                new Target.Times(1, "tomcat platform-pool 100")),
                        tuple(
                                Metric.PEAK_RSS,
                                new Relation.Below(),
                                new Target.FixedValue(1L << 30)),
                        tuple(Metric.THREADS, new Relation.Below(), new Target.FixedValue(30)),
                        tuple(Metric.CAPACITY, new Relation.Above(), new Target.FixedValue(2_000)));
    }

    public static final String PUBLISHED =
            """
            expect:
              - claim: tomcat virtual throughput above tomcat platform-pool 100
                article: 55 s against 68 s
                where: "MacBook Pro M1"
              - claim: tomcat virtual p99 below 300ms
                article: "316 ms"
              - tomcat virtual threads below 30
            """;

    @Test
    void a_claim_of_an_article_has_the_figure_of_the_article() {
        assertThat(read(PUBLISHED).claims())
                .extracting(Claim::published)
                .containsExactly(
                        Optional.of(
                                new Claim.Citation(
                                        "55 s against 68 s", Optional.of("MacBook Pro M1"))),
                        Optional.of(new Claim.Citation("316 ms", Optional.empty())),
                        Optional.empty());
    }

    @Test
    void the_longest_variant_name_matches() {
        var parser = new ClaimParser(List.of("virtual", "virtual p99"));
        var claim =
                parser.of(
                        new Node.Scalar("virtual p99 p99 below 1s", text(), SourceLocation.START));
        assertThat(claim.variant()).isEqualTo("virtual p99");
        assertThat(claim.metric()).isEqualTo(Metric.P99);
    }

    @Test
    void half_of_the_margin_is_the_default_precision() {
        assertThat(trials("trials: {max: 8}\nmargin: 4%\n"))
                .isEqualTo(new TrialCount(3, 8, OptionalDouble.of(0.02)));
        assertThat(trials("trials: {min: 12}\nprecision: 1%\n"))
                .isEqualTo(new TrialCount(12, 12, OptionalDouble.of(0.01)));
        assertThat(trials("precision: 2%\n"))
                .isEqualTo(new TrialCount(3, 10, OptionalDouble.of(0.02)));
    }

    @Test
    void either_number_of_trials_may_have_a_budget() {
        var ten = Duration.ofMinutes(10);
        assertThat(trials("trials: 4\nbudget: 10m\n")).isEqualTo(TrialCount.exactly(4).within(ten));
        assertThat(trials("trials: {min: 4, max: 8}\nmargin: 4%\nbudget: 10m\n"))
                .isEqualTo(new TrialCount(4, 8, OptionalDouble.of(0.02)).within(ten));
    }

    private static Node.ScalarType text() {
        return Node.ScalarType.TEXT;
    }

    private static TrialCount trials(String keys) {
        var yaml = WrongExperiments.GOOD.replace("trials: 5\n", keys);
        return ExperimentTexts.read(yaml).trials();
    }

    private static Experiment read(String claims) {
        return ExperimentTexts.read(MANY_TRIALS + claims);
    }
}
