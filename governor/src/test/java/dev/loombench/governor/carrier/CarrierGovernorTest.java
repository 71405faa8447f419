package dev.loombench.governor.carrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.governor.Await;
import dev.loombench.governor.admission.ExcludedPaths;
import dev.loombench.governor.agent.AdmissionSettings;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
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
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanOperationInfo;
import jdk.jfr.EventType;
import jdk.jfr.Recording;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CarrierGovernorTest {
    private static final ThreadLocal<String> REQUEST = new InheritableThreadLocal<>();

    /// A scheduler that only stores its parallelism.
    private static class StubScheduler implements Scheduler {
        volatile int parallelism = 3;
        volatile boolean broken;
        volatile boolean gone;

        @Override
        public int parallelism() {
            if (gone) {
                throw new IllegalStateException("no scheduler");
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
                throw new IllegalStateException("no bean");
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

    private final StubScheduler stub = new StubScheduler();

    private CarrierGovernor governStub() {
        return govern(stub);
    }

    private static CarrierGovernor govern(Scheduler scheduler) {
        return CarrierGovernor.start(
                scheduler, 64, new CarrierCpuTimes.Unreadable("not available"), decision -> {});
    }

    @Test
    void carriers_blocked_in_native_code_are_replaced_and_the_base_is_restored()
            throws InterruptedException {
        int found = JdkScheduler.find().parallelism();
        var over = new AtomicBoolean();
        var decisions = new CopyOnWriteArrayList<Decision>();
        var blocked = new ArrayList<Thread>();
        try (var governor = CarrierGovernor.start(64, decisions::add)) {
            for (int i = 0; i < 50; i++) {
                blocked.add(Thread.startVirtualThread(() -> blockUntil(over)));
            }
            Await.until("20 carriers", () -> governor.getParallelism() >= 20);
            assertThat(decisions)
                    .isNotEmpty()
                    .allSatisfy(d -> assertThat(d.to()).isBetween(found, 64));
            assertThat(decisions.getFirst().from()).isEqualTo(found);
            assertThat(governor.getDecisions().getFirst()).startsWith(found + " -> ");
        } finally {
            over.set(true);
        }
        assertThat(JdkScheduler.find().parallelism()).isEqualTo(found);
        for (var thread : blocked) {
            thread.join();
        }
    }

    /// With fifty carriers new threads get one at once, and CPU is the bottleneck: of both
    /// processors, so this ends once four of five are removed. That all are is simulated.
    @Test
    void carriers_that_stop_blocking_and_compute_are_removed_and_added_again_later()
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
            int many = Math.min(found + 40, 60); // of 64 at most
            Await.until("many carriers", () -> governor.getParallelism() >= many);
            for (int i = 0; i < 64; i++) {
                executor.execute(() -> resubmit(executor, done));
            }
            over.set(true);
            Await.until("few carriers", () -> governor.getParallelism() <= found + 10);
            done.set(true);
            over.set(false); // the JDK wakes no carrier when the parallelism is raised
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

    /// Each task submits the next one to its carrier's own queue, so that no carrier ever takes
    /// from another queue and a probe waits without end. By the queue's length, turns of 50 µs
    /// would seem to take many milliseconds.
    @Test
    void short_turns_that_never_leave_their_queue_do_not_count_as_monopolizing() {
        var over = new AtomicBoolean();
        var decisions = new CopyOnWriteArrayList<Decision>();
        try (var governor = CarrierGovernor.start(64, decisions::add);
                var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 64; i++) {
                executor.execute(() -> resubmit(executor, over));
            }
            Await.until("70 samples", () -> governor.getSampleCount() > 70);
            over.set(true);
        }
        // The machine may delay all carriers once; a wrong rule would decide this at every sample.
        assertThat(decisions)
                .filteredOn(d -> d.state() instanceof CarrierState.Monopolized)
                .hasSizeLessThan(3);
    }

    private static void resubmit(Executor to, AtomicBoolean over) {
        long end = System.nanoTime() + 50_000;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        if (!over.get()) {
            to.execute(() -> resubmit(to, over));
        }
    }

    private static void blockUntil(AtomicBoolean over) {
        while (!over.get()) {
            NativeSleep.sleep(10_000);
        }
    }

    @Test
    void a_second_governor_is_rejected_and_the_first_can_be_stopped_over_jmx() {
        var first = governStub();
        assertThatThrownBy(this::governStub)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("already running in this JVM");
        assertThatThrownBy(() -> CarrierGovernor.start(1, decision -> {})) // below any base
                .isInstanceOf(IllegalStateException.class);
        var bean =
                JMX.newMXBeanProxy(
                        ManagementFactory.getPlatformMBeanServer(),
                        CarrierGovernor.NAME,
                        CarrierGovernorMXBean.class);
        assertThat(bean.getBase()).isEqualTo(3);
        assertThat(bean.getMax()).isEqualTo(64);
        Await.until("a sample", () -> bean.getSampleCount() > 0);
        assertThat(bean.getState()).isEqualTo("no virtual thread is runnable");
        bean.stop();
        first.close();
        governStub().close();
    }

    /// The other governor restores its base after this one has read the parallelism, but before
    /// this one starts.
    @Test
    void the_setting_of_an_ending_governor_does_not_become_the_base() {
        var reads = new AtomicInteger();
        var restoring =
                new StubScheduler() {
                    @Override
                    public int parallelism() {
                        return reads.getAndIncrement() == 0 ? 40 : super.parallelism();
                    }
                };
        try (var governor = govern(restoring)) {
            assertThat(governor.getBase()).isEqualTo(3);
        }
        assertThat(restoring.parallelism).isEqualTo(3);
    }

    /// The other one starts after this one has found the name free.
    @Test
    void a_governor_that_another_one_precedes_closes_its_files() {
        var others = new ArrayList<CarrierGovernor>();
        var preceded =
                new StubScheduler() {
                    @Override
                    public int parallelism() {
                        if (others.isEmpty()) {
                            others.add(governStub());
                        }
                        return super.parallelism();
                    }
                };
        var closed = new AtomicBoolean();
        var times =
                new CarrierCpuTimes() {
                    @Override
                    public SchedulerSample.Activity since(long nanos, int occupied, int threads) {
                        return new SchedulerSample.Activity.Unknown("not available");
                    }

                    @Override
                    public void reset() {
                        closed.set(true);
                    }
                };
        try {
            assertThatThrownBy(() -> CarrierGovernor.start(preceded, 64, times, decision -> {}))
                    .isInstanceOf(IllegalStateException.class);
            assertThat(closed).isTrue();
        } finally {
            others.forEach(CarrierGovernor::close);
        }
    }

    @Test
    void one_of_several_concurrent_starts_wins_and_finds_the_original_base() throws Exception {
        var running = new AtomicInteger();
        var started = new AtomicInteger();
        var done = new ArrayList<Future<?>>();
        try (var threads = Executors.newFixedThreadPool(4)) {
            for (int i = 0; i < 4; i++) {
                done.add(threads.submit(() -> startRepeatedly(running, started)));
            }
        }
        for (var each : done) {
            each.get();
        }
        assertThat(started.get()).isPositive();
        assertThat(stub.parallelism).isEqualTo(3);
        assertThat(ManagementFactory.getPlatformMBeanServer().isRegistered(CarrierGovernor.NAME))
                .isFalse();
    }

    private void startRepeatedly(AtomicInteger running, AtomicInteger started) {
        for (int i = 0; i < 200; i++) {
            try (var governor = governStub()) {
                assertThat(running.incrementAndGet()).isEqualTo(1);
                assertThat(governor.getBase()).isEqualTo(3);
                started.incrementAndGet();
                running.decrementAndGet();
            } catch (IllegalStateException refused) {
                assertThat(refused).hasMessageContaining("already running in this JVM");
            }
        }
    }

    @Test
    void a_failing_scheduler_does_not_prevent_another_governor() {
        try (var governor = governStub()) {
            stub.gone = true;
            Await.until("the failure", () -> governor.failure() != null);
            assertThat(governor.failure()).hasMessage("no scheduler");
        }
        stub.gone = false;
        governStub().close();
    }

    @Test
    void a_parallelism_set_by_other_code_is_not_overwritten() {
        var governor = governStub();
        stub.parallelism = 5;
        governor.close();
        assertThat(stub.parallelism).isEqualTo(5);
    }

    @Test
    void a_failed_governor_reports_its_failure_and_allows_another_one() {
        try (var governor = governStub()) {
            stub.broken = true;
            Await.until("the failure", () -> governor.failure() != null);
            assertThat(governor.failure()).hasMessage("no bean");
        }
        stub.broken = false;
        governStub().close();
    }

    /// The handler matters because an agent's governor has no caller that reads `failure()`.
    @Test
    void a_failed_governor_calls_the_handler_of_uncaught_exceptions() {
        var decisions = new AtomicReference<Throwable>();
        var before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((_, e) -> decisions.set(e));
        try (var governor = governStub()) {
            stub.broken = true;
            Await.until("the handler to be called", () -> decisions.get() != null);
            assertThat(governor.failure()).isSameAs(decisions.get());
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }

    @Test
    void the_governors_thread_has_the_class_loader_but_no_thread_locals_of_its_starter() {
        var inherited = new AtomicReference<>("no sample");
        var loader = new AtomicReference<ClassLoader>();
        var observing =
                new StubScheduler() {
                    @Override
                    public int mounted() {
                        inherited.set(String.valueOf(REQUEST.get()));
                        loader.set(Thread.currentThread().getContextClassLoader());
                        return 0;
                    }
                };
        var thread = Thread.currentThread();
        var before = thread.getContextClassLoader();
        var own = new ClassLoader(before) {};
        REQUEST.set("of a request");
        thread.setContextClassLoader(own);
        try (var governor = govern(observing)) {
            Await.until("a sample", () -> governor.getSampleCount() > 0);
        } finally {
            thread.setContextClassLoader(before);
            REQUEST.remove();
        }
        assertThat(inherited).hasValue("null");
        assertThat(loader).hasValue(own);
    }

    /// As code in Kotlin or Scala throws it.
    @Test
    void an_undeclared_checked_exception_is_a_failure() {
        var throwing =
                new StubScheduler() {
                    @Override
                    public int mounted() {
                        CarrierGovernorTest.<RuntimeException>throwUndeclared(new IOException());
                        return 0;
                    }
                };
        try (var governor = govern(throwing)) {
            Await.until("the failure", () -> governor.failure() != null);
            assertThat(governor.failure()).isInstanceOf(IOException.class);
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void throwUndeclared(Throwable e) throws E {
        throw (E) e;
    }

    @Test
    void an_interrupt_does_not_make_the_governor_spin() {
        try (var governor = governStub()) {
            var thread =
                    Thread.getAllStackTraces().keySet().stream()
                            .filter(t -> t.getName().equals("carrier-governor"))
                            .findFirst()
                            .orElseThrow();
            thread.interrupt();
            Await.until("the interrupt to be cleared", () -> !thread.isInterrupted());
            assertThat(governor.failure()).isNull();
        }
    }

    @Test
    void a_limit_below_the_present_parallelism_is_rejected() {
        assertThatThrownBy(() ->
                        CarrierGovernor.start(
                                stub,
                                2,
                                new CarrierCpuTimes.Unreadable("not available"),
                                decision -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("max must be between base, 3 carriers, and 32767, was 2");
    }

    @Test
    void a_change_is_recorded_as_a_jfr_event(@TempDir Path folder) throws Exception {
        var file = folder.resolve("decisions.jfr");
        try (var recording = new Recording()) {
            recording.enable(DecisionEvent.class);
            recording.start();
            DecisionEvent.record(
                    new Decision(0, 2, 8, new CarrierState.Blocked(1, 2), "demand is 8", 5));
            recording.stop();
            recording.dump(file);
        }
        var events = RecordingFile.readAllEvents(file);
        assertThat(events).hasSize(1);
        assertThat(events.getFirst().getInt("to")).isEqualTo(8);
        assertThat(events.getFirst().getString("reason"))
                .isEqualTo("2 carriers are blocked (100 %); demand is 8");
    }

    /// The lab and other JMX clients read these names.
    @Test
    void the_names_of_the_mxbeans_attributes_are_stable() throws Exception {
        try (var governor = governStub()) {
            var info =
                    ManagementFactory.getPlatformMBeanServer().getMBeanInfo(CarrierGovernor.NAME);
            assertThat(CarrierGovernor.NAME).hasToString("dev.loombench:type=CarrierGovernor");
            assertThat(info.getAttributes())
                    .extracting(MBeanAttributeInfo::getName)
                    .containsExactlyInAnyOrder(
                            "Parallelism",
                            "Base",
                            "Max",
                            "Mounted",
                            "Queued",
                            "State",
                            "SampleCount",
                            "Changes",
                            "Decisions");
            assertThat(info.getOperations())
                    .extracting(MBeanOperationInfo::getName)
                    .containsExactly("stop");
            assertThat(governor.failure()).isNull();
        }
    }

    /// Recordings are read by these names.
    @Test
    void the_names_of_the_jfr_event_and_its_fields_are_stable() {
        var type = EventType.getEventType(DecisionEvent.class);
        assertThat(type.getName()).isEqualTo("dev.loombench.CarrierDecision");
        var addedByJfr = List.of("startTime", "duration", "eventThread", "stackTrace");
        assertThat(type.getFields())
                .extracting(ValueDescriptor::getName)
                .filteredOn(name -> !addedByJfr.contains(name))
                .containsExactlyInAnyOrder("from", "to", "reason");
    }

    @Test
    void the_agent_parses_its_arguments_and_rejects_others() {
        assertThat(GovernorAgent.Arguments.of(null))
                .isEqualTo(arguments(GovernorAgent.Command.START, 0));
        assertThat(GovernorAgent.Arguments.of("start,max=64"))
                .isEqualTo(arguments(GovernorAgent.Command.START, 64));
        assertThat(GovernorAgent.Arguments.of("max=64").atLeast(96).max()).isEqualTo(96);
        assertThat(GovernorAgent.Arguments.of("max=64").atLeast(2).max()).isEqualTo(64);
        assertThat(GovernorAgent.Arguments.of("").atLeast(96).max()).isZero();
        assertThat(GovernorAgent.Arguments.of("stop").command())
                .isEqualTo(GovernorAgent.Command.STOP);
        assertThat(GovernorAgent.Arguments.of("no-carriers,admission=50,exclude=/Health"))
                .isEqualTo(
                        new GovernorAgent.Arguments(
                                GovernorAgent.Command.START,
                                0,
                                false,
                                settings(50, "/Health")));
        assertThat(GovernorAgent.Arguments.of("admission").admission())
                .isEqualTo(settings(0));
        assertThatThrownBy(() -> GovernorAgent.Arguments.of("exclude=/health"))
                .hasMessage("governor: exclude=/health needs admission");
        assertThatThrownBy(() -> GovernorAgent.Arguments.of("no-carriers,admission,max=64"))
                .hasMessageStartingWith("governor: max=64 limits the carriers");
        for (var wrong :
                List.of(
                        "max=0",
                        "max=",
                        "begin",
                        "start,",
                        "max=1000000",
                        "admission=0",
                        "admission=",
                        "exclude=health")) {
            assertThatThrownBy(() -> GovernorAgent.Arguments.of(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("expected start, stop or max=N");
        }
    }

    @Test
    void the_agent_names_the_argument_of_a_path_that_excludes_nothing() {
        assertThatThrownBy(() -> GovernorAgent.Arguments.of("admission,exclude=/health/**"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("governor: exclude: ")
                .hasMessageContaining("\"/health/**\"");
    }

    private static AdmissionSettings settings(int fixed, String... excluded) {
        return new AdmissionSettings(fixed, new ExcludedPaths(List.of(excluded)));
    }

    private static GovernorAgent.Arguments arguments(GovernorAgent.Command command, int max) {
        return new GovernorAgent.Arguments(command, max, true, null);
    }

    /// As with one agent in `JAVA_TOOL_OPTIONS` and one on the command line.
    @Test
    void a_second_agent_does_not_prevent_a_service_from_starting() {
        var instrumentation =
                (Instrumentation)
                        Proxy.newProxyInstance(
                                Instrumentation.class.getClassLoader(),
                                new Class<?>[] {Instrumentation.class},
                                (self, method, args) -> false);
        try (var first = CarrierGovernor.start()) {
            GovernorAgent.premain("max=64", instrumentation);
            assertThat(first.failure()).isNull();
            assertThat(ManagementFactory.getPlatformMBeanServer())
                    .matches(server -> server.isRegistered(CarrierGovernor.NAME));
        }
    }

    /// The classes of a web server that runs are loaded already.
    @Test
    void an_attached_agent_rejects_admission() {
        assertThatThrownBy(() -> GovernorAgent.agentmain("admission"))
                .hasMessageContaining("admission is accepted only by -javaagent");
        assertThatThrownBy(() -> GovernorAgent.agentmain("no-carriers"))
                .hasMessageContaining("admission is accepted only by -javaagent");
    }

    @Test
    void the_kernels_name_of_a_carrier_is_cut_to_15_characters() {
        assertThat(Carriers.cut("ForkJoinPool-1-worker-7")).isEqualTo("ForkJoinPool-1-");
        assertThat(Carriers.cut("ForkJoinPool-12-worker-7")).isEqualTo("ForkJoinPool-12");
        assertThat(Carriers.cut("VT-3")).isEqualTo("VT-");
    }
}
