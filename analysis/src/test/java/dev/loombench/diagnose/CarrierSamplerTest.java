package dev.loombench.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.threads.PrintedLock;
import dev.loombench.observe.threads.PrintedStack;
import dev.loombench.observe.threads.PrintedThread;
import dev.loombench.observe.threads.PrintedThread.Virtual;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class CarrierSamplerTest {
    private static final String RUN_WORKER =
            "java.util.concurrent.ForkJoinPool.runWorker(ForkJoinPool.java:1843)";

    private static PrintedThread thread(String name, OptionalLong virtual, String... frames) {
        var stack = new PrintedStack(List.of(frames), Optional.empty(), List.of());
        var carried =
                virtual.isPresent()
                        ? Optional.of(new Virtual(virtual.getAsLong(), "", stack))
                        : Optional.<Virtual>empty();
        return new PrintedThread(
                name, 9, 1, Optional.empty(), OptionalLong.empty(), stack, carried);
    }

    private static final PrintedThread OTHER =
            thread("ForkJoinPool-1-worker-1", OptionalLong.empty(), RUN_WORKER);
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

    /// The first pool is the application's where it has made one before a virtual thread.
    @Test
    void a_worker_with_a_call_of_the_application_is_no_carrier() {
        var task =
                thread(
                        "ForkJoinPool-1-worker-2",
                        OptionalLong.empty(),
                        "Shop.order(Shop.java:31)",
                        RUN_WORKER);
        assertThat(CarrierSampler.workers(List.of(OTHER, task))).containsExactly(OTHER);
    }

    /// As JDK 21 prints it, without the frames of the virtual thread.
    @Test
    void a_carrier_shows_the_initialiser_that_its_virtual_thread_awaits() {
        var lock = new PrintedLock(PrintedLock.Kind.INITIALISER, "Shop", "Shop");
        var run = List.of("jdk.internal.vm.Continuation.run(Unknown Source)");
        var waiting = new PrintedStack(run, Optional.of(lock), List.of());
        var carrier =
                new PrintedThread(
                        "ForkJoinPool-1-worker-1",
                        9,
                        1,
                        Optional.empty(),
                        OptionalLong.empty(),
                        waiting,
                        CARRYING.carried());
        assertThat(CarrierSampler.carried(List.of(carrier)).getFirst().frames())
                .containsExactly("Shop.<clinit>(in another thread)");
        assertThat(CarrierSampler.carried(List.of(CARRYING)).getFirst().frames()).isEmpty();
    }
}
