package dev.loombench.governor.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdmissionLimitTest {
    static final long MS = 1_000_000;

    private final AdmissionLimit limit = new AdmissionLimit(Limit.fixed(10));
    private long now;

    private Admission.Permit permit(Priority priority) {
        return (Admission.Permit) limit.tryAcquire(priority);
    }

    @Test
    void the_header_retry_after_has_whole_seconds_rounded_up() {
        var twoSeconds = Duration.ofSeconds(2);
        assertThat(new Admission.Rejected(Duration.ofMillis(1)).retryAfterSeconds()).isEqualTo(1);
        assertThat(new Admission.Rejected(twoSeconds).retryAfterSeconds()).isEqualTo(2);
        assertThat(new Admission.Rejected(twoSeconds.plusNanos(1)).retryAfterSeconds())
                .isEqualTo(3);
    }

    @Test
    void a_rejected_request_gets_a_time_to_retry() {
        for (int i = 0; i < 10; i++) {
            assertThat(limit.tryAcquire(Priority.CRITICAL)).isInstanceOf(Admission.Permit.class);
        }
        assertThat(limit.tryAcquire(Priority.CRITICAL))
                .isEqualTo(new Admission.Rejected(Duration.ofMillis(1)));
    }

    @Test
    void lower_priorities_are_rejected_first_and_none_starves() {
        for (int i = 0; i < 5; i++) {
            permit(Priority.BACKGROUND);
        }
        assertThat(limit.tryAcquire(Priority.BACKGROUND)).isInstanceOf(Admission.Rejected.class);
        for (int i = 0; i < 4; i++) {
            permit(Priority.NORMAL);
        }
        assertThat(limit.tryAcquire(Priority.NORMAL)).isInstanceOf(Admission.Rejected.class);
        permit(Priority.CRITICAL);
        assertThat(limit.tryAcquire(Priority.CRITICAL)).isInstanceOf(Admission.Rejected.class);
    }

    @Test
    void each_priority_has_a_share_that_the_others_cannot_take() {
        for (int i = 0; i < 10; i++) {
            permit(Priority.CRITICAL);
        }
        permit(Priority.BACKGROUND);
        permit(Priority.NORMAL);
        assertThat(limit.tryAcquire(Priority.BACKGROUND)).isInstanceOf(Admission.Rejected.class);
        assertThat(limit.tryAcquire(Priority.NORMAL)).isInstanceOf(Admission.Rejected.class);
        assertThat(limit.inFlight()).isEqualTo(12);
    }

    @Test
    void a_permit_is_released_once_however_often_it_is_closed() {
        var permit = permit(Priority.NORMAL);
        permit.close();
        permit.close();
        permit.ignore();
        assertThat(limit.inFlight()).isZero();
    }

    /// Each reading of this clock is a millisecond later than the one before, so the wait is one.
    @Test
    void both_of_two_limits_know_how_long_a_virtual_thread_has_waited() throws Exception {
        var waits = new ArrayList<Long>();
        var each = new WaitRecord(waits);
        var both = new AdmissionLimit(Limit.lowest(each, each), () -> now += MS);
        Runnable request =
                () -> {
                    if (both.tryAcquire() instanceof Admission.Permit permit) {
                        permit.yieldToWaitingRequests();
                        permit.close();
                    }
                };
        Thread.ofVirtual().start(request).join();
        assertThat(waits).containsExactly(MS, MS);
        request.run();
        assertThat(waits).as("a platform thread").containsExactly(MS, MS, 0L, 0L);
    }

    private record WaitRecord(List<Long> waits) implements Limit {
        @Override
        public int limit() {
            return 1;
        }

        @Override
        public void onSample(long startNanos, long endNanos, int inFlight) {
            throw new AssertionError("without the wait");
        }

        @Override
        public void onSample(long startNanos, long endNanos, int inFlight, long waitedNanos) {
            waits.add(waitedNanos);
        }

        @Override
        public long medianRttNanos() {
            return 0;
        }
    }

    /// Up to the limit of 10, and the reserved shares of two priorities, 1 each.
    @Test
    void concurrent_threads_never_exceed_the_limit_and_release_all_slots() throws Exception {
        assertThat(highestOfEightThreads(limit)).isBetween(10, 12);
        assertThat(limit.inFlight()).isZero();
        for (var priority : Priority.values()) {
            permit(priority); // each share is free again
        }
    }

    @Test
    void an_adaptive_limit_releases_all_slots_too() throws Exception {
        var adaptive = AdmissionLimit.adaptive();
        assertThat(highestOfEightThreads(adaptive)).isBetween(1, 1_200);
        assertThat(adaptive.inFlight()).isZero();
        assertThat(adaptive.limit()).isBetween(1, 1_000);
    }

    /// Of the first limit of 20, of which the normal priority may use 18, event streams hold a
    /// quarter, half or all. Ten other requests per second take 10 ms each, for 100 s, so that the
    /// unloaded response time is measured two or three times. A quarter of the limit stands still
    /// for 1 s, half of it for 2 s more.
    @ParameterizedTest
    @ValueSource(ints = {5, 10, 18})
    void requests_that_never_end_do_not_reject_all_others_for_long(int streams) {
        var adaptive = new AdmissionLimit(new GradientLimit(20, 1_000), () -> now);
        for (int i = 0; i < streams; i++) {
            assertThat(adaptive.tryAcquire()).isInstanceOf(Admission.Permit.class);
        }
        long lastAdmitted = now;
        for (int i = 0; i < 1_000; i++) {
            long arrival = now;
            if (adaptive.tryAcquire() instanceof Admission.Permit permit) {
                lastAdmitted = arrival;
                now += 10 * MS;
                permit.close();
            }
            now = arrival + 100 * MS;
            assertThat(now - lastAdmitted).isLessThan(4_000 * MS);
        }
        assertThat(adaptive.admitted()).isGreaterThan(850);
    }

    /// Requests that hang are no reason to admit a crowd of others.
    @Test
    void a_service_in_which_everything_hangs_admits_few_more() {
        var adaptive = new AdmissionLimit(new GradientLimit(20, 1_000), () -> now);
        for (int i = 0; i < 600; i++) {
            var unused = adaptive.tryAcquire();
            now += 100 * MS;
        }
        assertThat(adaptive.inFlight()).isBetween(18, 50);
    }

    /// Nor where a part hangs, as with one backend that does not respond: of 100 requests per
    /// second every second or tenth ends, after 10 ms.
    @ParameterizedTest
    @ValueSource(ints = {2, 10})
    void a_service_in_which_a_part_hangs_admits_few_more(int everyNth) {
        var adaptive = new AdmissionLimit(new GradientLimit(20, 1_000), () -> now);
        int admitted = 0;
        for (int i = 0; i < 30_000; i++) {
            var admission = adaptive.tryAcquire();
            now += 10 * MS;
            if (admission instanceof Admission.Permit permit && admitted++ % everyNth == 0) {
                permit.close();
            }
        }
        assertThat(adaptive.inFlight()).isBetween(18, 100);
    }

    /// Fifty requests per second that take a minute each: nothing is known of them for a minute.
    @Test
    void a_slow_service_is_not_flooded_at_its_start() {
        var adaptive = new AdmissionLimit(new GradientLimit(20, 1_000), () -> now);
        var ends = new ArrayDeque<Admission.Permit>();
        var times = new ArrayDeque<Long>();
        for (int i = 0; i < 240 * 50; i++) {
            while (!times.isEmpty() && times.getFirst() <= now) {
                times.remove();
                ends.remove().close();
            }
            if (adaptive.tryAcquire() instanceof Admission.Permit permit) {
                ends.add(permit);
                times.add(now + 60_000 * MS);
            }
            now += 20 * MS;
        }
        assertThat(adaptive.limit()).isBetween(20, 60);
    }

    /// A hang of a minute raises the limit to 47, and it would grow again after 32 s. Then twelve
    /// event streams hold a quarter of it, 11, which stands still for 1 s all the same.
    @Test
    void a_measurement_after_a_hang_does_not_reject_all_requests_for_longer() {
        var adaptive = new AdmissionLimit(new GradientLimit(20, 1_000), () -> now);
        for (int i = 0; i < 12; i++) {
            assertThat(adaptive.tryAcquire()).isInstanceOf(Admission.Permit.class);
        }
        var hanging = new ArrayList<Admission.Permit>();
        for (int i = 0; i < 600; i++) {
            if (adaptive.tryAcquire() instanceof Admission.Permit permit) {
                hanging.add(permit);
            }
            now += 100 * MS;
        }
        hanging.forEach(Admission.Permit::ignore);
        long rejectedBefore = adaptive.rejected();
        long lastAdmitted = now;
        for (int i = 0; i < 1_000; i++) {
            long arrival = now;
            if (adaptive.tryAcquire() instanceof Admission.Permit permit) {
                lastAdmitted = arrival;
                now += 10 * MS;
                permit.close();
            }
            now = arrival + 100 * MS;
            assertThat(now - lastAdmitted).isLessThan(4_000 * MS);
        }
        assertThat(adaptive.rejected()).as("in a measurement").isGreaterThan(rejectedBefore);
    }

    /// They turn over all the time, and say nothing of the limit.
    @Test
    void requests_that_fail_do_not_change_the_limit() {
        var adaptive = new AdmissionLimit(new GradientLimit(20, 1_000), () -> now);
        for (int i = 0; i < 1_000; i++) {
            var permits = new ArrayList<Admission.Permit>();
            for (int k = 0; k < 40; k++) {
                now += 10 * MS;
                if (adaptive.tryAcquire() instanceof Admission.Permit permit) {
                    permits.add(permit);
                }
            }
            permits.forEach(Admission.Permit::ignore);
        }
        assertThat(adaptive.limit()).isEqualTo(20);
    }

    @Test
    void one_priority_alone_never_exceeds_its_ceiling() throws Exception {
        var reached = new AtomicInteger();
        var done = new ArrayList<Future<?>>();
        try (var threads = Executors.newFixedThreadPool(4)) {
            for (int i = 0; i < 4; i++) {
                done.add(
                        threads.submit(() -> {
                            for (int round = 0; round < 100_000; round++) {
                                if (limit.tryAcquire(Priority.NORMAL)
                                        instanceof Admission.Permit first) {
                                    var second = limit.tryAcquire(Priority.NORMAL);
                                    var third = limit.tryAcquire(Priority.NORMAL);
                                    reached.accumulateAndGet(limit.inFlight(), Math::max);
                                    close(third);
                                    close(second);
                                    first.close();
                                }
                            }
                        }));
            }
        }
        for (var each : done) {
            each.get();
        }
        assertThat(reached.get()).isBetween(3, 9);
    }

    private static void close(Admission admission) {
        if (admission instanceof Admission.Permit permit) {
            permit.close();
        }
    }

    private static int highestOfEightThreads(AdmissionLimit limit) throws Exception {
        var highest = new AtomicInteger();
        var done = new ArrayList<Future<?>>();
        try (var threads = Executors.newFixedThreadPool(8)) {
            for (int i = 0; i < 8; i++) {
                done.add(threads.submit(() -> acquireAndRelease(limit, highest)));
            }
        }
        for (var each : done) {
            each.get();
        }
        return highest.get();
    }

    private static void acquireAndRelease(AdmissionLimit limit, AtomicInteger highest) {
        var random = ThreadLocalRandom.current();
        var priorities = List.of(Priority.values());
        var held = new ArrayDeque<Admission.Permit>();
        for (int i = 0; i < 20_000; i++) {
            var priority = priorities.get(random.nextInt(3));
            if (random.nextBoolean() && limit.tryAcquire(priority) instanceof Admission.Permit p) {
                held.add(p);
                highest.accumulateAndGet(limit.inFlight(), Math::max);
            } else if (!held.isEmpty()) {
                held.remove().close();
            }
        }
        held.forEach(Admission.Permit::close);
    }

    @Test
    void a_limit_beyond_the_counters_range_is_capped() {
        var wide = new AdmissionLimit(Limit.fixed(Integer.MAX_VALUE));
        assertThat(wide.limit()).isEqualTo(1 << 20);
        assertThat(wide.tryAcquire()).isInstanceOf(Admission.Permit.class);
    }

    @Test
    void invalid_bounds_are_rejected() {
        assertThatThrownBy(() -> Limit.fixed(0))
                .hasMessage("limit must be 1 request or more, was 0");
        assertThatThrownBy(() -> new GradientLimit(5, 4))
                .hasMessage("initial must be between 1 and max, 4, was 5");
        assertThatThrownBy(() -> new CoDelGate(Duration.ZERO))
                .hasMessage("deadline must be above 0, was PT0S");
    }
}
