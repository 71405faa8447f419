package dev.loombench.report.capacity;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.capacity.CapacityFinding;
import dev.loombench.report.FindingText;
import dev.loombench.report.Format;

/// A finding of a search, in words; names of variants and texts of servers are untrusted.
final class CapacityFindingText {
    private CapacityFindingText() {}

    static FindingText of(CapacityFinding finding) {
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
                            "give the generator its own processors: run the server on another machine, or limit it with cpus");
            case CapacityFinding.NotBracketed(var variant, var processes, var of) ->
                    new FindingText(
                            "%s: in %d of %s no rate near the estimate was on the other side of the objective"
                                    .formatted(
                                            plain(variant),
                                            processes,
                                            of == 1 ? "1 process" : of + " processes"),
                            "the capacity of these processes is a limit, and the interval is wrong",
                            "repeat the search with longer windows (--duration)");
            case CapacityFinding.ProcessFailed(var variant, var block, var reason) ->
                    new FindingText(
                            "%s: process %d failed: %s"
                                    .formatted(plain(variant), block, plain(reason)),
                            "its capacity is missing",
                            "read the server's output in the folder of its process");
            case CapacityFinding.OfTrials(var ofTrials) -> FindingText.of(ofTrials);
        };
    }
}
