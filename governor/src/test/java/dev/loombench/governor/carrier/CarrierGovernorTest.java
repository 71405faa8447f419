package dev.loombench.governor.carrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.governor.Await;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.management.JMX;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CarrierGovernorTest {

    /// A scheduler that only remembers.
    private static class Remembered implements Scheduler {
        volatile int parallelism = 3;
        volatile boolean broken;
        volatile boolean gone;

        @Override
        public int parallelism() {
            if (gone) {
                throw new IllegalStateException("no scheduler any more");
            }
            return parallelism;
        }

        @Override
        public void parallelism(int carriers) {
            parallelism = carriers;
        }

        @Override
        public int carriers() {
            return parallelism;
        }

        @Override
        public int mounted() {
            if (broken) {
                throw new IllegalStateException("no bean any more");
            }
            return 0;
        }

        @Override
        public long queued() {
            return 0;
        }

        @Override
        public OptionalLong turns() {
            return OptionalLong.empty();
        }
    }

    private final Remembered remembered = new Remembered();

    private CarrierGovernor governRemembered() {
        return govern(remembered);
    }

    private static CarrierGovernor govern(Scheduler scheduler) {
        return CarrierGovernor.start(
                scheduler, 64, new CarrierCpuTimes.Unreadable("not here"), decision -> {});
    }

    @Test
    void carriers_blocked_in_native_code_are_replaced_and_the_number_found_is_put_back()
            throws InterruptedException {
        int found = JdkScheduler.find().parallelism();
        var over = new AtomicBoolean();
        var told = new CopyOnWriteArrayList<Decision>();
        var blocked = new ArrayList<Thread>();
        try (var governor = CarrierGovernor.start(64, told::add)) {
            for (int i = 0; i < 50; i++) {
                blocked.add(Thread.startVirtualThread(() -> blockUntil(over)));
            }
            Await.until("20 carriers", () -> governor.getParallelism() >= 20);
            assertThat(told).isNotEmpty().allSatisfy(d -> assertThat(d.to()).isBetween(found, 64));
            assertThat(told.getFirst().from()).isEqualTo(found);
            assertThat(governor.getDecisions().getFirst()).startsWith(found + " -> ");
        } finally {
            over.set(true);
        }
        assertThat(JdkScheduler.find().parallelism()).isEqualTo(found);
        for (var thread : blocked) {
            thread.join();
        }
    }

    /// With fifty carriers newcomers get through at once: what is wanting is CPU.
    @Test
    void carriers_that_once_were_blocked_and_now_compute_are_given_back_and_found_anew()
            throws InterruptedException {
        int found = JdkScheduler.find().parallelism();
        var over = new AtomicBoolean();
        var done = new AtomicBoolean();
        var blocked = new ArrayList<Thread>();
        try (var governor = CarrierGovernor.start(64, decision -> {});
                var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 50; i++) {
                blocked.add(Thread.startVirtualThread(() -> blockUntil(over)));
            }
            Await.until("20 carriers", () -> governor.getParallelism() >= 20);
            for (int i = 0; i < 64; i++) {
                executor.execute(() -> handOn(executor, done));
            }
            over.set(true);
            Await.until("few carriers", () -> governor.getParallelism() <= found + 2);
            done.set(true);
            over.set(false); // the JDK wakes no carrier only because more of them are allowed
            for (int i = 0; i < 50; i++) {
                blocked.add(Thread.startVirtualThread(() -> blockUntil(over)));
            }
            Await.until("50 mounted", () -> governor.getMounted() >= 50);
            over.set(true);
        } finally {
            over.set(true);
            done.set(true);
        }
        for (var thread : blocked) {
            thread.join();
        }
    }

    /// Each hands on to the next through its carrier's own queue, so that no carrier ever looks
    /// into another one and a newcomer waits for ever: by the queue's length alone turns of 50 µs
    /// would seem to take many milliseconds.
    @Test
    void short_turns_that_never_leave_their_queue_are_no_hogs() {
        var over = new AtomicBoolean();
        var told = new CopyOnWriteArrayList<Decision>();
        try (var governor = CarrierGovernor.start(64, told::add);
                var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 64; i++) {
                executor.execute(() -> handOn(executor, over));
            }
            Await.until("70 looks", () -> governor.getSampleCount() > 70);
            over.set(true);
        }
        // The machine may hold up all carriers for once; a wrong rule says so at every look.
        assertThat(told)
                .filteredOn(d -> d.signal() instanceof CarrierState.Monopolized)
                .hasSizeLessThan(3);
    }

    private static void handOn(Executor to, AtomicBoolean over) {
        long end = System.nanoTime() + 50_000;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        if (!over.get()) {
            to.execute(() -> handOn(to, over));
        }
    }

    private static void blockUntil(AtomicBoolean over) {
        while (!over.get()) {
            NativeSleep.sleep(10_000);
        }
    }

    @Test
    void a_second_governor_is_refused_and_the_first_can_be_stopped_over_jmx() {
        var first = governRemembered();
        assertThatThrownBy(this::governRemembered)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("at work in this JVM already");
        assertThatThrownBy(() -> CarrierGovernor.start(1, decision -> {})) // below any base
                .isInstanceOf(IllegalStateException.class);
        var bean =
                JMX.newMXBeanProxy(
                        ManagementFactory.getPlatformMBeanServer(),
                        CarrierGovernor.NAME,
                        CarrierGovernorMXBean.class);
        assertThat(bean.getBase()).isEqualTo(3);
        assertThat(bean.getMax()).isEqualTo(64);
        Await.until("a look", () -> bean.getSampleCount() > 0);
        assertThat(bean.getState()).isEqualTo("nothing runs");
        bean.stop();
        first.close();
        governRemembered().close();
    }

    /// One that ends puts its number back after another has looked, and before that one has begun.
    @Test
    void what_an_earlier_governor_had_set_is_not_taken_for_the_number_found() {
        var reads = new AtomicInteger();
        var ending =
                new Remembered() {
                    @Override
                    public int parallelism() {
                        return reads.getAndIncrement() == 0 ? 40 : super.parallelism();
                    }
                };
        try (var governor = govern(ending)) {
            assertThat(governor.getBase()).isEqualTo(3);
        }
        assertThat(ending.parallelism).isEqualTo(3);
    }

    @Test
    void of_those_who_start_at_once_one_wins_and_finds_the_number_as_it_was() throws Exception {
        var atWork = new AtomicInteger();
        var won = new AtomicInteger();
        var done = new ArrayList<Future<?>>();
        try (var threads = Executors.newFixedThreadPool(4)) {
            for (int i = 0; i < 4; i++) {
                done.add(threads.submit(() -> startAgainAndAgain(atWork, won)));
            }
        }
        for (var each : done) {
            each.get();
        }
        assertThat(won.get()).isPositive();
        assertThat(remembered.parallelism).isEqualTo(3);
        assertThat(ManagementFactory.getPlatformMBeanServer().isRegistered(CarrierGovernor.NAME))
                .isFalse();
    }

    private void startAgainAndAgain(AtomicInteger atWork, AtomicInteger won) {
        for (int i = 0; i < 200; i++) {
            try (var governor = governRemembered()) {
                assertThat(atWork.incrementAndGet()).isEqualTo(1);
                assertThat(governor.getBase()).isEqualTo(3);
                won.incrementAndGet();
                atWork.decrementAndGet();
            } catch (IllegalStateException refused) {
                assertThat(refused).hasMessageContaining("at work in this JVM already");
            }
        }
    }

    @Test
    void a_scheduler_that_is_gone_leaves_room_for_another_governor() {
        try (var governor = governRemembered()) {
            remembered.gone = true;
            Await.until("the failure", () -> governor.failure() != null);
            assertThat(governor.failure()).hasMessage("no scheduler any more");
        }
        remembered.gone = false;
        governRemembered().close();
    }

    @Test
    void a_number_that_somebody_else_has_set_is_left_alone() {
        var governor = governRemembered();
        remembered.parallelism = 5;
        governor.close();
        assertThat(remembered.parallelism).isEqualTo(5);
    }

    @Test
    void a_governor_that_fails_says_why_and_makes_room_for_another() {
        try (var governor = governRemembered()) {
            remembered.broken = true;
            Await.until("the failure", () -> governor.failure() != null);
            assertThat(governor.failure()).hasMessage("no bean any more");
        }
        remembered.broken = false;
        governRemembered().close();
    }

    /// Nobody may ask for the failure: an agent's governor is nobody's.
    @Test
    void a_governor_that_fails_tells_the_handler_of_uncaught_exceptions() {
        var told = new AtomicReference<Throwable>();
        var before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((_, e) -> told.set(e));
        try (var governor = governRemembered()) {
            remembered.broken = true;
            Await.until("the handler to be told", () -> told.get() != null);
            assertThat(governor.failure()).isSameAs(told.get());
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }

    @Test
    void an_interrupt_does_not_make_it_look_all_the_time() {
        try (var governor = governRemembered()) {
            var thread =
                    Thread.getAllStackTraces().keySet().stream()
                            .filter(t -> t.getName().equals("carrier-governor"))
                            .findFirst()
                            .orElseThrow();
            thread.interrupt();
            Await.until("the interrupt to be forgotten", () -> !thread.isInterrupted());
            assertThat(governor.failure()).isNull();
        }
    }

    @Test
    void a_limit_below_the_number_in_force_is_refused() {
        assertThatThrownBy(() ->
                        CarrierGovernor.start(
                                remembered,
                                2,
                                new CarrierCpuTimes.Unreadable("not here"),
                                decision -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("max must lie between base, 3 carriers, and 32767, was 2");
    }

    @Test
    void a_change_is_recorded_as_a_jfr_event(@TempDir Path folder) throws Exception {
        var file = folder.resolve("decisions.jfr");
        try (var recording = new Recording()) {
            recording.enable(DecisionEvent.class);
            recording.start();
            DecisionEvent.record(
                    new Decision(0, 2, 8, new CarrierState.Blocked(1, 2), "8 are asked for", 5));
            recording.stop();
            recording.dump(file);
        }
        var events = RecordingFile.readAllEvents(file);
        assertThat(events).hasSize(1);
        assertThat(events.getFirst().getInt("to")).isEqualTo(8);
        assertThat(events.getFirst().getString("reason"))
                .isEqualTo("2 carriers are blocked, 100 %; 8 are asked for");
    }

    @Test
    void the_agent_reads_its_arguments_and_refuses_others() {
        assertThat(GovernorAgent.Arguments.of(null))
                .isEqualTo(new GovernorAgent.Arguments(GovernorAgent.Command.START, 0));
        assertThat(GovernorAgent.Arguments.of("start,max=64"))
                .isEqualTo(new GovernorAgent.Arguments(GovernorAgent.Command.START, 64));
        assertThat(GovernorAgent.Arguments.of("max=64").atLeast(96).max()).isEqualTo(96);
        assertThat(GovernorAgent.Arguments.of("max=64").atLeast(2).max()).isEqualTo(64);
        assertThat(GovernorAgent.Arguments.of("").atLeast(96).max()).isZero();
        assertThat(GovernorAgent.Arguments.of("stop").verb()).isEqualTo(GovernorAgent.Command.STOP);
        for (var wrong : List.of("max=0", "max=", "begin", "start,", "max=1000000")) {
            assertThatThrownBy(() -> GovernorAgent.Arguments.of(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("takes start, stop and max=N");
        }
    }

    @Test
    void carriers_are_known_by_the_name_that_the_kernel_cuts() {
        assertThat(Carriers.cut("ForkJoinPool-1-worker-7")).isEqualTo("ForkJoinPool-1-");
        assertThat(Carriers.cut("ForkJoinPool-12-worker-7")).isEqualTo("ForkJoinPool-12");
        assertThat(Carriers.cut("VT-3")).isEqualTo("VT-");
    }
}
