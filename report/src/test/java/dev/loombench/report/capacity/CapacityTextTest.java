package dev.loombench.report.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleCapacity;
import dev.loombench.analysis.VariantSummary;
import dev.loombench.analysis.bottleneck.BottleneckAnalysis;
import dev.loombench.analysis.bottleneck.Bound;
import dev.loombench.analysis.bottleneck.HeldTime;
import dev.loombench.analysis.capacity.Beyond;
import dev.loombench.analysis.capacity.RateProbe;
import dev.loombench.analysis.capacity.RateProbe.Outcome;
import dev.loombench.analysis.capacity.RateProbe.Purpose;
import dev.loombench.analysis.capacity.VariantCapacity;
import dev.loombench.analysis.concurrency.ConcurrencyReason;
import dev.loombench.analysis.concurrency.RequestWaits.WaitLocation;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/// How a server breaks, and what bounds it, in words.
class CapacityTextTest {
    /// At 1.1 times its capacity, with the median of a server without a queue.
    private static Optional<String> beyond(RateProbe.Figures figures) {
        return beyond(figures, Outcome.VIOLATED, Optional.empty());
    }

    private static Optional<String> beyond(
            RateProbe.Figures figures, Outcome outcome, Optional<String> disturbance) {
        var two = SampleCapacity.two();
        var v = two.variants().getFirst();
        var window =
                new RateProbe(
                        1,
                        v.variant(),
                        4,
                        1,
                        Purpose.BEYOND,
                        1_100,
                        figures,
                        90,
                        outcome,
                        disturbance);
        var above =
                new VariantCapacity(
                        v.variant(),
                        v.capacity(),
                        v.probes(),
                        v.atCapacity(),
                        v.bound(),
                        Optional.of(Beyond.of(window, two.objectives())),
                        v.recovery(),
                        v.shortWindows());
        return CapacityText.beyond(above, two);
    }

    @Test
    void a_server_that_refuses_requests_is_not_said_to_queue_them() {
        assertThat(beyond(new RateProbe.Figures(6, 6_600, 600, 1_000, 101_000_000, 120_000_000)))
                .contains(
                        "breaks at once: at 1,100/s it refuses requests, with 600 errors of 6,600"
                                + " requests");
    }

    /// Of 6,600 requests 600 failed and 1,000 wait: on a machine with other load both may be.
    @Test
    void a_queue_above_the_capacity_has_its_errors_and_what_disturbed_it() {
        var figures = new RateProbe.Figures(6, 6_600, 600, 833, 101_000_000, 900_000_000);
        for (var outcome : List.of(Outcome.OVER, Outcome.VIOLATED)) {
            assertThat(beyond(figures, outcome, Optional.of("cpu-contention-during")).orElseThrow())
                    .startsWith("breaks at once")
                    .contains("600 errors of 6,600 requests", "cpu-contention-during");
        }
    }

    /// Its p99 is within the objective.
    @Test
    void a_server_that_keeps_up_and_refuses_some_has_errors_as_the_reason() {
        assertThat(beyond(new RateProbe.Figures(6, 6_600, 100, 1_085, 101_000_000, 120_000_000)))
                .contains(
                        "breaks gradually: at 1,100/s it keeps up, p99 120 ms, with 100 errors of 6,600 requests");
    }

    /// 900/s of the 40,000/s that 4,000 users would allow.
    @Test
    void where_requests_wait_stands_in_place_of_a_bound_that_is_far() {
        var waiting =
                new WaitLocation(
                        "shop.Partner.read",
                        ThreadKind.VIRTUAL,
                        40,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty());
        var reason =
                new ConcurrencyReason(
                        Optional.of(waiting),
                        Optional.empty(),
                        OptionalInt.empty(),
                        Optional.empty(),
                        Optional.empty());
        assertThat(CapacityText.bound(far(Optional.empty())).orElseThrow())
                .startsWith("no known bound is near; the lowest is its users");
        assertThat(CapacityText.bound(far(Optional.of(reason))).orElseThrow())
                .startsWith("40 requests wait in Partner.read; ")
                .doesNotContain("no known bound")
                .contains("its users: 4,000 / 100 ms");
    }

    private static VariantCapacity far(Optional<ConcurrencyReason> reason) {
        var v = SampleCapacity.two().variants().getFirst();
        var s = v.atCapacity().orElseThrow();
        Bound users = new Bound.Users(4_000, HeldTime.ofMean(0.1), 0);
        var summary =
                new VariantSummary(
                        s.variant(),
                        s.counts(),
                        s.throughput(),
                        s.latency(),
                        s.cost(),
                        s.elapsed(),
                        new BottleneckAnalysis(List.of(users), 900, Optional.empty(), reason),
                        s.verdict(),
                        s.diagnostics());
        return new VariantCapacity(
                v.variant(),
                v.capacity(),
                v.probes(),
                Optional.of(summary),
                Optional.of(users),
                v.beyond(),
                v.recovery(),
                v.shortWindows());
    }
}
