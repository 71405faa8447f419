package dev.loombench.report.capacity;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.capacity.CapacityFinding;
import dev.loombench.report.FindingText;
import dev.loombench.report.Format;
import dev.loombench.report.LongerRun;
import dev.loombench.spec.ExperimentSpec;

/// A finding of a search, in words; names of variants and texts of servers are untrusted.
final class CapacityFindingText {
    private CapacityFindingText() {}

    /// @param spec of the search
    static FindingText of(CapacityFinding finding, ExperimentSpec spec) {
        var longer = LongerRun.than(spec);
        return switch (finding) {
            case CapacityFinding.NotMonotone(var variant, var reversal) ->
                    new FindingText(
                            "%s violates the objective at %s and holds it at %s"
                                    .formatted(
                                            plain(variant),
                                            CapacityText.rate(reversal.violated().rate()),
                                            CapacityText.rate(reversal.met().rate())),
                            "the capacity is that of the isotonic fit; at some lower rates the objective may not hold",
                            "repeat the search; if it shows again, the server adapts to the load (batches, pool sizes, collections)");
            case CapacityFinding.Disturbed(var variant, var probes, var of, var reason) ->
                    new FindingText(
                            "%s: %s of %s at the capacity stayed disturbed when repeated (%s)"
                                    .formatted(
                                            plain(variant),
                                            Format.counted(probes, "violated window"),
                                            Format.counted(of, "window"),
                                            reason),
                            "the capacity may be higher",
                            "end the other processes, or repeat the search on a quiet machine");
            case CapacityFinding.GeneratorLimited(var variant, var rate) ->
                    new FindingText(
                            "%s: the load generator could not offer more than %s"
                                    .formatted(plain(variant), CapacityText.rate(rate)),
                            "the capacity is a lower limit",
                            "give the generator its own processors: run the server on another machine, or limit it to some (taskset -c)");
            case CapacityFinding.NotBracketed(var variant, var processes, var of) ->
                    new FindingText(
                            "%s: in %d of %s no rate near the estimate was on the other side of the objective"
                                    .formatted(
                                            plain(variant),
                                            processes,
                                            of == 1 ? "1 process" : of + " processes"),
                            "the capacity of these processes is a limit, and the interval is wrong",
                            "repeat the search with longer windows (%s)"
                                    .formatted(longer.windowOption()));
            case CapacityFinding.NotHeld(var variant, var violated) ->
                    new FindingText(
                            "%s: windows of some seconds hold the objective at %s, and a window of %.0f s does not (%s)"
                                    .formatted(
                                            plain(variant),
                                            CapacityText.rate(violated.rate()),
                                            violated.figures().seconds(),
                                            CapacityText.used(violated)),
                            "the capacity is that of the long window: something rarer than the short windows breaks the objective",
                            "look for pauses: collections, periodic tasks, a limit that resets");
            case CapacityFinding.Changed(var variant, var change) ->
                    new FindingText(
                            "%s changed over time: in one process it held %s at first, and did not at the end (%s)"
                                    .formatted(
                                            plain(variant),
                                            CapacityText.rate(change.before().rate()),
                                            CapacityText.used(change.after())),
                            "the capacity depends on how long the process has run",
                            "look for what grows with the requests served (memory, a table, a queue), or let the warm-up end before (%s)"
                                    .formatted(longer.warmUpOption()));
            case CapacityFinding.TooFewRequests(var variant, var lowest, var requests) ->
                    new FindingText(
                            "%s: no rate below %s was tried, as a window there has fewer than the %s requests that the objective needs"
                                    .formatted(
                                            plain(variant),
                                            CapacityText.rate(lowest),
                                            Format.number(requests)),
                            "whether a lower rate holds the objective is unknown",
                            "give longer windows (%s)".formatted(longer.windowOption()));
            case CapacityFinding.ProcessFailed(var variant, var block, var reason) ->
                    new FindingText(
                            "%s: process %d failed: %s"
                                    .formatted(plain(variant), block, plain(reason)),
                            "its capacity is missing",
                            "read the server's output in the folder of its process");
            case CapacityFinding.OfTrials(var ofTrials) -> FindingText.of(ofTrials, spec);
        };
    }
}
