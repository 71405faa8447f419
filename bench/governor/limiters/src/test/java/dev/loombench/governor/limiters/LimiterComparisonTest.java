package dev.loombench.governor.limiters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/// The simulation against what queueing theory says, and the formulas by hand.
class LimiterComparisonTest {
    private static Scenario scenario(String name) {
        return Scenario.all().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Outcome run(String scenario, Limiter limiter) {
        return new ServiceSimulation(scenario(scenario), limiter, 1).run();
    }

    /// At half load almost no request waits, so the p99 is that of the work: 10 ms and 0.99 of 20
    /// ms.
    @Test
    void without_a_limit_half_load_is_served() {
        var outcome = run("half load", Limiters.fixed(Integer.MAX_VALUE));
        assertThat(outcome.good()).isEqualTo(1);
        assertThat(outcome.rejected()).isZero();
        assertThat(outcome.p99Millis()).isCloseTo(29.8, within(0.5));
    }

    /// At three times the capacity the queue grows for as long as the load lasts.
    @Test
    void without_a_limit_an_overloaded_service_is_late_with_everything() {
        var outcome = run("overload", Limiters.fixed(Integer.MAX_VALUE));
        assertThat(outcome.good()).isZero();
        assertThat(outcome.p99Millis()).isGreaterThan(60_000);
    }

    /// With twice as many in flight as servers, every server is busy, and two of three requests
    /// must be rejected; none of them needlessly.
    @Test
    void a_limit_above_the_servers_uses_all_of_them() {
        var outcome = run("overload", Limiters.fixed(80));
        assertThat(outcome.good()).isCloseTo(1, within(0.02));
        assertThat(outcome.rejected()).isCloseTo(2.0 / 3, within(0.02));
        assertThat(outcome.needless()).isZero();
    }

    /// With half as many as servers, half of the capacity is lost.
    @Test
    void a_limit_below_the_servers_rejects_needlessly() {
        var outcome = run("overload", Limiters.fixed(20));
        assertThat(outcome.good()).isCloseTo(0.5, within(0.02));
        assertThat(outcome.needless()).isEqualTo(outcome.rejected());
    }

    /// All limiters see the same requests.
    @Test
    void the_same_seed_gives_the_same_outcome() {
        for (var contestant : Limiters.all()) {
            assertThat(LimiterComparison.run(scenario("after a spike"), contestant, 7))
                    .as(contestant.name())
                    .isEqualTo(LimiterComparison.run(scenario("after a spike"), contestant, 7));
        }
    }

    /// (20 ms + 25 %) / 25 ms = 1: only the square root of 100 is added. At 50 ms the gradient is
    /// 0.5.
    @Test
    void envoys_formula() {
        assertThat(EnvoyGradient.next(100, 20_000_000, 25_000_000)).isCloseTo(110, within(1e-9));
        assertThat(EnvoyGradient.next(100, 20_000_000, 50_000_000)).isCloseTo(60, within(1e-9));
        assertThat(EnvoyGradient.next(100, 20_000_000, 1_000_000)).isCloseTo(210, within(1e-9));
        assertThat(EnvoyGradient.next(3, 20_000_000, 900_000_000))
                .isCloseTo(3.2320508, within(1e-6));
    }

    /// 400 in half a second are 800 per second; each takes 5 ms, so 4 are in flight at once.
    @Test
    void sentinels_formula() {
        assertThat(SentinelBbr.pipe(400, 5_000_000)).isCloseTo(4, within(1e-9));
    }
}
