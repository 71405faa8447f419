package dev.loombench.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.threads.PrintedStack;
import dev.loombench.observe.threads.PrintedThread;
import dev.loombench.observe.threads.PrintedThread.Virtual;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class CarrierSamplerTest {
    private static PrintedThread thread(String name, OptionalLong virtual) {
        var stack = new PrintedStack(List.of(), Optional.empty(), List.of());
        var carried =
                virtual.isPresent()
                        ? Optional.of(new Virtual(virtual.getAsLong(), "", stack))
                        : Optional.<Virtual>empty();
        return new PrintedThread(
                name, 9, 1, Optional.empty(), OptionalLong.empty(), stack, carried);
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
