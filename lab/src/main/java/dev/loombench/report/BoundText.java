package dev.loombench.report;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.BottleneckAnalysis;
import dev.loombench.analysis.Bound;

/// Why a variant's throughput is what it is, in plain sentences with the arithmetic.
public final class BoundText {
    private BoundText() {}

    /// `bound by its pool: 100 threads / 100 ms = 1,000/s; measured 995/s`.
    public static String of(BottleneckAnalysis explanation) {
        if (explanation.bounds().isEmpty()) {
            return "nothing is known that could bound it";
        }
        var lowest = explanation.bounds().getFirst();
        var measured = Format.number(explanation.measured()) + "/s";
        var bound =
                explanation.explainsThroughput()
                        ? "bound by %s = %s/s; measured %s"
                                .formatted(
                                        arithmetic(lowest),
                                        Format.number(lowest.maxThroughput()),
                                        measured)
                        : "no known bound holds: measured %s, and the lowest is %s = %s/s"
                                .formatted(
                                        measured,
                                        arithmetic(lowest),
                                        Format.number(lowest.maxThroughput()));
        return bound + place(lowest) + explanation.answer().map(BoundText::answer).orElse("");
    }

    /// The bound and its arithmetic, without the result.
    public static String arithmetic(Bound bound) {
        return switch (bound) {
            case Bound.Pool(var threads, var held) ->
                    "its pool: %,d threads / %s".formatted(threads, seconds(held));
            case Bound.Permits(var permits, var held) ->
                    "its semaphore: %,d permits / %s".formatted(permits, seconds(held));
            case Bound.Users(var users, var unloaded, var think) ->
                    think == 0
                            ? "its users: %,d / %s".formatted(users, seconds(unloaded))
                            : "its users: %,d / (%s + %s thinking)"
                                    .formatted(users, seconds(unloaded), seconds(think));
            case Bound.ArrivalRate(var rate) -> "the arrival rate: " + Format.number(rate) + "/s";
            case Bound.Connections(var connections, var unloaded) ->
                    "its connections: %,d / %s".formatted(connections, seconds(unloaded));
            case Bound.Cpu(var cores, var server, var generator) ->
                    generator == 0
                            ? "CPU: %d cores / %s".formatted(cores, seconds(server))
                            : "CPU: %d cores / (%s server + %s generator)"
                                    .formatted(cores, seconds(server), seconds(generator));
            case Bound.Generator(var loops, var cpu) ->
                    "the load engine: %d loops / %s".formatted(loops, seconds(cpu));
            case Bound.Carriers(var carriers, var held, _) ->
                    "its carriers, held while threads wait: %d carriers / %s"
                            .formatted(carriers, seconds(held));
            case Bound.Pinned(var carriers, var held, _) ->
                    "its carriers: %d carriers / %s pinned a request"
                            .formatted(carriers, seconds(held));
            case Bound.Pauses(var without, var share) ->
                    "garbage collection: %.0f %% of the time left for %s"
                            .formatted(100 * (1 - share), arithmetic(without));
        };
    }

    /// Where threads hold what bounds them: `; pinned at Thread.sleep < Work.lock, 396 waits of
    /// 10.1 ms`; empty for all bounds but carriers.
    private static String place(Bound bound) {
        return switch (bound) {
            case Bound.Pinned(_, _, var longest) ->
                    "; pinned at %s, %,d waits of %s"
                            .formatted(
                                    plain(longest.path()),
                                    longest.waits(),
                                    Format.time(longest.meanNanos()));
            case Bound.Carriers(_, _, var path) ->
                    path.map(calls -> "; on them " + plain(calls)).orElse("");
            case Bound.Pauses(var without, _) -> place(without);
            case Bound.Pool _,
                    Bound.Permits _,
                    Bound.Users _,
                    Bound.ArrivalRate _,
                    Bound.Connections _,
                    Bound.Cpu _,
                    Bound.Generator _ ->
                    "";
        };
    }

    private static String answer(BottleneckAnalysis.LatencyBreakdown answer) {
        return "; an answer took %s on average, %s of it in the handler"
                .formatted(seconds(answer.responseSeconds()), seconds(answer.handlerSeconds()));
    }

    private static String seconds(double seconds) {
        return Format.time(seconds * 1e9);
    }
}
