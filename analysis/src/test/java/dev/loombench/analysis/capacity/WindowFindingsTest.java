package dev.loombench.analysis.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleCapacity;
import dev.loombench.analysis.capacity.RateProbe.Outcome;
import dev.loombench.analysis.capacity.RateProbe.Purpose;
import dev.loombench.analysis.capacity.objective.Objectives;
import dev.loombench.analysis.validity.capacity.CapacityFinding;
import dev.loombench.analysis.validity.capacity.CapacityFinding.ConstantShare;
import dev.loombench.analysis.validity.capacity.CapacityFinding.TooFewRequests;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WindowFindingsTest {
    /// Of a search whose windows have enough requests from 0.2/s on.
    private static List<CapacityFinding> notMet(Purpose purpose, double rate) {
        var violated =
                SampleCapacity.like(
                        SampleCapacity.probe("v", 1, rate, 2, Outcome.VIOLATED),
                        purpose,
                        Optional.empty());
        return WindowFindings.of(
                VariantCapacity.of(
                        "v",
                        new Capacity.NotMet(violated),
                        List.of(violated),
                        Optional.empty(),
                        List.of(),
                        Optional.empty(),
                        Optional.empty()),
                0.2,
                Objectives.parse(List.of("mean<50ms")));
    }

    @Test
    void lower_rates_are_unknown_unless_requests_were_alone() {
        assertThat(notMet(Purpose.BRACKET, 0.2)).contains(new TooFewRequests("v", 0.2, 10));
        assertThat(notMet(Purpose.HOLD, 90)).contains(new TooFewRequests("v", 0.2, 10));
        assertThat(notMet(Purpose.BRACKET, 1)).isEmpty();
    }

    /// A share of 1 % is allowed.
    private static List<CapacityFinding> shares(RateProbe... probes) {
        return shares(List.of("p99<50ms"), probes);
    }

    private static List<CapacityFinding> shares(List<String> objectives, RateProbe... probes) {
        return WindowFindings.of(
                VariantCapacity.of(
                        "v",
                        Capacity.Estimated.unconfirmed(1_000),
                        List.of(probes),
                        Optional.empty(),
                        List.of(),
                        Optional.empty(),
                        Optional.empty()),
                1,
                Objectives.parse(objectives));
    }

    private static RateProbe window(double rate, long requests, double burn) {
        return window(Purpose.LATER, rate, requests, burn);
    }

    private static RateProbe window(Purpose purpose, double rate, long requests, double burn) {
        return new RateProbe(
                1,
                "v",
                1,
                1,
                purpose,
                rate,
                new RateProbe.Figures(requests / rate, requests, 0, rate, 1, 1),
                burn,
                Outcome.MET,
                Optional.empty());
    }

    @Test
    void a_share_that_is_slow_well_below_the_capacity_is_named() {
        assertThat(shares(window(400, 2_000, 0.8), window(800, 6_000, 1), window(900, 9_000, 0)))
                .singleElement()
                .isInstanceOfSatisfying(
                        ConstantShare.class,
                        found -> {
                            assertThat(found.burn()).isCloseTo(0.95, within(1e-9));
                            assertThat(found.fromPerSecond()).isEqualTo(400);
                            assertThat(found.toPerSecond()).isEqualTo(800);
                        });
        assertThat(shares(window(400, 8_000, 0.5))).as("40 of 80").isEmpty();
        assertThat(shares(window(900, 8_000, 1))).as("near the capacity").isEmpty();
        assertThat(shares(window(400, 900, 1))).as("9 requests").isEmpty();
        assertThat(shares(window(Purpose.BRACKET, 400, 8_000, 1))).as("a cold server").isEmpty();
    }

    /// Of 12 that are allowed on average, 6 or fewer are slow in 4.6 % of cases, and 2 or fewer in
    /// 0.05 %.
    @Test
    void a_smaller_share_of_few_requests_may_be_chance() {
        assertThat(shares(window(400, 1_200, 0.5))).hasSize(1);
        assertThat(shares(window(400, 1_200, 0.2))).isEmpty();
    }

    /// Half of what `p50<10ms` allows of 1,200 requests are 300 of them, far fewer than 600.
    @Test
    void the_number_of_slow_requests_is_that_of_a_single_objective() {
        var both = List.of("p50<10ms", "p99<50ms");
        assertThat(shares(both, window(400, 1_200, 0.5))).isEmpty();
        assertThat(shares(both, window(400, 1_200, 0.9))).hasSize(1);
        var mean = List.of("mean<10ms", "p99<50ms");
        assertThat(shares(mean, window(400, 1_200, 0.9))).as("of a queue").isEmpty();
    }
}
