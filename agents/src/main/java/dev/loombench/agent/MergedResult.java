package dev.loombench.agent;

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
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/// The results of the shares of a load as one result: counts are added and histograms merged, so
/// that they are those of one recording of all requests.
///
/// @param shares at least one, on one clock
record MergedResult(List<LoadResult> shares) {

    /// @param missing connections that lost agents were to open
    /// @param intervals of all shares
    LoadResult result(int missing, List<Second> intervals) {
        var window = Window.spanning(shares.stream().map(LoadResult::window).toList());
        return new LoadResult(
                window,
                counts(),
                connections(missing),
                generator(window),
                requests(),
                intervals,
                LoadResult.Events.sum(shares));
    }

    private Counts counts() {
        return new Counts(
                sum(s -> s.counts().sent()),
                sum(s -> s.counts().succeeded()),
                added(shares.stream().map(s -> s.counts().errors()).toList()),
                sum(s -> s.counts().unfinished()),
                sum(s -> s.counts().succeededInWindow()),
                sum(s -> s.counts().bytes()),
                added(shares.stream().map(s -> s.counts().statuses()).toList()));
    }

    private static <K> Map<K, Long> added(List<Map<K, Long>> counts) {
        var sum = new HashMap<K, Long>();
        counts.forEach(count -> count.forEach((key, n) -> sum.merge(key, n, Long::sum)));
        return sum;
    }

    private Connections connections(int missing) {
        return new Connections(
                missing + (int) sum(s -> s.connections().requested()),
                (int) sum(s -> s.connections().established()),
                sum(s -> s.connections().closed()),
                sum(s -> s.connections().timedOut()),
                sum(s -> s.connections().earlyResponses()),
                sum(s -> s.connections().allInUse()),
                shares.stream().mapToDouble(s -> s.connections().inFlight()).sum(),
                merged(s -> s.connections().connectTime()),
                shares.stream().flatMap(s -> s.connections().tls().stream()).reduce(Tls::plus),
                shares.stream()
                        .flatMap(s -> s.connections().streams().stream())
                        .reduce(Streams::plus));
    }

    /// Shares of time are means over all threads.
    private Generator generator(Window window) {
        boolean byClock = shares.stream().allMatch(s -> s.generator().lateArrivals().isPresent());
        boolean waitKnown =
                shares.stream().allMatch(s -> s.generator().runQueueWaitShare().isPresent());
        return new Generator(
                distinct(Generator::transport),
                distinct(Generator::transportReason),
                distinct(Generator::pacing),
                shares.getFirst().generator().timerCostNanos(), // only a load of one share has it
                (int) sum(s -> s.generator().threads()),
                sum(s -> s.generator().cpuNanos()),
                mean(Generator::busyShare),
                byClock
                        ? OptionalLong.of(sum(s -> s.generator().lateArrivals().orElse(0)))
                        : OptionalLong.empty(),
                waitKnown
                        ? OptionalDouble.of(mean(g -> g.runQueueWaitShare().orElse(0)))
                        : OptionalDouble.empty(),
                merged(s -> s.generator().sendLag()),
                stalls(window));
    }

    private String distinct(Function<Generator, String> text) {
        return shares.stream()
                .map(s -> text.apply(s.generator()))
                .filter(value -> !value.isEmpty())
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private double mean(ToDoubleFunction<Generator> share) {
        double sum = 0;
        for (var result : shares) {
            sum += result.generator().threads() * share.applyAsDouble(result.generator());
        }
        return sum / sum(s -> s.generator().threads());
    }

    /// Stalls of several machines are added, whether they overlap or not. The longest one is stated
    /// from the start of the whole window, which may be before that of its agent.
    private Stalls stalls(Window window) {
        long longest = 0;
        var longestAt = OptionalLong.empty();
        long suspended = 0;
        for (var share : shares) {
            var stalls = share.generator().stalls();
            if (stalls.longestNanos() > longest) {
                longest = stalls.longestNanos();
                longestAt = after(share.window().startNanos() - window.startNanos(), stalls);
            }
            suspended = Math.max(suspended, stalls.suspendedNanos());
        }
        return new Stalls(
                sum(s -> s.generator().stalls().count()),
                sum(s -> s.generator().stalls().totalNanos()),
                longest,
                longestAt,
                suspended);
    }

    private static OptionalLong after(long laterNanos, Stalls stalls) {
        var at = stalls.longestAtNanos();
        return at.isPresent() ? OptionalLong.of(laterNanos + at.getAsLong()) : at;
    }

    private List<RequestCounts> requests() {
        var rows = new ArrayList<RequestCounts>();
        for (int i = 0; i < shares.getFirst().requests().size(); i++) {
            int row = i;
            var parts = shares.stream().map(s -> s.requests().get(row)).toList();
            rows.add(
                    new RequestCounts(
                            parts.getFirst().name(),
                            parts.stream().mapToLong(RequestCounts::sent).sum(),
                            parts.stream().mapToLong(RequestCounts::succeeded).sum(),
                            added(parts.stream().map(RequestCounts::errors).toList())));
        }
        return rows;
    }

    private Histogram merged(Function<LoadResult, Histogram> part) {
        var sum = part.apply(shares.getFirst()).copy();
        sum.setAutoResize(true);
        shares.stream().skip(1).forEach(share -> sum.add(part.apply(share)));
        return sum;
    }

    private long sum(ToLongFunction<LoadResult> value) {
        return shares.stream().mapToLong(value).sum();
    }
}
