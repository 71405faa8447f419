package dev.loombench.report;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.GcSummary;
import dev.loombench.analysis.PinningSummary;
import dev.loombench.analysis.RampUp;
import dev.loombench.analysis.ServerDiagnostics;
import dev.loombench.analysis.ThreadSummary;
import java.util.ArrayList;
import java.util.List;

/// What was seen inside a server, in plain sentences.
public final class DiagnosticsText {
    private static final int PLACES = 4;

    private DiagnosticsText() {}

    /// A sentence for each thing that was seen; empty when nothing was.
    public static List<String> of(ServerDiagnostics inside) {
        var said = new ArrayList<String>();
        inside.threads().map(DiagnosticsText::threads).ifPresent(said::add);
        inside.rampUp().map(DiagnosticsText::rampUp).ifPresent(said::add);
        inside.memory().map(MemoryText::of).ifPresent(said::add);
        inside.collector().map(DiagnosticsText::collector).ifPresent(said::add);
        inside.pinned().map(DiagnosticsText::pinned).ifPresent(said::add);
        return said;
    }

    /// Only what a thread model is about: threads, carriers, and how soon they follow the load.
    public static List<String> brief(ServerDiagnostics inside) {
        var said = new ArrayList<String>();
        inside.threads().map(DiagnosticsText::threads).ifPresent(said::add);
        inside.rampUp().map(DiagnosticsText::rampUp).ifPresent(said::add);
        inside.pinned().map(DiagnosticsText::pinned).ifPresent(said::add);
        return said;
    }

    /// `243 threads (6 platform, 2 carriers, 235 virtual): 200 virtual in Thread.sleep …`.
    static String threads(ThreadSummary seen) {
        var kinds = new ArrayList<String>();
        kinds.add("%,d platform".formatted(seen.platform()));
        if (seen.carriers() + seen.virtual() > 0) {
            kinds.add(Format.counted(seen.carriers(), "carrier"));
            kinds.add("%,d virtual".formatted(seen.virtual()));
        }
        var places =
                seen.places().stream()
                        .limit(PLACES)
                        .map(p -> "%,d %s %s".formatted(p.count(), kind(p), plain(p.where())))
                        .toList();
        int told =
                seen.places().stream()
                        .limit(PLACES)
                        .mapToInt(ThreadSummary.ThreadLocation::count)
                        .sum();
        return "%s (%s) under load: %s%s%s"
                .formatted(
                        Format.counted(seen.total(), "thread"),
                        String.join(", ", kinds),
                        String.join(", ", places),
                        told < seen.total() ? ", %,d elsewhere".formatted(seen.total() - told) : "",
                        seen.excess() > 0
                                ? "; the list is no snapshot: it holds %s more, which ended or began while it was written"
                                        .formatted(Format.counted(seen.excess(), "virtual thread"))
                                : "");
    }

    /// `full throughput 1.25 s after the load jumps from 100 to 500 [1.00 s, 1.50 s]`.
    private static String rampUp(RampUp seen) {
        return "full throughput %s%s after the load jumps from %s to %s%s"
                .formatted(
                        seen.moving() > 0 ? "at least " : "",
                        Format.time(seen.meanNanos()),
                        Format.number(seen.step().from()),
                        Format.number(seen.step().to()),
                        seen.interval()
                                .map(i ->
                                        " [%s, %s]"
                                                .formatted(
                                                        Format.time(i.low()),
                                                        Format.time(i.high())))
                                .orElse(""));
    }

    /// `312 waits of virtual threads held a carrier, 41 % of the carriers' time: …`.
    private static String pinned(PinningSummary seen) {
        if (seen.waits() == 0) {
            return "no virtual thread held its carrier while it waited for 1 ms or more";
        }
        return "%s of virtual threads held a carrier, %s %% of the carriers' time, most in %s"
                .formatted(
                        Format.counted(seen.waits(), "wait"),
                        Format.number(100 * seen.share()),
                        plain(seen.places().getFirst().path()));
    }

    /// `12 GC pauses a trial, 3.40 ms together, the longest 1.20 ms, …; 61 MiB left after GC`.
    private static String collector(GcSummary seen) {
        var said = new ArrayList<String>();
        said.add(
                seen.pauses() == 0
                        ? "no GC pause"
                        : "%s GC pauses a trial, %s together, the longest %s"
                                .formatted(
                                        Format.number(seen.pauses()),
                                        Format.time(seen.pausedNanos()),
                                        Format.time(seen.longestNanos())));
        seen.causes().stream()
                .findFirst()
                .ifPresent(c -> said.add("most for %s".formatted(plain(c.what()))));
        if (seen.allocatedPerSecond().isPresent()) {
            said.add(Format.bytes(seen.allocatedPerSecond()) + " allocated a second");
            said.add(Format.bytes(seen.allocatedPerRequest()) + " a request");
        }
        if (seen.heapAfter().isPresent()) {
            said.add("at most %s left after GC".formatted(Format.bytes(seen.heapAfter())));
        }
        return String.join(", ", said);
    }

    public static String kind(ThreadSummary.ThreadLocation place) {
        return switch (place.kind()) {
            case PLATFORM -> "platform";
            case CARRIER -> "carrier";
            case VIRTUAL -> "virtual";
        };
    }
}
