package dev.loombench.report;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.bottleneck.BottleneckAnalysis;
import dev.loombench.analysis.bottleneck.Bound;
import dev.loombench.analysis.bottleneck.HeldTime;
import dev.loombench.analysis.bottleneck.LatencyBreakdown;
import dev.loombench.analysis.bottleneck.ThreadUse;
import dev.loombench.analysis.concurrency.EventThreads;
import dev.loombench.stats.Interval;
import dev.loombench.text.Figures;

/// The bounds of a variant's throughput, in words with their arithmetic.
public final class BoundText {
    /// Half of the width of an interval that is not shown, as a share of its estimate.
    private static final double NARROW = 0.05;

    /// Share of the time below which a wait for a processor is not shown.
    private static final double WAITED = 0.005;

    /// The same from which the use by others is shown beside it.
    private static final double MUCH_WAITED = 0.05;

    /// Of carriers without their location.
    private static final String INFERRED =
            "; inferred, as no list of threads shows what holds them";

    private BoundText() {}

    /// `bound by its pool: 100 threads / 100 ms = 1,000/s; measured 995/s`. Where requests wait may
    /// explain what no bound does: `WhyText` has both.
    public static String of(BottleneckAnalysis bottleneck) {
        if (bottleneck.bounds().isEmpty()) {
            return "no bound is known";
        }
        var measured = Figures.number(bottleneck.measured()) + "/s";
        return bottleneck.explainsThroughput()
                ? "%s; measured %s%s"
                        .formatted(
                                boundBy(bottleneck.bounds().getFirst()), measured, rest(bottleneck))
                : "no known bound explains the measured %s; the lowest is %s%s"
                        .formatted(measured, lowest(bottleneck), rest(bottleneck));
    }

    /// `its users: 50 / 20.4 ms = 2,451/s`: the lowest bound, at least one.
    public static String lowest(BottleneckAnalysis bottleneck) {
        return of(bottleneck.bounds().getFirst());
    }

    /// `bound by its pool: 100 threads / 100 ms = 1,000/s`: a bound that explains a throughput.
    public static String boundBy(Bound bound) {
        return "bound by " + of(bound);
    }

    /// `its pool: 100 threads / 100 ms = 1,000/s`.
    public static String of(Bound bound) {
        return "%s = %s/s".formatted(arithmetic(bound), Figures.number(bound.maxThroughput()));
    }

    private static String rest(BottleneckAnalysis bottleneck) {
        return location(bottleneck.bounds().getFirst())
                + bottleneck.latency().map(BoundText::latency).orElse("");
    }

    /// The bound and its arithmetic, without the result.
    public static String arithmetic(Bound bound) {
        return switch (bound) {
            case Bound.Pool(var threads, var held) ->
                    "its pool: %s / %s".formatted(Figures.counted(threads, "thread"), time(held));
            case Bound.Published(var owner, var setting, var capacity, var held) ->
                    "%s's %s: %,d / %s".formatted(owner, setting, capacity, time(held));
            case Bound.Permits(var owner, var permits, var held) ->
                    "its %s: %s / %s"
                            .formatted(
                                    plain(owner), Figures.counted(permits, "permit"), time(held));
            case Bound.Users(var users, var unloaded, var think) ->
                    think == 0
                            ? "its users: %,d / %s".formatted(users, time(unloaded))
                            : "its users: %,d / (%s + %s think time)"
                                    .formatted(users, time(unloaded), seconds(think));
            case Bound.ArrivalRate(var rate) -> "the arrival rate: " + Figures.number(rate) + "/s";
            case Bound.Connections(var connections, var unloaded) ->
                    "the connections of the load: %,d / %s".formatted(connections, time(unloaded));
            case Bound.Streams(var connections, var each, var unloaded) ->
                    "its limit on streams: %s x %s / %s"
                            .formatted(
                                    Figures.counted(connections, "connection"),
                                    Figures.counted(each, "stream"),
                                    time(unloaded));
            case Bound.Cpu(var cores, var server, var generator) ->
                    generator == 0
                            ? "CPU: %s / %s"
                                    .formatted(Figures.counted(cores, "core"), seconds(server))
                            : "CPU: %s / (%s server + %s generator)"
                                    .formatted(
                                            Figures.counted(cores, "core"),
                                            seconds(server),
                                            seconds(generator));
            case Bound.Generator(var threads, var cpu) ->
                    "the load generator: %s / %s"
                            .formatted(Figures.counted(threads, "thread"), seconds(cpu));
            case Bound.Carriers(var carriers, var held, _) ->
                    "its carriers, held while threads wait: %s / %s"
                            .formatted(Figures.counted(carriers, "carrier"), time(held));
            case Bound.Pinned(var carriers, var held, _) ->
                    "its carriers: %s / %s pinned per request"
                            .formatted(Figures.counted(carriers, "carrier"), seconds(held));
            case Bound.SaturatedThreads bounding ->
                    "its %s %s: %s / %s"
                            .formatted(
                                    bounding.threads() == 1 ? "thread" : "threads",
                                    plain(bounding.name()),
                                    Figures.counted(bounding.threads(), "processor"),
                                    time(bounding));
            case Bound.Pauses(var other, var share) ->
                    "garbage collection: %.0f %% of the time remains for %s"
                            .formatted(100 * (1 - share), arithmetic(other));
        };
    }

    /// The location of the waits: `; pinned at Thread.sleep < Work.lock, 396 waits of 10.1 ms`; of
    /// saturated threads their use. Empty for all other bounds but carriers.
    private static String location(Bound bound) {
        return switch (bound) {
            case Bound.Pinned(_, _, var longest) ->
                    "; pinned at %s, %,d waits of %s"
                            .formatted(
                                    plain(longest.path()),
                                    longest.waits(),
                                    Format.time(longest.meanNanos()));
            case Bound.Carriers(_, _, var path) ->
                    path.map(calls -> "; mounted: " + plain(calls)).orElse(INFERRED);
            case Bound.SaturatedThreads(_, var threads, _, var use) ->
                    "; %s %s of a processor%s, and %s%s"
                            .formatted(
                                    threads == 1 ? "it uses" : "each uses",
                                    Figures.number(use.processorShare()),
                                    waits(use),
                                    free(tenths(use.freeProcessors())),
                                    others(use));
            case Bound.Pauses(var other, _) -> location(other);
            case Bound.Pool _,
                    Bound.Published _,
                    Bound.Permits _,
                    Bound.Users _,
                    Bound.ArrivalRate _,
                    Bound.Connections _,
                    Bound.Streams _,
                    Bound.Cpu _,
                    Bound.Generator _ ->
                    "";
        };
    }

    /// `4.85 ms of CPU`, `(4.25 ms of CPU + 600 µs of waiting for a processor)`.
    private static String time(Bound.SaturatedThreads bounding) {
        var cpu = seconds(bounding.cpuSeconds()) + " of CPU";
        return bounding.use().waitShare() < WAITED
                ? cpu
                : "(%s + %s of waiting for a processor)"
                        .formatted(cpu, seconds(bounding.waitSeconds()));
    }

    private static String waits(ThreadUse use) {
        return use.waitShare() < WAITED
                ? ""
                : " and waits for one for %.0f %% of the time".formatted(100 * use.waitShare());
    }

    /// Where they explain why a thread waits, or why no processor is free beside it.
    private static String others(ThreadUse use) {
        return use.waitShare() >= MUCH_WAITED || use.freeProcessors() < EventThreads.FREE
                ? "; others use " + Figures.axis(tenths(use.otherProcessors()))
                : "";
    }

    private static double tenths(double processors) {
        return Math.round(10 * processors) / 10.0;
    }

    private static String free(double processors) {
        return "%s %s free"
                .formatted(
                        Figures.counted(processors, "processor"), processors == 1 ? "is" : "are");
    }

    private static String latency(LatencyBreakdown latency) {
        return "; mean response time %s, of which %s in the handler"
                        .formatted(
                                seconds(latency.responseSeconds()),
                                seconds(latency.handlerSeconds()))
                + reported(latency);
    }

    /// ` (2 of 3 trials report it)`; empty where all do.
    private static String reported(LatencyBreakdown latency) {
        return latency.reported() == latency.trials()
                ? ""
                : " (%d of %d trials report it)".formatted(latency.reported(), latency.trials());
    }

    /// `61.0 ms [38.0 ms, 84.0 ms]`, and without its interval where that is narrow.
    private static String time(HeldTime held) {
        return seconds(held.seconds())
                + held.interval()
                        .filter(BoundText::isWide)
                        .map(i -> " [%s]".formatted(interval(i)))
                        .orElse("");
    }

    private static String interval(Interval seconds) {
        return Format.interval(seconds, (end, more) -> Format.time(end * 1e9, more));
    }

    private static boolean isWide(Interval interval) {
        return interval.high() > (1 + NARROW) * interval.point()
                || interval.low() < (1 - NARROW) * interval.point();
    }

    private static String seconds(double seconds) {
        return Format.time(seconds * 1e9);
    }
}
