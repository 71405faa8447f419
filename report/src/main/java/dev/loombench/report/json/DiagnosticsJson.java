package dev.loombench.report.json;

import dev.loombench.analysis.server.GcSummary;
import dev.loombench.analysis.server.MemoryBreakdown;
import dev.loombench.analysis.server.PinningSummary;
import dev.loombench.analysis.server.RampUp;
import dev.loombench.analysis.server.ServerDiagnostics;
import dev.loombench.report.MemoryText;
import dev.loombench.stats.Interval;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/// Observations inside a variant's servers, as data for other programs. Missing observations are
/// null.
record DiagnosticsJson(
        Optional<ThreadsJson> threads,
        Optional<RampUpJson> rampUp,
        Optional<Memory> memory,
        Optional<PinnedWaits> pinned,
        Optional<Gc> gc) {

    /// Milliseconds from the highest jump of the load until throughput had settled.
    ///
    /// @param trialsUnsettled trials that had not settled; they count at a lower bound
    record RampUpJson(
            double from,
            double to,
            double meanMillis,
            Optional<Interval> interval,
            int trials,
            int trialsUnsettled) {
        static RampUpJson of(RampUp summary) {
            return new RampUpJson(
                    summary.step().from(),
                    summary.step().to(),
                    summary.meanNanos() / 1e6,
                    summary.interval()
                            .map(i -> new Interval(i.low() / 1e6, i.point() / 1e6, i.high() / 1e6)),
                    summary.trials(),
                    summary.unsettled());
        }
    }

    /// At the window's end, mean of the trials.
    ///
    /// @param parts committed by the JVM, bytes by use
    record Memory(
            double residentBytes,
            Map<String, Double> parts,
            double unaccountedBytes,
            double notResidentBytes) {
        static Memory of(MemoryBreakdown memory) {
            var parts = new LinkedHashMap<String, Double>();
            memory.parts().forEach(p -> parts.put(MemoryText.kind(p.use()), p.bytes()));
            return new Memory(
                    memory.residentBytes(), parts, memory.unaccounted(), memory.notResident());
        }
    }

    /// Waits that held a carrier, in the windows of all trials.
    ///
    /// @param carrierShare of the carriers' time, 0..1
    record PinnedWaits(
            long waits, double totalMillis, double carrierShare, List<PinnedLocationJson> places) {
        static PinnedWaits of(PinningSummary summary) {
            return new PinnedWaits(
                    summary.waits(),
                    summary.nanos() / 1e6,
                    summary.share(),
                    summary.locations().stream()
                            .map(p -> new PinnedLocationJson(p.waits(), p.nanos() / 1e6, p.path()))
                            .toList());
        }
    }

    record PinnedLocationJson(long waits, double totalMillis, String path) {}

    /// Means of the trials' windows, except the longest pause and the highest heap after a
    /// collection.
    ///
    /// @param causes number of pauses in all trials by cause
    record Gc(
            double pauses,
            double pausedMillis,
            double longestMillis,
            Map<String, Long> causes,
            OptionalDouble allocatedBytesPerSecond,
            OptionalDouble allocatedBytesPerRequest,
            OptionalDouble heapAfterBytes) {
        static Gc of(GcSummary summary) {
            var causes = new LinkedHashMap<String, Long>();
            summary.causes().forEach(c -> causes.put(c.name(), c.pauses()));
            return new Gc(
                    summary.pauses(),
                    summary.pausedNanos() / 1e6,
                    summary.longestNanos() / 1e6,
                    causes,
                    summary.allocatedPerSecond(),
                    summary.allocatedPerRequest(),
                    summary.heapAfter());
        }
    }

    static DiagnosticsJson of(ServerDiagnostics diagnostics) {
        return new DiagnosticsJson(
                diagnostics.threads().map(ThreadsJson::of),
                diagnostics.rampUp().map(RampUpJson::of),
                diagnostics.memory().map(Memory::of),
                diagnostics.pinned().map(PinnedWaits::of),
                diagnostics.gc().map(Gc::of));
    }
}
