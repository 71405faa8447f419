package dev.loombench.diagnose;

import dev.loombench.diagnose.evidence.CollectionHistory;
import dev.loombench.diagnose.evidence.CollectionHistory.Each;
import dev.loombench.diagnose.evidence.CollectionHistory.Sample;
import dev.loombench.diagnose.evidence.CollectionHistory.Stops;
import dev.loombench.observe.jvm.figure.CollectionState;
import dev.loombench.observe.jvm.figure.GarbageCollectors;
import dev.loombench.observe.jvm.figure.GarbageCollectors.Bean;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Collections and stops of all threads over 30 s, with a sample per second.
public final class SampleCollections {
    private static final long SECOND = 1_000_000_000L;
    private static final long MILLI = 1_000_000L;

    private SampleCollections() {}

    /// Without stalls.
    ///
    /// @param heapAfter heap in use after collections, bytes
    /// @param within30Seconds what each bean counts
    public static CollectionHistory of(long heapAfter, Bean... within30Seconds) {
        return stalled(0, heapAfter, within30Seconds);
    }

    /// The same with a collection in progress for which threads wait.
    ///
    /// @param stalls of 31 moments
    public static CollectionHistory stalled(int stalls, long heapAfter, Bean... within30Seconds) {
        return of(stalls, 0, "No GC", heapAfter, within30Seconds);
    }

    /// The same, in which one cause began the collections of some seconds, the first ones.
    ///
    /// @param caused seconds, of 30
    public static CollectionHistory caused(
            int caused, String cause, long heapAfter, Bean... within30Seconds) {
        return of(0, caused, cause, heapAfter, within30Seconds);
    }

    /// The same as [#of] with ten stops of all threads per second.
    ///
    /// @param millis of all stops within the 30 s, collections included
    /// @param reachingMillis of these, until all threads had stopped; empty where it is unknown
    public static CollectionHistory stopping(
            long millis, OptionalLong reachingMillis, Bean... within30Seconds) {
        return stopping(
                new Stops(
                        millis * MILLI,
                        reachingMillis.isEmpty()
                                ? reachingMillis
                                : OptionalLong.of(reachingMillis.getAsLong() * MILLI),
                        OptionalLong.of(300),
                        Optional.empty()),
                within30Seconds);
    }

    /// The same.
    ///
    /// @param stops within the 30 s
    public static CollectionHistory stopping(Stops stops, Bean... within30Seconds) {
        var samples = new ArrayList<Sample>();
        for (var sample : of(200 << 20, within30Seconds).samples()) {
            samples.add(
                    new Sample(
                            sample.nanos(),
                            sample.state(),
                            Optional.of(part(stops, sample.nanos() / SECOND)),
                            sample.cause(),
                            sample.latest()));
        }
        return new CollectionHistory(samples);
    }

    /// @param second of 30
    private static Stops part(Stops stops, long second) {
        return new Stops(
                stops.nanos() * second / 30,
                part(stops.reachingNanos(), second),
                part(stops.count(), second),
                stops.each()
                        .map(each ->
                                new Each(
                                        each.operations().entrySet().stream()
                                                .collect(
                                                        Collectors.toMap(
                                                                Map.Entry::getKey,
                                                                operation ->
                                                                        operation.getValue()
                                                                                * second
                                                                                / 30)),
                                        each.named(),
                                        each.lateNanos() * second / 30)));
    }

    private static OptionalLong part(OptionalLong all, long second) {
        return all.isEmpty() ? all : OptionalLong.of(all.getAsLong() * second / 30);
    }

    private static CollectionHistory of(
            int stalls, int caused, String cause, long heapAfter, Bean... within30Seconds) {
        var samples = new ArrayList<Sample>();
        for (int i = 0; i <= 30; i++) {
            int moment = i;
            var beans =
                    Stream.of(within30Seconds)
                            .map(b ->
                                    new Bean(
                                            b.name(),
                                            b.count() * moment / 30,
                                            b.millis() * moment / 30))
                            .toList();
            samples.add(
                    new Sample(
                            i * SECOND,
                            new CollectionState(
                                    new GarbageCollectors(beans), OptionalLong.of(heapAfter)),
                            Optional.empty(),
                            Optional.of(i < stalls ? "Allocation Stall" : "No GC"),
                            Optional.of(i <= caused ? cause : "Allocation Failure")));
        }
        return new CollectionHistory(samples);
    }
}
