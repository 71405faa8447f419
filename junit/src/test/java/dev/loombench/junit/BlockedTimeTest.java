package dev.loombench.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.junit.CarrierMoment.Carried;
import dev.loombench.observe.proc.thread.TaskTimes;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// The account of carriers, from moments 50 ms apart.
class BlockedTimeTest {
    private static final long TICK = 50_000_000;
    private static final List<String> NATIVE =
            List.of("shop.Price.read(Price.java:31)", "shop.Shop.serve(Shop.java:12)");

    private final BlockedTime blocked = new BlockedTime();

    /// Two carriers, each of which has run and waited for these times so far.
    private static CarrierMoment moment(
            int tick, long queued, long stoppedMillis, long ranNanos, long waitedNanos) {
        return moment(tick, queued, stoppedMillis, new TaskTimes('S', ranNanos, waitedNanos));
    }

    private static CarrierMoment moment(
            int tick, long queued, long stoppedMillis, TaskTimes times) {
        return new CarrierMoment(
                tick * TICK,
                2,
                queued,
                stoppedMillis,
                IntStream.of(11, 12)
                        .mapToObj(thread ->
                                new Carried(thread, 100 + thread, NATIVE, Optional.of(times)))
                        .toList());
    }

    @Test
    void carriers_that_neither_run_nor_wait_for_a_processor_are_blocked() {
        for (int tick = 0; tick <= 4; tick++) {
            blocked.add(moment(tick, 5, 0, 0, 0));
        }
        assertThat(blocked.whileOthersWait(100e6).orElseThrow())
                .startsWith(
                        "2 of 2 carriers were blocked in native code (shop.Price.read(Price.java:31) called by shop.Shop.serve(Shop.java:12)) for 200 ms, while virtual threads waited for one (100 % of the carriers' time)")
                .endsWith("; remedy: run such calls on platform threads, or set more carriers");
    }

    /// One of 20 moments has another kind of wait, and one a call that computes.
    @Test
    void calls_that_are_not_the_cause_are_not_listed() {
        var parked =
                List.of(
                        "java.lang.VirtualThread.parkOnCarrierThread(VirtualThread.java:799)",
                        "shop.Cache.get(Cache.java:7)");
        var woken = List.of("shop.Text.copy(Text.java:9)");
        for (int tick = 0; tick <= 20; tick++) {
            var frames = tick == 2 ? parked : tick == 15 ? woken : NATIVE;
            var carried = new Carried(11, 111, frames, Optional.of(new TaskTimes('S', 0, 0)));
            blocked.add(new CarrierMoment(tick * TICK, 1, 5, 0, List.of(carried)));
        }
        assertThat(blocked.whileOthersWait(100e6).orElseThrow())
                .contains(
                        "in native code (shop.Price.read(Price.java:31) called by shop.Shop.serve(Shop.java:12)) for 1.00 s");
    }

    @Test
    void less_time_than_the_limit_is_no_failure() {
        for (int tick = 0; tick <= 4; tick++) {
            blocked.add(moment(tick, 5, 0, 0, 0));
        }
        assertThat(blocked.whileOthersWait(201e6)).isEmpty();
        assertThat(blocked.whileOthersWait(200e6)).isPresent();
    }

    /// 40 of 50 ms on a processor or in its run queue: 20 % are blocked, below the limit of 30 %.
    @Test
    void carriers_that_run_or_wait_for_a_processor_are_not_blocked() {
        for (int tick = 0; tick <= 4; tick++) {
            blocked.add(moment(tick, 5, 0, tick * 10_000_000L, tick * 30_000_000L));
        }
        assertThat(blocked.whileOthersWait(0)).isEmpty();
    }

    /// The kernel counts a wait of 100 ms in the second of two ticks.
    @Test
    void carriers_that_wait_for_a_processor_for_longer_than_a_tick_are_not_blocked() {
        for (int tick = 0; tick <= 4; tick++) {
            blocked.add(moment(tick, 5, 0, 0, tick / 2 * 100_000_000L));
        }
        assertThat(blocked.whileOthersWait(0)).isEmpty();
    }

    private static TaskTimes runnable(long waitedNanos) {
        return new TaskTimes('R', 0, waitedNanos);
    }

    /// The watch ends before the kernel has counted it, or looks away when it does.
    @Test
    void a_wait_for_a_processor_that_has_not_ended_blocks_no_carrier() {
        for (int tick = 0; tick <= 4; tick++) {
            blocked.add(moment(tick, 5, 0, runnable(0)));
        }
        assertThat(blocked.whileOthersWait(0)).isEmpty();
        blocked.interrupt();
        blocked.add(moment(9, 5, 0, 0, 400_000_000));
        blocked.add(moment(10, 5, 0, 0, 450_000_000));
        assertThat(blocked.whileOthersWait(0)).isEmpty();
    }

    /// Of 100 ms, it was 10: the carriers were blocked before.
    @Test
    void a_wait_for_a_processor_counts_by_its_length_once_it_has_ended() {
        blocked.add(moment(0, 5, 0, runnable(0)));
        blocked.add(moment(1, 5, 0, runnable(0)));
        blocked.add(moment(2, 5, 0, 0, 10_000_000));
        assertThat(blocked.whileOthersWait(0).orElseThrow())
                .startsWith("2 of 2 carriers were blocked")
                .contains("(90 % of the carriers' time)");
    }

    /// Its wait is not yet counted.
    @Test
    void a_thread_that_waits_for_a_processor_does_not_block_its_carrier() {
        for (int tick = 0; tick <= 4; tick++) {
            blocked.add(moment(tick, 0, 0, runnable(0)));
        }
        assertThat(blocked.ofOneThread(1)).isEmpty();
    }

    @Test
    void blocked_carriers_for_which_no_thread_waits_are_of_one_thread() {
        for (int tick = 0; tick <= 4; tick++) {
            blocked.add(moment(tick, 0, 0, 0, 0));
        }
        assertThat(blocked.whileOthersWait(0)).isEmpty();
        assertThat(blocked.ofOneThread(200e6).orElseThrow())
                .startsWith(
                        "a virtual thread blocked its carrier in native code (shop.Price.read(Price.java:31) called by shop.Shop.serve(Shop.java:12)) for at least 200 ms");
        assertThat(blocked.ofOneThread(201e6)).isEmpty();
    }

    /// A collection took 49 ms of each span of 50.
    @Test
    void time_in_which_a_collection_stopped_the_carriers_does_not_count() {
        for (int tick = 0; tick <= 4; tick++) {
            blocked.add(moment(tick, 5, tick * 49L, 0, 0));
        }
        assertThat(blocked.whileOthersWait(5e6)).isEmpty();
        assertThat(blocked.whileOthersWait(4e6)).isPresent();
    }

    @Test
    void moments_that_do_not_follow_each_other_are_no_span() {
        blocked.add(moment(0, 5, 0, 0, 0));
        blocked.interrupt();
        blocked.add(moment(9, 5, 0, 0, 0));
        assertThat(blocked.whileOthersWait(0)).isEmpty();
        assertThat(blocked.ofOneThread(1)).isEmpty();
    }
}
