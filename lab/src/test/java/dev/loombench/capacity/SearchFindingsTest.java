package dev.loombench.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleCapacity;
import dev.loombench.SampleRun;
import dev.loombench.analysis.capacity.Capacity;
import dev.loombench.analysis.capacity.RateProbe;
import dev.loombench.analysis.capacity.RateProbe.Outcome;
import dev.loombench.analysis.capacity.RateProbe.Purpose;
import dev.loombench.analysis.capacity.VariantCapacity;
import dev.loombench.analysis.capacity.objective.Objectives;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.validity.capacity.CapacityFinding.ProbesDisturbed;
import dev.loombench.analysis.validity.machine.ConcurrentRun;
import dev.loombench.analysis.validity.stationarity.NotSteady;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Severity;
import dev.loombench.result.Steadiness.State;
import dev.loombench.traffic.Arrival;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/// The findings about windows, and searches, that other processes disturbed.
class SearchFindingsTest {
    private static final CapacitySettings SETTINGS =
            new CapacitySettings(
                    Objectives.parse(List.of("p99<50ms")),
                    4,
                    Duration.ofSeconds(6),
                    Arrival.POISSON,
                    1_000,
                    Duration.ofSeconds(60),
                    Duration.ZERO);

    private static List<ResultFinding> findings(List<RateProbe> probes) {
        var variant =
                VariantCapacity.of(
                        "v",
                        Capacity.Estimated.unconfirmed(900),
                        probes,
                        Optional.empty(),
                        List.of(),
                        Optional.empty(),
                        Optional.empty());
        return SearchFindings.of(variant, List.of(), Optional.empty(), SETTINGS);
    }

    private static RateProbe window(Purpose purpose, Outcome outcome, String disturbance) {
        var like = SampleCapacity.probe("v", 2, 900, outcome == Outcome.MET ? 0.5 : 1.5, outcome);
        return SampleCapacity.like(
                like, purpose, Optional.of(disturbance).filter(d -> !d.isEmpty()));
    }

    private static RateProbe disturbed(Purpose purpose) {
        return window(purpose, Outcome.VIOLATED, "memory-short");
    }

    @Test
    void a_disturbed_window_of_any_purpose_is_a_finding() {
        for (var purpose : Purpose.values()) {
            var windows = new ArrayList<RateProbe>();
            windows.add(window(Purpose.CONFIRM, Outcome.MET, ""));
            windows.add(window(Purpose.HOLD, Outcome.MET, ""));
            windows.add(disturbed(purpose));
            assertThat(findings(windows))
                    .as(purpose.name())
                    .filteredOn(ProbesDisturbed.class::isInstance)
                    .singleElement()
                    .satisfies(f -> {
                        assertThat(((ProbesDisturbed) f).reason()).isEqualTo("memory-short");
                        assertThat(f.severity()).isEqualTo(Severity.NOTE);
                    });
        }
    }

    /// Two of three that confirm, and two of six in all.
    @Test
    void more_than_half_of_the_windows_that_confirm_are_too_many() {
        var windows = new ArrayList<RateProbe>();
        windows.add(window(Purpose.BRACKET, Outcome.MET, ""));
        windows.add(window(Purpose.BRACKET, Outcome.MET, ""));
        windows.add(window(Purpose.HOLD, Outcome.MET, ""));
        windows.add(window(Purpose.CONFIRM, Outcome.MET, ""));
        windows.add(disturbed(Purpose.CONFIRM));
        windows.add(disturbed(Purpose.CONFIRM));
        assertThat(findings(windows)).contains(new ProbesDisturbed("v", 2, 3, "memory-short"));
        assertThat(new ProbesDisturbed("v", 2, 3, "memory-short").severity())
                .isEqualTo(Severity.INVALID);
    }

    /// A search whose lowest rate violates has no window at its capacity, which would be analysed.
    @Test
    void a_search_beside_another_run_is_invalid_without_a_window_at_the_capacity() {
        var found = findings(List.of(window(Purpose.BRACKET, Outcome.VIOLATED, "")));
        var disturbed = SampleRun.manifest().notExclusive();
        assertThat(SearchFindings.ofSearch(SampleRun.manifest(), found))
                .noneMatch(ConcurrentRun.class::isInstance);
        assertThat(SearchFindings.ofSearch(disturbed, found)).contains(new ConcurrentRun());
        assertThat(SearchFindings.ofSearch(disturbed, List.of(new ConcurrentRun())))
                .containsExactly(new ConcurrentRun());
    }

    @Test
    void a_warm_up_that_ended_while_response_times_would_change_concerns_a_capacity() {
        assertThat(concerns(Metric.P50, State.BACKLOG, true)).isTrue();
        assertThat(concerns(Metric.CPU_PER_REQUEST, State.FALLING, false)).isTrue();
        assertThat(concerns(Metric.CPU_PER_REQUEST, State.BACKLOG, false)).isFalse();
        assertThat(concerns(Metric.THROUGHPUT, State.RISING, false)).isFalse();
    }

    private static boolean concerns(Metric metric, State state, boolean decides) {
        return SearchFindings.concernsCapacity(notSteady(metric, state, decides));
    }

    private static NotSteady notSteady(Metric metric, State state, boolean decides) {
        return new NotSteady(
                "v",
                metric,
                state,
                3,
                4,
                20,
                50_000,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                false,
                decides);
    }

    @Test
    void a_window_that_the_generator_could_not_offer_is_another_finding() {
        var windows =
                List.of(
                        window(Purpose.CONFIRM, Outcome.MET, ""),
                        window(Purpose.CONFIRM, Outcome.GENERATOR_LIMITED, "generator-saturated"));
        assertThat(findings(windows)).noneMatch(ProbesDisturbed.class::isInstance);
    }
}
