package dev.loombench.governor.limiters;

import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;

/// A simulated service: requests arrive at random, a limiter admits or rejects them, and the
/// admitted ones are served by a number of servers in the order of their arrival.
///
/// Everything is known: when a server is free, a rejection is needless; and no more than the
/// capacity can be served.
final class ServiceSimulation {
    private final Scenario scenario;
    private final Limiter limiter;
    private final Random arrivals;
    private final Random work;
    private final PriorityQueue<Long> freeAt = new PriorityQueue<>();
    private final PriorityQueue<Request> inFlight =
            new PriorityQueue<>(Comparator.comparingLong(Request::endNanos));

    private long[] responses = new long[1_024];
    private int responseCount;
    private long offered;
    private long rejected;
    private long needless;
    private long good;

    private record Request(Limiter.Permit permit, long startNanos, long endNanos, int inFlight) {}

    ServiceSimulation(Scenario scenario, Limiter limiter, long seed) {
        this.scenario = scenario;
        this.limiter = limiter;
        this.arrivals = new Random(seed);
        this.work = new Random(seed + 1);
        for (int i = 0; i < scenario.servers(); i++) {
            freeAt.add(0L);
        }
    }

    /// Runs the scenario once.
    Outcome run() {
        long end = Scenario.nanos(scenario.untilSeconds());
        long next = 0;
        while (true) {
            double rate = scenario.rate().at(next / 1e9);
            next += (long) (-Math.log(1 - arrivals.nextDouble()) / rate * 1e9);
            if (next >= end) {
                break;
            }
            completeUntil(next);
            arrive(next);
        }
        completeUntil(Long.MAX_VALUE);
        return outcome();
    }

    private void completeUntil(long nanos) {
        while (!inFlight.isEmpty() && inFlight.element().endNanos() <= nanos) {
            var request = inFlight.remove();
            request.permit()
                    .completed(request.startNanos(), request.endNanos(), request.inFlight());
        }
    }

    private void arrive(long now) {
        boolean measured = now >= Scenario.nanos(scenario.fromSeconds());
        // Drawn for every request, so that all limiters see the same ones.
        double draw = work.nextDouble();
        var permit = limiter.tryAcquire(now, inFlight.size());
        if (measured) {
            offered++;
        }
        if (permit == null) {
            if (measured) {
                rejected++;
                needless += inFlight.size() < scenario.servers() ? 1 : 0;
            }
            return;
        }
        long start = Math.max(now, freeAt.remove());
        long end = start + scenario.work().nanos(start / 1e9, draw);
        freeAt.add(end);
        inFlight.add(new Request(permit, now, end, inFlight.size() + 1));
        if (measured) {
            count(end - now);
        }
    }

    private void count(long responseNanos) {
        if (responseNanos <= Scenario.nanos(scenario.deadlineSeconds())) {
            good++;
        }
        if (responseCount == responses.length) {
            responses = Arrays.copyOf(responses, 2 * responseCount);
        }
        responses[responseCount++] = responseNanos;
    }

    private Outcome outcome() {
        var sorted = Arrays.copyOf(responses, responseCount);
        Arrays.sort(sorted);
        double seconds = scenario.untilSeconds() - scenario.fromSeconds();
        double possible = Math.min((double) offered, scenario.capacity() * seconds);
        return new Outcome(
                good / possible,
                (double) rejected / offered,
                (double) needless / offered,
                responseCount == 0 ? Double.NaN : sorted[(int) (responseCount * 0.99)] / 1e6);
    }
}
