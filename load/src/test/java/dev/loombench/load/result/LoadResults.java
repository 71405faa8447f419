package dev.loombench.load.result;

import dev.loombench.base.Window;
import dev.loombench.load.result.LoadResult.Connections;
import dev.loombench.load.result.LoadResult.Counts;
import dev.loombench.load.result.LoadResult.Generator;
import dev.loombench.load.result.LoadResult.Second;
import dev.loombench.load.result.LoadResult.Stalls;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;

/// Results of a load, with ordinary values for what a test leaves open.
public final class LoadResults {
    private LoadResults() {}

    /// The result of one repeated request.
    public static LoadResult of(
            Window window,
            Counts counts,
            Connections connections,
            Generator generator,
            List<Second> intervals) {
        return new LoadResult(window, counts, connections, generator, List.of(), intervals);
    }

    /// Counts without responses of an unexpected status.
    public static Counts counts(
            long sent,
            long succeeded,
            Map<String, Long> errors,
            long unfinished,
            long succeededInWindow,
            long bytes) {
        return new Counts(sent, succeeded, errors, unfinished, succeededInWindow, bytes, Map.of());
    }

    /// Connections that were all opened before the window, with as many requests in flight as its
    /// responses account for: `N = X * S`.
    public static Connections connections(
            int requested, int established, long closed, List<Second> intervals) {
        double busy =
                intervals.stream()
                        .map(Second::serviceTime)
                        .mapToDouble(s -> s.getTotalCount() * RecordedValues.mean(s))
                        .sum();
        double length = intervals.stream().mapToDouble(i -> i.window().nanos()).sum();
        return connections(
                requested,
                established,
                closed,
                0,
                0,
                length == 0 ? 0 : busy / length,
                new Histogram(3));
    }

    /// Connections over plain TCP with one request at a time on each.
    public static Connections connections(
            int requested,
            int established,
            long closed,
            long timedOut,
            long earlyResponses,
            double inFlight,
            Histogram connectTime) {
        return new Connections(
                requested,
                established,
                closed,
                timedOut,
                earlyResponses,
                0,
                inFlight,
                connectTime,
                Optional.empty(),
                Optional.empty());
    }

    /// One worker of the closed model, over a transport without a reason.
    public static Generator generator(
            String transport, long cpuNanos, double busyShare, Histogram sendLag) {
        return new Generator(
                transport,
                "",
                "closed-loop",
                OptionalLong.empty(),
                1,
                cpuNanos,
                busyShare,
                OptionalLong.empty(),
                OptionalDouble.empty(),
                sendLag,
                Stalls.NONE);
    }

    /// A generator with other stalls.
    public static Generator with(Generator generator, Stalls stalls) {
        return new Generator(
                generator.transport(),
                generator.transportReason(),
                generator.pacing(),
                generator.timerCostNanos(),
                generator.threads(),
                generator.cpuNanos(),
                generator.busyShare(),
                generator.lateArrivals(),
                generator.runQueueWaitShare(),
                generator.sendLag(),
                stalls);
    }

    /// A generator with another number of workers.
    public static Generator with(Generator generator, int threads) {
        return new Generator(
                generator.transport(),
                generator.transportReason(),
                generator.pacing(),
                generator.timerCostNanos(),
                threads,
                generator.cpuNanos(),
                generator.busyShare(),
                generator.lateArrivals(),
                generator.runQueueWaitShare(),
                generator.sendLag(),
                generator.stalls());
    }
}
