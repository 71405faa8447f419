package dev.loombench.report.scope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleEndpoints;
import dev.loombench.SampleRun;
import dev.loombench.SampleRuntimes;
import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.RareMode;
import dev.loombench.experiment.variant.Cpus;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.observe.result.Observation.Libraries;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialResult;
import dev.loombench.traffic.WebSocketPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The mode that all trials of a variant may have missed: 0.9^n.
class ScopeTextTest {
    @Test
    void a_rare_mode_may_be_missed_by_all_blocks() {
        assertThat(new RareMode(5).missProbability()).isCloseTo(0.59049, within(1e-12));
        assertThat(ScopeText.rareMode(new RareMode(5), SampleRun.experiment()))
                .isEqualTo(
                        "If one process in ten were slow, 5 blocks would miss it with"
                                + " probability 0.59");
        assertThat(ScopeText.rareMode(new RareMode(50), SampleRun.experiment()))
                .endsWith("50 blocks would miss it with probability below 0.01");
    }

    @Test
    void a_single_variant_has_trials() {
        var one =
                SampleRun.experiment()
                        .withVariants(List.of(SampleRun.experiment().variants().getFirst()));
        assertThat(ScopeText.rareMode(new RareMode(1), one))
                .endsWith("1 trial would miss it with probability 0.90");
    }

    /// Without the last of six trials, 2 blocks remain.
    @Test
    void the_variant_with_the_fewest_trials_counts() {
        var trials = SampleRun.trials();
        var all = Analysis.of(SampleRun.manifest(), trials);
        assertThat(ScopeText.scope(all))
                .contains("3 blocks would miss it with probability 0.73.")
                .endsWith(
                        ". Intervals hold where blocks are independent, which 3 blocks do not show");
        var fewer = Analysis.of(SampleRun.manifest(), trials.subList(0, 5));
        assertThat(fewer.rareMode()).contains(new RareMode(2));
    }

    /// A finding looks for it from five blocks on, and sees a weak one from thirty on.
    @Test
    void five_blocks_show_a_strong_dependence_only() {
        assertThat(ScopeText.scope(ofBlocks(4))).endsWith("which 4 blocks do not show");
        assertThat(ScopeText.scope(ofBlocks(5)))
                .endsWith(
                        "Intervals hold where blocks are independent; 5 blocks show only a strong dependence");
        assertThat(ScopeText.scope(ofBlocks(29)))
                .endsWith("29 blocks show only a strong dependence");
        assertThat(ScopeText.scope(ofBlocks(30))).doesNotContain("independent");
    }

    private static Analysis ofBlocks(int blocks) {
        var trials = new ArrayList<TrialResult>();
        for (int block = 1; block <= blocks; block++) {
            for (var variant : SampleRun.experiment().variants()) {
                trials.add(
                        SampleRun.result(
                                new Trial(trials.size() + 1, variant.name(), block),
                                SampleRun.completed(1_000, 400)));
            }
        }
        return Analysis.of(SampleRun.manifest(), trials);
    }

    /// Rounds of processes that already ran depend on one another all the more.
    @Test
    void processes_that_already_ran_have_the_same_condition() {
        var manifest = SampleRun.manifest(SampleEndpoints.experiment());
        assertThat(ScopeText.scope(Analysis.of(manifest, SampleRun.trials())))
                .doesNotContain("miss it")
                .endsWith(
                        "which already ran. Intervals hold where blocks are independent, which 3 blocks do not show");
    }

    @Test
    void a_variant_without_a_trial_has_none() {
        var first = SampleRun.trials().subList(0, 1);
        var analysis = Analysis.of(SampleRun.manifest(), first);
        assertThat(analysis.rareMode()).isEmpty();
        assertThat(ScopeText.scope(analysis)).doesNotContain("miss it");
    }

    @Test
    void a_jdk_that_all_variants_ran_on_is_named_once() {
        assertThat(scope(Map.of(SampleRun.POOL, "25.0.3", SampleRun.VIRTUAL, "25.0.3")))
                .contains("; Linux 6.1; JDK 25.0.3. If");
    }

    @Test
    void a_jdk_of_some_variants_names_them() {
        assertThat(scope(Map.of(SampleRun.VIRTUAL, "25.0.3")))
                .contains("; JDK 25.0.3 (tomcat virtual). If");
        assertThat(scope(Map.of(SampleRun.POOL, "21.0.8", SampleRun.VIRTUAL, "25.0.3")))
                .contains(
                        "; JDK 21.0.8 (tomcat platform-pool 100); JDK 25.0.3 (tomcat virtual). If");
    }

    @Test
    void processors_of_some_variants_name_them() {
        assertThat(on(Optional.of(new Cpus.Count(1)), Optional.of(new Cpus.Count(1))))
                .contains("; Linux 6.1; 1 CPU. If");
        assertThat(on(Optional.of(new Cpus.Quota(0.5)), Optional.of(new Cpus.Listed("0-1"))))
                .contains(
                        "; quota of 0.5 CPUs (tomcat platform-pool 100); processors 0-1 (tomcat virtual). If");
        assertThat(on(Optional.empty(), Optional.of(new Cpus.Count(2))))
                .contains("; Linux 6.1; 2 CPUs (tomcat virtual). If");
        assertThat(on(Optional.empty(), Optional.empty())).contains("; Linux 6.1. If");
    }

    private static String on(Optional<Cpus> first, Optional<Cpus> second) {
        var variants = SampleRun.experiment().variants();
        var experiment =
                SampleRun.experiment()
                        .withVariants(
                                List.of(
                                        on(variants.getFirst(), first),
                                        on(variants.getLast(), second)));
        return ScopeText.scope(Analysis.of(SampleRun.manifest(experiment), SampleRun.trials()));
    }

    private static Variant on(Variant variant, Optional<Cpus> cpus) {
        return new Variant(
                variant.name(),
                variant.subject(),
                variant.jdk(),
                cpus,
                variant.workingDirectory(),
                variant.environment(),
                variant.port());
    }

    /// The lab itself ran on a JDK.
    @Test
    void variants_without_a_jvm_have_no_jdk() {
        assertThat(SampleRun.manifest().environment().jdk()).isEqualTo("25.0.3+9");
        assertThat(scope(Map.of())).doesNotContain("JDK");
    }

    @Test
    void the_build_is_that_which_the_run_recorded_of_the_same_release() {
        var recorded =
                Map.of(
                        SampleRun.POOL,
                        "25.0.3+9-LTS (Vendor) in /jdk-25",
                        SampleRun.VIRTUAL,
                        "25.0.3+9-LTS (Vendor) in /jdk-25");
        assertThat(scope(Map.of(), recorded)).contains("; JDK 25.0.3+9-LTS. If");
        assertThat(scope(Map.of(SampleRun.POOL, "25.0.3", SampleRun.VIRTUAL, "21.0.8"), recorded))
                .contains(
                        "; JDK 25.0.3+9-LTS (tomcat platform-pool 100); JDK 21.0.8 (tomcat virtual). If");
        assertThat(scope(Map.of(SampleRun.POOL, "25.0.3"), recorded))
                .as("--jdk of a command without a JVM")
                .contains("; JDK 25.0.3+9-LTS (tomcat platform-pool 100). If");
    }

    private static String scope(Map<String, String> observed) {
        return scope(observed, Map.of());
    }

    /// @param observed variant -> release of the JVM of its trials
    /// @param recorded variant -> JDK before the trials
    private static String scope(Map<String, String> observed, Map<String, String> recorded) {
        var like = SampleRun.manifest();
        var manifest =
                SampleRun.manifest(
                        like.experiment(),
                        like.environment(),
                        like.started(),
                        like.seed(),
                        like.exclusive(),
                        like.plan(),
                        recorded);
        var trials =
                SampleRun.trials().stream()
                        .map(result ->
                                SampleRun.result(
                                        result.trial(),
                                        on(
                                                (Completed) result.outcome(),
                                                Optional.ofNullable(
                                                        observed.get(result.trial().variant())))))
                        .toList();
        return ScopeText.scope(Analysis.of(manifest, trials));
    }

    private static Completed on(Completed trial, Optional<String> jdk) {
        var observations = new ArrayList<>(trial.observations());
        jdk.map(SampleRuntimes::hotSpot)
                .map(java -> new Libraries("libraries", java, false, List.of(), List.of()))
                .ifPresent(observations::add);
        return SampleRun.completed(trial.warmUp(), trial.load(), trial.unloaded(), observations);
    }

    @Test
    void greetings_and_binary_messages_are_named() {
        assertThat(ScopeText.webSocket(WebSocketPolicy.DEFAULT)).isEmpty();
        assertThat(ScopeText.webSocket(new WebSocketPolicy(1, true)))
                .isEqualTo(", 1 greeting on each connection, binary messages");
        assertThat(ScopeText.webSocket(new WebSocketPolicy(2, false)))
                .isEqualTo(", 2 greetings on each connection");
    }
}
