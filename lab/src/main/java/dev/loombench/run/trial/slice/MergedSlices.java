package dev.loombench.run.trial.slice;

import dev.loombench.base.Window;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResult.Connections;
import dev.loombench.load.result.LoadResult.Counts;
import dev.loombench.load.result.LoadResult.Generator;
import dev.loombench.load.result.LoadResult.RequestCounts;
import dev.loombench.load.result.LoadResult.Second;
import dev.loombench.load.result.LoadResult.Stalls;
import dev.loombench.load.result.LoadResult.Tls;
import dev.loombench.load.result.Streams;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/// The results of the slices of one window, as the result of the window: counts add up, histograms
/// merge, and shares of time are weighted by the length of their slice.
///
/// @param slices at least one, of the same load, in order of time
/// @param time of the server
public record MergedSlices(List<LoadResult> slices, LoadTime time) {
    /// Shorter intervals say little about the course of response times.
    private static final long MIN_INTERVAL_NANOS = 1_000_000_000;

    /// A shorter last interval is merged into the one before: the last second of a window may be
    /// shorter by the clock's resolution.
    private static final long MIN_LAST_NANOS = MIN_INTERVAL_NANOS / 2;

    public LoadResult result() {
        return new LoadResult(
                time.window(),
                counts(),
                connections(),
                generator(),
                requests(),
                intervals(),
                LoadResult.Events.sum(slices));
    }

    private Counts counts() {
        var all = slices.stream().map(LoadResult::counts).toList();
        return new Counts(
                sum(all, Counts::sent),
                sum(all, Counts::succeeded),
                sums(all, Counts::errors),
                sum(all, Counts::unfinished),
                sum(all, Counts::succeededInWindow),
                sum(all, Counts::bytes),
                sums(all, Counts::statuses));
    }

    private Connections connections() {
        var all = slices.stream().map(LoadResult::connections).toList();
        return new Connections(
                all.getFirst().requested(),
                all.stream().mapToInt(Connections::established).max().orElse(0),
                sum(all, Connections::closed),
                sum(all, Connections::timedOut),
                sum(all, Connections::earlyResponses),
                sum(all, Connections::allInUse),
                mean(slice -> OptionalDouble.of(slice.connections().inFlight())).orElse(0),
                merged(all.stream().map(Connections::connectTime).toList()),
                all.stream().flatMap(slice -> slice.tls().stream()).reduce(Tls::plus),
                all.stream().flatMap(slice -> slice.streams().stream()).reduce(Streams::plus));
    }

    private Generator generator() {
        var all = slices.stream().map(LoadResult::generator).toList();
        var first = all.getFirst();
        return new Generator(
                first.transport(),
                first.transportReason(),
                first.pacing(),
                first.timerCostNanos(),
                first.threads(),
                sum(all, Generator::cpuNanos),
                mean(slice -> OptionalDouble.of(slice.generator().busyShare())).orElse(0),
                all.stream().allMatch(g -> g.lateArrivals().isPresent())
                        ? OptionalLong.of(sum(all, g -> g.lateArrivals().orElse(0)))
                        : OptionalLong.empty(),
                mean(slice -> slice.generator().runQueueWaitShare()),
                merged(all.stream().map(Generator::sendLag).toList()),
                stalls(all.stream().map(Generator::stalls).toList()));
    }

    private Stalls stalls(List<Stalls> all) {
        int longest =
                IntStream.range(0, all.size())
                        .reduce((a, b) ->
                                all.get(b).longestNanos() > all.get(a).longestNanos() ? b : a)
                        .orElse(0);
        var at = all.get(longest).longestAtNanos();
        long offset = time.window(longest).startNanos() - time.origin();
        return new Stalls(
                sum(all, Stalls::count),
                sum(all, Stalls::totalNanos),
                all.get(longest).longestNanos(),
                at.isPresent() ? OptionalLong.of(offset + at.getAsLong()) : at,
                sum(all, Stalls::suspendedNanos));
    }

    private List<RequestCounts> requests() {
        return IntStream.range(0, slices.getFirst().requests().size())
                .mapToObj(i -> slices.stream().map(s -> s.requests().get(i)).toList())
                .map(all ->
                        new RequestCounts(
                                all.getFirst().name(),
                                sum(all, RequestCounts::sent),
                                sum(all, RequestCounts::succeeded),
                                sums(all, RequestCounts::errors)))
                .toList();
    }

    /// An interval of a slice in the time of the server.
    private record Part(long startNanos, long endNanos, Second interval) {}

    /// Intervals of a second or more: several short slices together, parts of a long one.
    private List<Second> intervals() {
        var parts = parts();
        long windowEnd = time.window().endNanos();
        var intervals = new ArrayList<Second>();
        int first = 0;
        for (int k = 0; k < parts.size(); k++) {
            long start = parts.get(first).startNanos;
            long end = parts.get(k).endNanos;
            boolean last = k == parts.size() - 1;
            if (last
                    || (end - start >= MIN_INTERVAL_NANOS
                            && windowEnd - end >= MIN_LAST_NANOS
                            && parts.get(k + 1).endNanos > end)) {
                var merged = parts.subList(first, k + 1).stream().map(Part::interval).toList();
                intervals.add(
                        new Second(
                                new Window(start, last ? windowEnd : end),
                                merged(merged.stream().map(Second::responseTime).toList()),
                                merged(merged.stream().map(Second::serviceTime).toList())));
                first = k + 1;
            }
        }
        return intervals;
    }

    private List<Part> parts() {
        var parts = new ArrayList<Part>();
        for (int k = 0; k < slices.size(); k++) {
            var window = time.window(k);
            long shift = window.startNanos() - slices.get(k).window().startNanos();
            for (var interval : slices.get(k).intervals()) {
                parts.add(
                        new Part(
                                interval.window().startNanos() + shift,
                                interval.window().endNanos() + shift,
                                interval));
            }
        }
        return parts;
    }

    /// The mean over the window; empty where it is unknown for one of the slices.
    private OptionalDouble mean(Function<LoadResult, OptionalDouble> value) {
        double total = 0;
        for (var slice : slices) {
            var share = value.apply(slice);
            if (share.isEmpty()) {
                return OptionalDouble.empty();
            }
            total += share.getAsDouble() * slice.window().nanos();
        }
        ToDoubleFunction<LoadResult> length = slice -> slice.window().nanos();
        return OptionalDouble.of(total / slices.stream().mapToDouble(length).sum());
    }

    private static Histogram merged(List<Histogram> parts) {
        var sum = parts.isEmpty() ? new Histogram(3) : parts.getFirst().copy();
        parts.stream().skip(1).forEach(sum::add);
        return sum;
    }

    private static <T> long sum(List<T> parts, ToLongFunction<T> value) {
        return parts.stream().mapToLong(value).sum();
    }

    private static <T, K> Map<K, Long> sums(List<T> parts, Function<T, Map<K, Long>> counts) {
        var sum = new HashMap<K, Long>();
        parts.forEach(part -> counts.apply(part).forEach((key, n) -> sum.merge(key, n, Long::sum)));
        return sum;
    }
}
