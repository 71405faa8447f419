package dev.loombench.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.jvm.PrintedThread;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class CarrierSamplerTest {
    private static PrintedThread thread(String name, OptionalLong virtual) {
        return new PrintedThread(name, 1, virtual, List.of());
    }

    private static final PrintedThread OTHER =
            thread("ForkJoinPool-1-worker-1", OptionalLong.empty());
    private static final PrintedThread IDLE =
            thread("ForkJoinPool-2-worker-1", OptionalLong.empty());
    private static final PrintedThread CARRYING =
            thread("ForkJoinPool-2-worker-2", OptionalLong.of(33));

    @Test
    void carriers_are_all_workers_of_a_pool_that_carries() {
        assertThat(CarrierSampler.workers(List.of(OTHER, IDLE, CARRYING)))
                .containsExactly(IDLE, CARRYING);
    }

    @Test
    void without_a_carried_thread_the_first_pool_counts() {
        var main = thread("main", OptionalLong.empty());
        assertThat(CarrierSampler.workers(List.of(main, OTHER, IDLE))).containsExactly(OTHER);
    }
}
