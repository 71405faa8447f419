package dev.loombench.report;

import dev.loombench.analysis.validity.GeneratorFinding;
import dev.loombench.analysis.validity.GeneratorFinding.GeneratorSaturated;
import dev.loombench.analysis.validity.GeneratorFinding.GeneratorStalled;
import dev.loombench.analysis.validity.GeneratorFinding.GeneratorStarved;
import dev.loombench.analysis.validity.GeneratorFinding.ScheduleLagged;
import dev.loombench.load.result.LoadResult.Stalls;

/// Findings about the load generator, in words.
final class GeneratorFindingText {
    private GeneratorFindingText() {}

    static FindingText of(GeneratorFinding finding) {
        return switch (finding) {
            case GeneratorSaturated(var variant, var busyShare) ->
                    new FindingText(
                            "%s: the load generator was busy %.0f %% of the time"
                                    .formatted(variant, 100 * busyShare),
                            "a generator at its limit measures itself, not the server",
                            "use fewer users or a lower rate");
            case ScheduleLagged(var variant, var lag, var response, _) ->
                    new FindingText(
                            "%s: one request in a hundred was sent %.1f ms late or more, and the median response time was %.1f ms"
                                    .formatted(variant, lag * 1e3, response * 1e3),
                            "the server did not get the load that was requested, and waiting for a connection counts as response time",
                            "use more connections, or a lower rate");
            case GeneratorStarved(var variant, var share, var late, _) ->
                    new FindingText(
                            "%s: the load generator waited for CPU %.0f %% of the time%s"
                                    .formatted(
                                            variant,
                                            100 * share,
                                            late > 0
                                                    ? ", and missed %,d arrivals".formatted(late)
                                                    : ""),
                            "responses wait until it runs, and that counts as response time",
                            "a core for the generator that the server does not use (taskset -c), or a lower load");
            case GeneratorStalled(var variant, var stalls, var window) ->
                    new FindingText(
                            variant + ": " + interruptions(stalls, window),
                            "nothing was sent or received in that time: throughput is too low, and response times include the interruption",
                            "another measurement, without stopping the lab (Ctrl-Z, a debugger), suspending the machine or pausing its virtual machine");
        };
    }

    private static String interruptions(Stalls stalls, double windowSeconds) {
        var stalled =
                "the load generator stood still for %.1f s of a window of %.1f s (%,d %s, the longest %.1f s, %.1f s after its beginning)"
                        .formatted(
                                stalls.totalNanos() / 1e9,
                                windowSeconds,
                                stalls.count(),
                                stalls.count() == 1 ? "time" : "times",
                                stalls.longestNanos() / 1e9,
                                stalls.longestAtNanos().orElse(0) / 1e9);
        var suspended =
                "the machine was suspended for %.1f s within the window"
                        .formatted(stalls.suspendedNanos() / 1e9);
        if (stalls.suspendedNanos() == 0) {
            return stalled;
        }
        return stalls.count() == 0 ? suspended : stalled + ", and " + suspended;
    }
}
