package dev.loombench.report.json;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.loombench.analysis.GcSummary;
import dev.loombench.analysis.MemoryBreakdown;
import dev.loombench.analysis.PinningSummary;
import dev.loombench.analysis.RampUp;
import dev.loombench.analysis.ServerDiagnostics;
import dev.loombench.report.MemoryText;
import dev.loombench.stats.Interval;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/// Observations inside a variant's servers, as data for other programs. Missing observations are
/// null.
record DiagnosticsDocument(
        @JsonProperty("threads") Optional<ThreadsJson> threads,
        @JsonProperty("rampUp") Optional<RampUpJson> rampUp,
        @JsonProperty("memory") Optional<Memory> memory,
        @JsonProperty("pinned") Optional<PinnedWaits> pinned,
        @JsonProperty("gc") Optional<Gc> gc) {

    /// Milliseconds from the highest jump of the load until throughput had settled.
    ///
    /// @param trialsUnsettled trials that had not settled; they count at a lower bound
    record RampUpJson(
            @JsonProperty("from") double from,
            @JsonProperty("to") double to,
            @JsonProperty("meanMillis") double meanMillis,
            @JsonProperty("interval") Optional<Interval> interval,
            @JsonProperty("trials") int trials,
            @JsonProperty("trialsUnsettled") int trialsUnsettled) {
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
            @JsonProperty("residentBytes") double residentBytes,
            @JsonProperty("parts") Map<String, Double> parts,
            @JsonProperty("unaccountedBytes") double unaccountedBytes,
            @JsonProperty("notResidentBytes") double notResidentBytes) {
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
            @JsonProperty("waits") long waits,
            @JsonProperty("totalMillis") double totalMillis,
            @JsonProperty("carrierShare") double carrierShare,
            @JsonProperty("places") List<PinnedLocationJson> places) {
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

    record PinnedLocationJson(
            @JsonProperty("waits") long waits,
            @JsonProperty("totalMillis") double totalMillis,
            @JsonProperty("path") String path) {}

    /// Means of the trials' windows, except the longest pause and the highest heap after a
    /// collection.
    ///
    /// @param causes number of pauses in all trials by cause
    record Gc(
            @JsonProperty("pauses") double pauses,
            @JsonProperty("pausedMillis") double pausedMillis,
            @JsonProperty("longestMillis") double longestMillis,
            @JsonProperty("causes") Map<String, Long> causes,
            @JsonProperty("allocatedBytesPerSecond") OptionalDouble allocatedBytesPerSecond,
            @JsonProperty("allocatedBytesPerRequest") OptionalDouble allocatedBytesPerRequest,
            @JsonProperty("heapAfterBytes") OptionalDouble heapAfterBytes) {
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

    static DiagnosticsDocument of(ServerDiagnostics diagnostics) {
        return new DiagnosticsDocument(
                diagnostics.threads().map(ThreadsJson::of),
                diagnostics.rampUp().map(RampUpJson::of),
                diagnostics.memory().map(Memory::of),
                diagnostics.pinned().map(PinnedWaits::of),
                diagnostics.gc().map(Gc::of));
    }
}
