package dev.loombench.governor.carrier;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.governor.carrier.SchedulerSample.Activity;
import org.junit.jupiter.api.Test;

class TimesWithMemoryTest {
    private static final Activity MEASURED = new Activity.Times(2, 5_000_000, 0, 20_000_000);

    private static Activity of(Activity measured, double heapInUse) {
        var times =
                new TimesWithMemory(
                        new CarrierCpuTimes() {
                            @Override
                            public Activity since(long nanos, int occupied, int threads) {
                                return measured;
                            }

                            @Override
                            public void reset() {}
                        },
                        () -> heapInUse);
        return times.since(0, 2, 2);
    }

    @Test
    void a_full_heap_shows_nothing() {
        assertThat(of(MEASURED, 0.94)).isEqualTo(MEASURED);
        assertThat(of(MEASURED, 0.96)).isEqualTo(new Activity.Pending());
        assertThat(of(new Activity.Unknown("not here"), 0.96))
                .isEqualTo(new Activity.Unknown("not here"));
    }

    /// The collector of the tests works in pauses.
    @Test
    void where_threads_only_wait_in_pauses_the_heap_does_not_matter() {
        var times = new CarrierCpuTimes.Unreadable("not here");
        assertThat(TimesWithMemory.of(times)).isSameAs(times);
    }
}
