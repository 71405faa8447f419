package dev.loombench.governor.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Partitions of a limit of 20: half of it for `a`, a fifth for `b`.
class PartitionsTest {
    private final AdmissionLimit limit = new AdmissionLimit(Limit.fixed(20));
    private final Partitions partitions = Partitions.of(limit, Map.of("a", 0.5, "b", 0.2));

    /// Requests until one is rejected.
    ///
    /// @return the number of admitted ones
    private int fill(String name, Priority priority) {
        int admitted = 0;
        while (partitions.tryAcquire(name, priority) instanceof Admission.Permit) {
            admitted++;
        }
        return admitted;
    }

    @Test
    void a_partition_may_use_what_the_others_leave() {
        assertThat(fill("a", Priority.CRITICAL)).isEqualTo(20);
        assertThat(partitions.inFlight("a")).isEqualTo(20);
    }

    /// `a` has 10 slots of its own although `b` has used all 20.
    @Test
    void a_partition_reclaims_its_share_from_the_others() {
        assertThat(fill("b", Priority.CRITICAL)).isEqualTo(20);
        assertThat(fill("a", Priority.CRITICAL)).isEqualTo(10);
        assertThat(limit.inFlight()).isEqualTo(30);
    }

    /// Within the share of 10, `NORMAL` may use nine tenths and `BACKGROUND` half; the priority's
    /// own reserved tenth of the limit, 2 slots, is taken already.
    @Test
    void priorities_apply_within_a_share() {
        assertThat(fill("b", Priority.CRITICAL)).isEqualTo(20);
        assertThat(fill("a", Priority.BACKGROUND)).isEqualTo(5);
        assertThat(fill("a", Priority.NORMAL)).isEqualTo(4);
        assertThat(fill("a", Priority.CRITICAL)).isEqualTo(1);
    }

    /// Only the reserved tenth of its priority remains, which no partition has used: 2 slots.
    @Test
    void a_name_without_a_share_has_no_guarantee() {
        assertThat(fill("a", Priority.CRITICAL)).isEqualTo(20);
        assertThat(fill("unknown", Priority.CRITICAL)).isZero();
        assertThat(fill("unknown", Priority.NORMAL)).isEqualTo(2);
        assertThat(partitions.inFlight("unknown")).isEqualTo(2);
        assertThat(partitions.inFlight(null)).isEqualTo(2);
    }

    /// A tenth of 5 is half a slot, and 0.29 of 100 is 28.999... in binary.
    @ParameterizedTest
    @CsvSource({"5, 0.1, 1", "1, 0.01, 1", "100, 0.29, 29", "100, 0.299, 29"})
    void a_share_is_one_slot_or_more(int slots, double share, int expected) {
        var low = Partitions.of(new AdmissionLimit(Limit.fixed(slots)), Map.of("a", share));
        while (low.tryAcquire("others", Priority.CRITICAL) instanceof Admission.Permit) {
            assertThat(low.limit().inFlight()).isLessThanOrEqualTo(slots);
        }
        int admitted = 0;
        while (low.tryAcquire("a", Priority.CRITICAL) instanceof Admission.Permit) {
            admitted++;
        }
        assertThat(admitted).isEqualTo(expected);
    }

    @Test
    void every_permit_is_released_once_from_its_partition() {
        var permit = (Admission.Permit) partitions.tryAcquire("b", Priority.NORMAL);
        assertThat(partitions.inFlight("b")).isEqualTo(1);
        permit.close();
        permit.ignore();
        assertThat(partitions.inFlight("b")).isZero();
        assertThat(limit.inFlight()).isZero();
    }

    /// At most the limit, the shares, and the reserved tenths of two priorities.
    @Test
    void concurrent_threads_stay_within_the_bound_and_release_all_slots() throws Exception {
        try (var threads = Executors.newFixedThreadPool(4)) {
            var done =
                    IntStream.range(0, 4)
                            .<Future<?>>mapToObj(i -> threads.submit(this::acquireAndRelease))
                            .toList();
            for (var each : done) {
                each.get();
            }
        }
        assertThat(limit.inFlight()).isZero();
        for (var name : new String[] {"a", "b", "c"}) {
            assertThat(partitions.inFlight(name)).as(name).isZero();
        }
    }

    private void acquireAndRelease() {
        var random = ThreadLocalRandom.current();
        var held = new ArrayDeque<Admission.Permit>();
        var priorities = List.of(Priority.values());
        for (int i = 0; i < 20_000; i++) {
            var name = String.valueOf((char) ('a' + random.nextInt(3)));
            var priority = priorities.get(random.nextInt(priorities.size()));
            if (random.nextBoolean()
                    && partitions.tryAcquire(name, priority) instanceof Admission.Permit permit) {
                held.add(permit);
                assertThat(limit.inFlight()).isBetween(1, 20 + 10 + 4 + 4);
            } else if (!held.isEmpty()) {
                held.remove().close();
            }
        }
        held.forEach(Admission.Permit::close);
    }

    @Test
    void admitted_and_rejected_requests_are_counted() {
        fill("a", Priority.CRITICAL);
        assertThat(limit.admitted()).isEqualTo(20);
        assertThat(limit.rejected()).isEqualTo(1);
    }

    @Test
    void shares_outside_the_limit_are_rejected() {
        assertThatThrownBy(() -> Partitions.of(limit, Map.of("a", 0.0)))
                .hasMessage("the share of partition a must be above 0 and at most 1, was 0.0");
        assertThatThrownBy(() -> Partitions.of(limit, Map.of("a", 1.2)))
                .hasMessage("the share of partition a must be above 0 and at most 1, was 1.2");
        assertThatThrownBy(() -> Partitions.of(limit, Map.of("a", 0.7, "b", 0.4)))
                .hasMessageStartingWith("the shares of the partitions must add up to at most 1")
                .hasMessageEndingWith(": 1.100");
    }
}
