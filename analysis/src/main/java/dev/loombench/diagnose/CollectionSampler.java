package dev.loombench.diagnose;

import dev.loombench.diagnose.evidence.CollectionHistory;
import dev.loombench.diagnose.evidence.CollectionHistory.Sample;
import dev.loombench.diagnose.evidence.CollectionHistory.Stops;
import dev.loombench.diagnose.evidence.Part;
import dev.loombench.observe.jvm.InspectedJvm;
import dev.loombench.observe.jvm.attach.PerfCounters;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Samples the collections of a JVM, and the time for which it stopped all threads.
///
/// Its counters, where it has some, are read without it, before its beans: a JVM that lacks memory
/// replies late, once a collection has ended. The samples are without the stops that the inspection
/// itself has made.
final class CollectionSampler {
    private static final long NANOS_PER_MILLI = 1_000_000;

    /// Time that carriers need to stop and to continue, beside that of the stop. It was 0.3 ms with
    /// 200 collections of G1 per second on two processors.
    private static final long RESUME_NANOS = 500_000;

    private final InspectedJvm jvm;
    private final boolean hasCounters;
    private final List<Sample> samples = new ArrayList<>();
    private Optional<String> notSampled = Optional.empty();
    private Stops own = Stops.NONE;

    /// A request to the JVM that stops its threads.
    interface Stopping {
        void run() throws IOException;
    }

    CollectionSampler(InspectedJvm jvm) {
        this.jvm = jvm;
        hasCounters = stops(jvm.counters()).isPresent();
    }

    void sample() throws IOException {
        if (notSampled.isPresent()) {
            return;
        }
        var counters = jvm.counters();
        try {
            var state = jvm.collections();
            samples.add(
                    new Sample(
                            System.nanoTime(),
                            state,
                            stops(counters).map(all -> all.minus(own)),
                            counters.flatMap(PerfCounters::collectionCause),
                            counters.flatMap(PerfCounters::latestCollectionCause)));
        } catch (IOException e) {
            notSampled = Optional.of("its management beans could not be read: " + e.getMessage());
        }
    }

    /// Runs a request of the inspection, whose stops are no part of later samples.
    void leaveOut(Stopping request) throws IOException {
        var before = stops(jvm.counters());
        request.run();
        var after = stops(jvm.counters());
        if (before.isPresent() && after.isPresent()) {
            own = own.plus(after.get().minus(before.get()));
        }
    }

    private static Optional<Stops> stops(Optional<PerfCounters> counters) {
        return counters.filter(all -> all.safepointNanos().isPresent())
                .map(all ->
                        new Stops(
                                all.safepointNanos().getAsLong(),
                                all.safepointReachingNanos(),
                                all.safepoints(),
                                Optional.empty()));
    }

    /// The time for which all threads have been stopped so far, ns, with 0.5 ms more for each stop:
    /// at safepoints of all kinds where the JVM counts them, else in the pauses of collections up
    /// to the last sample. Empty where both are unknown.
    OptionalLong stoppedNanos() {
        if (hasCounters) {
            var counters = jvm.counters();
            return stopped(
                    counters.map(PerfCounters::safepointNanos).orElse(OptionalLong.empty()),
                    counters.map(PerfCounters::safepoints).orElse(OptionalLong.empty()));
        }
        if (samples.isEmpty()) {
            return OptionalLong.empty();
        }
        var collectors = samples.getLast().state().collectors();
        var millis = collectors.pauseMillis();
        return stopped(
                millis.isPresent()
                        ? OptionalLong.of(NANOS_PER_MILLI * millis.getAsLong())
                        : OptionalLong.empty(),
                collectors.pauses());
    }

    private static OptionalLong stopped(OptionalLong nanos, OptionalLong stops) {
        return nanos.isPresent() && stops.isPresent()
                ? OptionalLong.of(nanos.getAsLong() + RESUME_NANOS * stops.getAsLong())
                : OptionalLong.empty();
    }

    Part<CollectionHistory> history() {
        return notSampled.<Part<CollectionHistory>>map(Part::missing).orElseGet(() -> of(samples));
    }

    /// The history of some samples, where their collectors count pauses.
    static Part<CollectionHistory> of(List<Sample> samples) {
        if (samples.size() < 2) {
            return Part.missing("no sample");
        }
        return samples.stream().allMatch(s -> s.state().collectors().pauseMillis().isPresent())
                ? Part.of(new CollectionHistory(samples))
                : Part.missing("its collector counts no pauses");
    }
}
