package dev.loombench.diagnose.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.diagnose.evidence.CollectionHistory.Each;
import dev.loombench.diagnose.evidence.CollectionHistory.Sample;
import dev.loombench.diagnose.evidence.CollectionHistory.Stops;
import dev.loombench.observe.jvm.figure.CollectionState;
import dev.loombench.observe.jvm.figure.GarbageCollectors;
import dev.loombench.observe.jvm.figure.GarbageCollectors.Bean;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CollectionHistoryTest {
    private static final long SECOND = 1_000_000_000;
    private static final long MIB = 1 << 20;

    private static Sample sample(int second, Bean... beans) {
        return new Sample(
                second * SECOND,
                new CollectionState(new GarbageCollectors(List.of(beans)), OptionalLong.empty()),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static Sample latest(int second, String cause, Bean... beans) {
        var sample = sample(second, beans);
        return new Sample(
                sample.nanos(),
                sample.state(),
                sample.stops(),
                Optional.of("No GC"),
                Optional.of(cause));
    }

    private static Bean young(long count, long millis) {
        return new Bean("Copy", count, millis);
    }

    private static Bean full(long count, long millis) {
        return new Bean("MarkSweepCompact", count, millis);
    }

    @Test
    void pauses_are_a_share_of_the_time() {
        var history =
                new CollectionHistory(
                        List.of(
                                sample(10, young(100, 9_000), full(1, 500)),
                                sample(12, young(140, 9_400), full(3, 900))));
        assertThat(history.pauseShare()).as("800 ms of 2 s").isEqualTo(0.4);
        assertThat(history.count()).hasValue(42);
        assertThat(history.full()).hasValue(2);
        assertThat(history.cycleShare()).isEmpty();
        assertThat(history.stallShare()).isEmpty();
        assertThat(history.safepointShare()).isEmpty();
        assertThat(history.otherStopShare()).isEmpty();
        assertThat(history.reachingShare()).isEmpty();
        assertThat(history.leastHeapAfter()).isEmpty();
    }

    /// A pause of 9 s that ends in the first second was in progress before.
    @Test
    void no_more_counts_than_the_time_that_has_passed() {
        var history =
                new CollectionHistory(
                        List.of(
                                sample(0, full(1, 0)),
                                sample(1, full(2, 9_000)),
                                sample(4, full(3, 9_200))));
        assertThat(history.pauseShare()).as("1.2 s of 4 s").isCloseTo(0.3, within(1e-9));
    }

    /// In the second interval a young one ended between two full ones, or before or after both.
    @Test
    void full_collections_in_a_row_are_those_without_another_in_between() {
        var history =
                new CollectionHistory(
                        List.of(
                                sample(0, young(0, 0), full(0, 0)),
                                sample(1, young(0, 0), full(2, 0)),
                                sample(2, young(1, 0), full(4, 0)),
                                sample(3, young(1, 0), full(7, 0)),
                                sample(4, young(1, 0), full(7, 0)),
                                sample(5, young(1, 0), full(9, 0)),
                                sample(6, young(8, 0), full(9, 0))));
        assertThat(history.fullInARow()).hasValue(5);
    }

    /// Collections took 400 ms in the first second, and 600 ms in the next.
    @Test
    void the_time_between_two_samples_is_that_of_the_latest_cause() {
        var history =
                new CollectionHistory(
                        List.of(
                                latest(0, "System.gc()", full(1, 9_000)),
                                latest(1, "Allocation Failure", full(2, 9_400)),
                                latest(2, "System.gc()", full(3, 10_000))));
        assertThat(history.causedShare(Set.of("System.gc()", "Diagnostic Command")))
                .isCloseTo(0.6, within(1e-9));
        assertThat(history.causedShare(Set.of("Diagnostic Command"))).isZero();
        assertThat(
                        new CollectionHistory(
                                        List.of(sample(0, full(1, 0)), sample(1, full(2, 900))))
                                .causedShare(Set.of("System.gc()")))
                .as("unknown")
                .isZero();
    }

    /// Minor cycles run while a major one does: their times are not added up.
    @Test
    void cycles_are_those_of_the_bean_with_the_most() {
        var history =
                new CollectionHistory(
                        List.of(
                                sample(
                                        0,
                                        new Bean("ZGC Minor Cycles", 0, 0),
                                        new Bean("ZGC Minor Pauses", 0, 0),
                                        new Bean("ZGC Major Cycles", 0, 0),
                                        new Bean("ZGC Major Pauses", 0, 0)),
                                sample(
                                        10,
                                        new Bean("ZGC Minor Cycles", 9, 6_000),
                                        new Bean("ZGC Minor Pauses", 27, 2),
                                        new Bean("ZGC Major Cycles", 1, 8_000),
                                        new Bean("ZGC Major Pauses", 3, 3))));
        assertThat(history.cycleShare()).hasValue(0.8);
        assertThat(history.pauseShare()).isEqualTo(0.0005);
        assertThat(history.full()).isEmpty();
        assertThat(history.fullInARow()).isEmpty();
    }

    private static CollectionHistory caused(String name, String... causes) {
        var samples = new ArrayList<Sample>();
        for (int i = 0; i < causes.length; i++) {
            var beans = List.of(new Bean(name + " Cycles", i, i), new Bean(name + " Pauses", i, i));
            samples.add(
                    new Sample(
                            i * SECOND,
                            new CollectionState(
                                    new GarbageCollectors(beans), OptionalLong.of((9 - i) * MIB)),
                            Optional.of(
                                    new Stops(
                                            i * SECOND / 4,
                                            OptionalLong.empty(),
                                            OptionalLong.of(i),
                                            Optional.empty())),
                            Optional.of(causes[i]),
                            Optional.empty()));
        }
        return new CollectionHistory(samples);
    }

    private static Sample stopped(int second, Stops stops) {
        var sample = sample(second, young(0, 0));
        return new Sample(
                sample.nanos(),
                sample.state(),
                Optional.of(stops),
                sample.cause(),
                sample.latest());
    }

    private static Stops stops(long millis, long reachingMillis, long count, long prints) {
        return stops(millis, reachingMillis, count, prints, false);
    }

    /// Half of the time until threads stop is late.
    private static Stops stops(
            long millis, long reachingMillis, long count, long prints, boolean named) {
        return new Stops(
                millis * 1_000_000,
                OptionalLong.of(reachingMillis * 1_000_000),
                OptionalLong.of(count),
                Optional.of(
                        new Each(
                                Map.of("ThreadDump", prints * 1_000_000, "Cleanup", 4_000_000L),
                                named,
                                reachingMillis * 500_000)));
    }

    @Test
    void operations_and_the_mean_time_until_threads_stop_are_those_between_the_samples() {
        var history =
                new CollectionHistory(
                        List.of(
                                stopped(10, stops(900, 300, 70, 500)),
                                stopped(14, stops(2_100, 420, 80, 1_500))));
        assertThat(history.meanReachingSeconds()).as("120 ms of 10 stops").hasValue(0.012);
        assertThat(history.operationShares())
                .as("1 s of 4 s; those of the time before do not count")
                .containsExactly(Map.entry("ThreadDump", 0.25));
        assertThat(history.otherStopShare()).as("1,200 ms less 120 ms").hasValue(0.27);
        assertThat(history.lateShare()).as("60 ms of 4 s").hasValue(0.015);
        var calm =
                new CollectionHistory(
                        List.of(
                                stopped(10, stops(900, 300, 70, 500)),
                                stopped(14, stops(900, 300, 70, 500))));
        assertThat(calm.meanReachingSeconds()).as("no stop").isEmpty();
    }

    /// Of 1,080 ms, 80 ms may be of collections that only the stops show.
    @Test
    void where_all_stops_are_named_the_other_ones_are_the_operations() {
        var history =
                new CollectionHistory(
                        List.of(
                                stopped(10, stops(900, 300, 70, 500, true)),
                                stopped(14, stops(2_100, 420, 80, 1_500, true))));
        assertThat(history.otherStopShare()).hasValue(0.25);
    }

    /// An operation of 9 s that ends in the first second was in progress before.
    @Test
    void an_operation_takes_no_more_than_the_time_that_has_passed() {
        var history =
                new CollectionHistory(
                        List.of(
                                stopped(0, stops(0, 0, 0, 0)),
                                stopped(4, stops(9_000, 0, 1, 9_000))));
        assertThat(history.operationShares()).containsExactly(Map.entry("ThreadDump", 1.0));
        var moment =
                new CollectionHistory(
                        List.of(
                                stopped(4, stops(0, 0, 0, 0)),
                                stopped(4, stops(9_000, 0, 1, 9_000))));
        assertThat(moment.operationShares())
                .as("no time passed")
                .containsExactly(Map.entry("ThreadDump", 0.0));
    }

    /// As of a log from the start of a JVM on.
    @Test
    void what_lived_at_the_start_is_not_what_lives() {
        var samples = new ArrayList<Sample>();
        for (int mebibytes : List.of(4, 20, 36, 38, 36, 37)) {
            samples.add(
                    new Sample(
                            samples.size() * 1_000_000_000L,
                            new CollectionState(
                                    new GarbageCollectors(List.of()),
                                    OptionalLong.of(mebibytes * MIB)),
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty()));
        }
        assertThat(new CollectionHistory(samples).leastHeapAfter()).hasValue(36 * MIB);
    }

    @Test
    void stalls_are_the_moments_with_a_collection_that_threads_wait_for() {
        var zgc = caused("ZGC Major", "No GC", "Allocation Stall", "Proactive", "Allocation Stall");
        assertThat(zgc.stallShare()).hasValue(0.5);
        assertThat(zgc.lostShare()).isEqualTo(0.5);
        assertThat(zgc.safepointShare()).hasValue(0.25);
        assertThat(zgc.otherStopShare())
                .as("pauses of 1 ms per second")
                .hasValueCloseTo(0.249, within(1e-9));
        assertThat(zgc.reachingShare()).isEmpty();
        assertThat(zgc.meanReachingSeconds()).isEmpty();
        assertThat(zgc.operationShares()).isEmpty();
        assertThat(zgc.lateShare()).isEmpty();
        assertThat(zgc.leastHeapAfter()).hasValue(6 * MIB);
        assertThat(caused("Shenandoah", "Allocation Failure", "No GC").stallShare()).hasValue(0.5);
    }
}
