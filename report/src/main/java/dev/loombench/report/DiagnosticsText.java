package dev.loombench.report;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.server.GcSummary;
import dev.loombench.analysis.server.PinningSummary;
import dev.loombench.analysis.server.RampUp;
import dev.loombench.analysis.server.ServerDiagnostics;
import dev.loombench.analysis.server.ThreadSummary;
import dev.loombench.text.Figures;
import java.util.ArrayList;
import java.util.List;

/// Observations inside a server, in words.
public final class DiagnosticsText {
    private static final int MAX_LOCATIONS = 4;

    private DiagnosticsText() {}

    /// A sentence for each observation; empty without observations.
    public static List<String> of(ServerDiagnostics diagnostics) {
        var parts = new ArrayList<String>();
        diagnostics.threads().map(DiagnosticsText::threads).ifPresent(parts::add);
        diagnostics.rampUp().map(DiagnosticsText::rampUp).ifPresent(parts::add);
        diagnostics.memory().map(MemoryText::of).ifPresent(parts::add);
        diagnostics.gc().map(DiagnosticsText::gc).ifPresent(parts::add);
        diagnostics.pinned().map(DiagnosticsText::pinned).ifPresent(parts::add);
        return parts;
    }

    /// `243 threads (6 platform, 2 carriers, 235 virtual): 200 virtual in Thread.sleep …`.
    public static String threads(ThreadSummary summary) {
        var kinds = new ArrayList<String>();
        kinds.add("%,d platform".formatted(summary.platform()));
        if (summary.carriers() + summary.virtual() > 0) {
            kinds.add(Figures.counted(summary.carriers(), "carrier"));
            kinds.add("%,d virtual".formatted(summary.virtual()));
        }
        var locations =
                summary.locations().stream()
                        .limit(MAX_LOCATIONS)
                        .map(p -> counted(p) + " " + plain(p.where()))
                        .toList();
        int shown =
                summary.locations().stream()
                        .limit(MAX_LOCATIONS)
                        .mapToInt(ThreadSummary.ThreadLocation::count)
                        .sum();
        return "%s (%s) under load: %s%s%s"
                .formatted(
                        Figures.counted(summary.total(), "thread"),
                        String.join(", ", kinds),
                        String.join(", ", locations),
                        shown < summary.total()
                                ? ", %,d elsewhere".formatted(summary.total() - shown)
                                : "",
                        summary.excess() > 0
                                ? "; the list is not a snapshot: %s started or ended while it was taken"
                                        .formatted(
                                                Figures.counted(
                                                        summary.excess(), "further virtual thread"))
                                : "");
    }

    /// `full throughput 1.25 s after the load jumps from 100 to 500 [1.00 s, 1.50 s]`.
    private static String rampUp(RampUp rampUp) {
        return "full throughput %s%s after the load jumps from %s to %s%s"
                .formatted(
                        rampUp.unsettled() > 0 ? "at least " : "",
                        Format.time(rampUp.meanNanos()),
                        Figures.number(rampUp.step().from()),
                        Figures.number(rampUp.step().to()),
                        rampUp.interval()
                                .map(i ->
                                        " [%s, %s]"
                                                .formatted(
                                                        Format.time(i.low()),
                                                        Format.time(i.high())))
                                .orElse(""));
    }

    /// `312 waits of virtual threads held a carrier, 41 % of the carriers' time: …`.
    private static String pinned(PinningSummary summary) {
        if (summary.waits() == 0) {
            return "no virtual thread held its carrier in a wait of 1 ms or more";
        }
        return "%s of virtual threads held a carrier, %s %% of the carriers' time, most in %s"
                .formatted(
                        Figures.counted(summary.waits(), "wait"),
                        Figures.number(100 * summary.share()),
                        plain(summary.locations().getFirst().path()));
    }

    /// `12 GC pauses per trial, 3.40 ms in total, the longest 1.20 ms, …; 61 MiB left after GC`.
    private static String gc(GcSummary gc) {
        var parts = new ArrayList<String>();
        parts.add(
                gc.pauses() == 0
                        ? "no GC pause"
                        : "%s GC pauses per trial, %s in total, the longest %s"
                                .formatted(
                                        Figures.number(gc.pauses()),
                                        Format.time(gc.pausedNanos()),
                                        Format.time(gc.longestNanos())));
        gc.causes().stream()
                .findFirst()
                .ifPresent(c -> parts.add("mostly %s".formatted(plain(c.name()))));
        if (gc.allocatedPerSecond().isPresent()) {
            parts.add(Format.bytes(gc.allocatedPerSecond()) + " allocated per second");
            parts.add(Format.bytes(gc.allocatedPerRequest()) + " per request");
        }
        if (gc.heapAfter().isPresent()) {
            parts.add("at most %s left after GC".formatted(Format.bytes(gc.heapAfter())));
        }
        return String.join(", ", parts);
    }

    /// `200 virtual`, `2 carriers`.
    private static String counted(ThreadSummary.ThreadLocation place) {
        return switch (place.kind()) {
            case PLATFORM, VIRTUAL -> "%,d %s".formatted(place.count(), kind(place));
            case CARRIER -> Figures.counted(place.count(), kind(place));
        };
    }

    public static String kind(ThreadSummary.ThreadLocation place) {
        return switch (place.kind()) {
            case PLATFORM -> "platform";
            case CARRIER -> "carrier";
            case VIRTUAL -> "virtual";
        };
    }
}
