package dev.loombench.report.json;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.loombench.analysis.GcSummary;
import dev.loombench.analysis.MemoryBreakdown;
import dev.loombench.analysis.PinningSummary;
import dev.loombench.analysis.RampUp;
import dev.loombench.analysis.ServerDiagnostics;
import dev.loombench.analysis.ThreadSummary;
import dev.loombench.report.DiagnosticsText;
import dev.loombench.report.MemoryText;
import dev.loombench.stats.Interval;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/// What was seen inside a variant's servers, as data for other programs. What was not observed is
/// null.
record DiagnosticsDocument(
        @JsonProperty("threads") Optional<Threads> threads,
        @JsonProperty("rampUp") Optional<RampUpJson> rampUp,
        @JsonProperty("memory") Optional<Memory> memory,
        @JsonProperty("pinned") Optional<PinnedWaits> pinned,
        @JsonProperty("gc") Optional<Gc> gc) {

    /// At one moment under load, of the last trial.
    ///
    /// @param excess virtual threads in the list beyond one a connection at one place, in no count
    record Threads(
            @JsonProperty("total") int total,
            @JsonProperty("platform") int platform,
            @JsonProperty("carriers") int carriers,
            @JsonProperty("virtual") int virtual,
            @JsonProperty("excess") int excess,
            @JsonProperty("places") List<Place> places) {
        static Threads of(ThreadSummary seen) {
            return new Threads(
                    seen.total(),
                    seen.platform(),
                    seen.carriers(),
                    seen.virtual(),
                    seen.excess(),
                    seen.places().stream()
                            .map(p ->
                                    new Place(
                                            DiagnosticsText.kind(p),
                                            p.count(),
                                            p.where(),
                                            p.path()))
                            .toList());
        }
    }

    /// @param kind `platform`, `carrier` or `virtual`
    record Place(
            @JsonProperty("kind") String kind,
            @JsonProperty("count") int count,
            @JsonProperty("where") String where,
            @JsonProperty("path") String path) {}

    /// Milliseconds from the highest jump of the load until throughput had settled.
    ///
    /// @param trialsUnsettled that had not; they count at the least that they took
    record RampUpJson(
            @JsonProperty("from") double from,
            @JsonProperty("to") double to,
            @JsonProperty("meanMillis") double meanMillis,
            @JsonProperty("interval") Optional<Interval> interval,
            @JsonProperty("trials") int trials,
            @JsonProperty("trialsUnsettled") int trialsUnsettled) {
        static RampUpJson of(RampUp seen) {
            return new RampUpJson(
                    seen.step().from(),
                    seen.step().to(),
                    seen.meanNanos() / 1e6,
                    seen.interval()
                            .map(i -> new Interval(i.low() / 1e6, i.point() / 1e6, i.high() / 1e6)),
                    seen.trials(),
                    seen.moving());
        }
    }

    /// At the window's end, mean of the trials.
    ///
    /// @param parts taken by the JVM from the system, by what for; bytes
    record Memory(
            @JsonProperty("residentBytes") double residentBytes,
            @JsonProperty("parts") Map<String, Double> parts,
            @JsonProperty("unaccountedBytes") double unaccountedBytes,
            @JsonProperty("notResidentBytes") double notResidentBytes) {
        static Memory of(MemoryBreakdown split) {
            var parts = new LinkedHashMap<String, Double>();
            split.parts().forEach(p -> parts.put(MemoryText.kind(p.use()), p.bytes()));
            return new Memory(
                    split.residentBytes(), parts, split.unaccounted(), split.notResident());
        }
    }

    /// Waits that held a carrier, in the windows of all trials.
    ///
    /// @param carrierShare of the carriers' time, 0..1
    record PinnedWaits(
            @JsonProperty("waits") long waits,
            @JsonProperty("totalMillis") double totalMillis,
            @JsonProperty("carrierShare") double carrierShare,
            @JsonProperty("places") List<PinnedPlace> places) {
        static PinnedWaits of(PinningSummary seen) {
            return new PinnedWaits(
                    seen.waits(),
                    seen.nanos() / 1e6,
                    seen.share(),
                    seen.places().stream()
                            .map(p -> new PinnedPlace(p.waits(), p.nanos() / 1e6, p.path()))
                            .toList());
        }
    }

    record PinnedPlace(
            @JsonProperty("waits") long waits,
            @JsonProperty("totalMillis") double totalMillis,
            @JsonProperty("path") String path) {}

    /// Mean of the trials' windows, but for the longest pause and the most left, which are of any.
    ///
    /// @param causes what pauses were, and how many of all trials
    record Gc(
            @JsonProperty("pauses") double pauses,
            @JsonProperty("pausedMillis") double pausedMillis,
            @JsonProperty("longestMillis") double longestMillis,
            @JsonProperty("causes") Map<String, Long> causes,
            @JsonProperty("allocatedBytesPerSecond") OptionalDouble allocatedBytesPerSecond,
            @JsonProperty("allocatedBytesPerRequest") OptionalDouble allocatedBytesPerRequest,
            @JsonProperty("heapAfterBytes") OptionalDouble heapAfterBytes) {
        static Gc of(GcSummary seen) {
            var causes = new LinkedHashMap<String, Long>();
            seen.causes().forEach(c -> causes.put(c.what(), c.pauses()));
            return new Gc(
                    seen.pauses(),
                    seen.pausedNanos() / 1e6,
                    seen.longestNanos() / 1e6,
                    causes,
                    seen.allocatedPerSecond(),
                    seen.allocatedPerRequest(),
                    seen.heapAfter());
        }
    }

    static DiagnosticsDocument of(ServerDiagnostics inside) {
        return new DiagnosticsDocument(
                inside.threads().map(Threads::of),
                inside.rampUp().map(RampUpJson::of),
                inside.memory().map(Memory::of),
                inside.pinned().map(PinnedWaits::of),
                inside.collector().map(Gc::of));
    }
}
