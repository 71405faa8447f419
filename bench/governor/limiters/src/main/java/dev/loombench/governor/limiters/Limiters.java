package dev.loombench.governor.limiters;

import com.netflix.concurrency.limits.limit.AIMDLimit;
import com.netflix.concurrency.limits.limit.Gradient2Limit;
import com.netflix.concurrency.limits.limit.VegasLimit;
import com.netflix.concurrency.limits.limit.WindowedLimit;
import dev.loombench.governor.admission.GradientLimit;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.helidon.common.concurrency.limits.AimdLimit;
import io.helidon.common.concurrency.limits.LimitAlgorithm;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

/// The compared limiters, each with the defaults of its library unless its name says otherwise.
final class Limiters {
    private Limiters() {}

    /// @param key short name, for a command line
    /// @param name library and limiter
    /// @param origin whether its code runs, or a formula of its documentation
    record Contestant(String key, String name, String origin, Factory factory) {}

    /// Creates a limiter.
    @FunctionalInterface
    interface Factory {

        /// @param scenario for the limiters that know the truth
        /// @param clock simulated time, ns
        Limiter create(Scenario scenario, LongSupplier clock);
    }

    static List<Contestant> all() {
        return List.of(
                new Contestant("none", "none", "", (scenario, clock) -> fixed(Integer.MAX_VALUE)),
                new Contestant(
                        "known",
                        "twice the servers, which no service knows",
                        "",
                        (scenario, clock) -> fixed(2 * scenario.servers())),
                new Contestant(
                        "resilience4j",
                        "Resilience4j Bulkhead, 25",
                        "library",
                        (scenario, clock) -> resilience4j()),
                new Contestant(
                        "gradient2",
                        "Netflix Gradient2, windowed",
                        "library",
                        (scenario, clock) ->
                                netflix(
                                        WindowedLimit.newBuilder()
                                                .build(Gradient2Limit.newDefault()))),
                new Contestant(
                        "vegas",
                        "Netflix Vegas, windowed",
                        "library",
                        (scenario, clock) ->
                                netflix(WindowedLimit.newBuilder().build(VegasLimit.newDefault()))),
                new Contestant(
                        "netflix-aimd",
                        "Netflix AIMD",
                        "library",
                        (scenario, clock) -> netflix(AIMDLimit.newBuilder().build())),
                new Contestant(
                        "helidon",
                        "Helidon AIMD",
                        "library",
                        (scenario, clock) -> helidon(clock, Duration.ofSeconds(5))),
                new Contestant(
                        "helidon-1s",
                        "Helidon AIMD, timeout 1 s",
                        "library",
                        (scenario, clock) -> helidon(clock, Duration.ofSeconds(1))),
                new Contestant(
                        "envoy",
                        "Envoy gradient",
                        "formula",
                        (scenario, clock) -> new EnvoyGradient()),
                new Contestant(
                        "sentinel",
                        "Sentinel BBR",
                        "formula",
                        (scenario, clock) -> new SentinelBbr(scenario.servers())),
                new Contestant(
                        "loombench",
                        "Loombench GradientLimit",
                        "library",
                        (scenario, clock) -> loombench()));
    }

    static Limiter fixed(int limit) {
        return (now, inFlight) -> inFlight < limit ? (start, end, atStart) -> {} : null;
    }

    private static Limiter resilience4j() {
        var bulkhead =
                Bulkhead.of(
                        "simulated",
                        BulkheadConfig.custom().maxWaitDuration(Duration.ZERO).build());
        return (now, inFlight) ->
                bulkhead.tryAcquirePermission()
                        ? (start, end, atStart) -> bulkhead.onComplete()
                        : null;
    }

    private static Limiter netflix(com.netflix.concurrency.limits.Limit limit) {
        return (now, inFlight) ->
                inFlight < limit.getLimit()
                        ? (start, end, atStart) ->
                                limit.onSample(start, end - start, atStart, false)
                        : null;
    }

    private static Limiter helidon(LongSupplier clock, Duration timeout) {
        var limit = AimdLimit.builder().clock(() -> clock.getAsLong()).timeout(timeout).build();
        return (now, inFlight) ->
                limit.tryAcquireOutcome(false) instanceof LimitAlgorithm.Outcome.Accepted accepted
                        ? (start, end, atStart) -> accepted.token().success()
                        : null;
    }

    private static Limiter loombench() {
        var limit = new GradientLimit(20, 1_000);
        return (now, inFlight) -> {
            if (inFlight < limit.limit()) {
                return limit::onSample;
            }
            limit.onRejected(now, inFlight);
            return null;
        };
    }
}
