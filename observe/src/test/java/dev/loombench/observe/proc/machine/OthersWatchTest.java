package dev.loombench.observe.proc.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.ProcessEndedException;
import dev.loombench.observe.proc.CpuClock;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/// What others take of the machine while a load runs.
class OthersWatchTest {
    private static final MachineStat BEFORE = new MachineStat(1_000, OptionalLong.of(10), 5_000);
    private static final MachineStat AFTER = new MachineStat(1_600, OptionalLong.of(60), 6_000);

    /// Of 600 busy, this process used 150 and the service 200: 250 of 1,000 are left.
    @Test
    void the_known_processes_are_none_of_the_others() {
        var own = new AtomicLong(7);
        var service = new AtomicLong(70);
        var watch = new OthersWatch(List.of(own::get, service::get), BEFORE);
        own.addAndGet(150);
        service.addAndGet(200);
        var share = watch.end(AFTER);
        assertThat(share.busy()).hasValue(0.25);
        assertThat(share.stolen()).hasValue(0.05);
    }

    @Test
    void what_a_service_used_that_ended_is_not_known() {
        var readings = new AtomicLong();
        CpuClock ending =
                () -> {
                    if (readings.incrementAndGet() > 1) {
                        throw new ProcessEndedException(4_711);
                    }
                    return 0;
                };
        var share = new OthersWatch(List.of(ending), BEFORE).end(AFTER);
        assertThat(share.busy()).isEmpty();
        assertThat(share.stolen()).hasValue(0.05);
    }
}
