package dev.loombench.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.SampleBatch;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.experiment.yaml.ClaimParserTest;
import dev.loombench.experiment.yaml.ExperimentTexts;
import dev.loombench.observe.result.OptionalObservation;
import dev.loombench.text.WrongInput;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AdjustedExperimentTest {
    @Test
    void a_quick_run_has_fewer_trials_and_shorter_phases_and_lists_the_changes() {
        var warmUp = "measure: 10s\n  warm-up: {min: 3s, max: 9s}";
        var quick = quick(WrongExperiments.GOOD.replace("measure: 10s", warmUp));
        assertThat(quick.experiment().phases())
                .isEqualTo(
                        new Phases(
                                Duration.ofSeconds(2),
                                Duration.ofSeconds(4),
                                Duration.ofSeconds(3)));
        assertThat(quick.experiment().trials()).isEqualTo(TrialCount.exactly(3));
        assertThat(quick.changes())
                .containsExactly(
                        "trials: 3 instead of 5",
                        "warm-up: 2s to 4s instead of 3s to 9s",
                        "window: 3s instead of 10s");
    }

    @Test
    void an_observation_that_is_added_is_a_change() {
        var profiled =
                AdjustedExperiment.asWritten(ExperimentTexts.read(WrongExperiments.GOOD))
                        .withObserved(Set.of(OptionalObservation.PROFILE));
        assertThat(profiled.experiment().observe()).containsExactly(OptionalObservation.PROFILE);
        assertThat(profiled.changes()).containsExactly("observe: profile");
        assertThat(profiled.withObserved(profiled.experiment().observe()).changes())
                .as("once")
                .containsExactly("observe: profile");
    }

    @Test
    void a_batch_is_not_profiled() {
        assertThatThrownBy(() ->
                        SampleBatch.experiment().withObserved(Set.of(OptionalObservation.PROFILE)))
                .isInstanceOf(WrongInput.class)
                .hasMessageStartingWith("observe: profile needs a server under load");
    }

    @Test
    void a_window_of_requests_is_halved() {
        var counted = "measure: {requests: 250001, max: 40s}";
        var phases =
                quick(WrongExperiments.GOOD.replace("measure: 10s", counted)).experiment().phases();
        assertThat(phases.requests()).isEqualTo(OptionalLong.of(125_001));
        assertThat(phases.measure()).isEqualTo(Duration.ofSeconds(40));
    }

    @Test
    void the_load_and_the_claims_do_not_change() {
        var yaml = ClaimParserTest.MANY_TRIALS + ClaimParserTest.PUBLISHED;
        var quick = quick(yaml).experiment();
        assertThat(quick.load()).isEqualTo(ExperimentTexts.read(yaml).load());
        assertThat(quick.claims()).isEqualTo(ExperimentTexts.read(yaml).claims());
    }

    @Test
    void a_percentile_needs_no_more_trials_than_another_metric() {
        var claim = "expect: [tomcat virtual p99 below 1s]\n";
        var trials = quick(WrongExperiments.GOOD).experiment().trials();
        assertThat(quick(WrongExperiments.GOOD + claim).experiment().trials()).isEqualTo(trials);
        assertThat(quick(WrongExperiments.GOOD + "metric: p99\n").experiment().trials())
                .isEqualTo(trials);
    }

    @Test
    void a_quick_run_keeps_enough_trials_for_its_metric() {
        var claim = "expect: [tomcat virtual throughput above 1k/s]\n";
        var quick = quick(WrongExperiments.GOOD + "metric: p99\n" + claim).experiment();
        assertThatCode(() -> TrialsRequired.check(quick)).doesNotThrowAnyException();
        assertThat(quick.trials().max()).isEqualTo(3);
    }

    @Test
    void a_server_may_warm_up_for_as_long_as_its_file_requires_at_least() {
        var yaml = WrongExperiments.GOOD.replace("measure: 10s", "measure: 10s\n  warm-up: %s");
        assertThat(quick(yaml.formatted("{min: 8s, max: 20s}")).changes())
                .contains("warm-up: 2s to 8s instead of 8s to 20s");
        assertThat(quick(yaml.formatted("20s")).changes())
                .contains("warm-up: 2s to 10s instead of 20s");
    }

    @Test
    void metrics_that_do_not_decide_are_waited_for_no_longer_than_the_maximum() {
        var yaml = WrongExperiments.GOOD.replace("measure: 10s", "measure: 10s\n  warm-up: %s");
        assertThat(phases(yaml.formatted("{max: 20s, others: 3s}")).warmUpOthers())
                .contains(Duration.ofSeconds(3));
        assertThat(phases(yaml.formatted("{max: 20s, others: 6s}")).warmUpOthers())
                .contains(Duration.ofSeconds(4));
        assertThat(phases(yaml.formatted("{max: 20s}")).warmUpOthers()).isEmpty();
    }

    private static Phases phases(String yaml) {
        return quick(yaml).experiment().phases();
    }

    @Test
    void the_change_to_a_longer_warm_up_states_the_reason() {
        var warmUp = "measure: 10s\n  warm-up: {min: 5s, max: 8s}";
        var yaml = WrongExperiments.GOOD.replace("measure: 10s", warmUp);
        var claim = "expect: [tomcat virtual cpu-per-request below 1ms]\n";
        assertThat(quick(yaml + claim).changes())
                .contains(
                        "warm-up: 8s in full, so that compilers finish before CPU is measured,"
                                + " instead of 5s to 8s");
    }

    @Test
    void a_claim_on_cpu_keeps_the_full_warm_up() {
        var yaml = WrongExperiments.GOOD.replace("measure: 10s", "measure: 10s\n  warm-up: 9s");
        var claim = "expect: [tomcat virtual cpu-per-request below 1ms]\n";
        assertThat(quick(yaml + claim).experiment().phases().warmUpMin())
                .isEqualTo(Duration.ofSeconds(9));
    }

    @Test
    void a_varying_load_held_connections_and_many_users_keep_their_phases() {
        for (var users :
                new String[] {
                    "users: [{duration: 30s, target: 400}]", "users: 1001", "held-connections: 100"
                }) {
            var yaml = WrongExperiments.GOOD.replace("users: 400", users);
            assertThat(quick(yaml).experiment().phases())
                    .isEqualTo(ExperimentTexts.read(yaml).phases());
        }
    }

    @Test
    void a_small_experiment_does_not_change() {
        var small =
                WrongExperiments.GOOD
                        .replace("  - server: tomcat\n    model: virtual\n", "")
                        .replace("trials: 5", "trials: 1")
                        .replace("measure: 10s", "measure: 1s\n  warm-up: 500ms");
        assertThat(quick(small))
                .isEqualTo(AdjustedExperiment.asWritten(ExperimentTexts.read(small)));
    }

    @Test
    void removing_a_variant_removes_its_claims() {
        var all = ExperimentTexts.read(ClaimParserTest.MANY_TRIALS + ClaimParserTest.CLAIMS);
        var left = all.without(Set.of("tomcat platform-pool 100")).orElseThrow();
        assertThat(left.variants()).extracting(Variant::name).containsExactly("tomcat virtual");
        assertThat(left.claims())
                .extracting(Claim::metric)
                .containsExactly(Metric.P99, Metric.PEAK_RSS, Metric.THREADS, Metric.CAPACITY);
        assertThat(all.without(Set.of("tomcat virtual")).orElseThrow().claims()).hasSize(1);
        assertThat(all.without(Set.of("tomcat virtual", "tomcat platform-pool 100"))).isEmpty();
    }

    private static AdjustedExperiment quick(String yaml) {
        return AdjustedExperiment.quick(ExperimentTexts.read(yaml));
    }
}
