package dev.loombench.observe.perf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loombench.observe.ObservationSession;
import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.ScriptableProcess;
import dev.loombench.observe.SessionObservations;
import dev.loombench.observe.proc.CpuClock;
import dev.loombench.observe.proc.ProcessStat;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Series;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Every kernel that permits performance events counts those of software; the others depend on the
/// processor. Tests of an event that this machine does not count are skipped, with the reason.
class CounterObserverIT {
    private static final PerfSupport SUPPORT = PerfSupport.ofThisMachine();

    private static final MetricId[] ALL = {
        MetricId.COUNTED_CPU,
        MetricId.COUNTED_SWITCHES,
        MetricId.COUNTED_MIGRATIONS,
        MetricId.COUNTED_INSTRUCTIONS,
        MetricId.COUNTED_CYCLES
    };

    @BeforeEach
    void assumeSupport() {
        assumeCounted(MetricId.COUNTED_CPU);
    }

    private static void assumeCounted(MetricId metric) {
        var refusal = SUPPORT.refusal(metric);
        assumeTrue(
                refusal.isEmpty(),
                () -> metric.label() + ": " + refusal.map(PerfRefusal::message).orElse(""));
    }

    private static ObservationSession observe(long pid) {
        return new CounterObserver(SUPPORT, 0).start(new ObservedProcess(pid, Path.of(".")));
    }

    @Test
    void each_event_is_either_counted_or_refused_with_a_reason() {
        try (var process = ScriptableProcess.start();
                var session = observe(process.pid())) {
            session.sample();
            process.call("burn-ms", 50);
            session.sample();

            var observations = SessionObservations.of(session);
            for (var metric : ALL) {
                assertThat(observations.has(metric))
                        .as("%s in %s", metric.label(), observations)
                        .isEqualTo(SUPPORT.refusal(metric).isEmpty());
                assertThat(observations.unavailable())
                        .filteredOn(u -> u.subject().equals(metric.label()))
                        .hasSize(SUPPORT.refusal(metric).isPresent() ? 1 : 0);
            }
        }
    }

    /// Threads of 20 ms each, started after the events were opened and mostly ended when they are
    /// read. The kernel's account includes the start and the end of each thread, which no event
    /// covers (some 20 us of 20 ms), and its context switches: 3 % in all. Interrupts are in the
    /// events only.
    @Test
    void threads_that_come_and_go_are_counted() {
        try (var process = ScriptableProcess.start();
                var session = observe(process.pid())) {
            var clock = CpuClock.of(process.pid());
            session.sample();
            long before = clock.nanos();
            long burned = process.call("burn-threads", 50);
            long after = clock.nanos();
            session.sample();

            double counted = growth(session, MetricId.COUNTED_CPU);
            assertThat(counted).isGreaterThan(0.97 * burned);
            assertThat(counted / (after - before)).isCloseTo(1, within(0.1));
        }
    }

    @Test
    void threads_that_were_alive_before_are_counted() {
        try (var process = ScriptableProcess.start()) {
            process.call("threads", 200);
            try (var session = observe(process.pid())) {
                session.sample();
                long burned = process.call("burn-ms", 300);
                process.call("end-threads", 0);
                session.sample();
                assertThat(growth(session, MetricId.COUNTED_CPU)).isGreaterThan(0.97 * burned);
            }
        }
    }

    /// A process with one thread, which waits for each byte: the events count the same switches as
    /// the kernel's own account, within and around the two samples.
    @Test
    void context_switches_equal_those_of_the_kernel_s_account() throws IOException {
        assumeCounted(MetricId.COUNTED_SWITCHES);
        var cat = new ProcessBuilder("cat").start();
        try (var session = observe(cat.pid())) {
            long around = switches(cat.pid());
            session.sample();
            long within = switches(cat.pid());
            for (int i = 0; i < 500; i++) {
                cat.getOutputStream().write('x');
                cat.getOutputStream().flush();
                assertThat(cat.getInputStream().read()).isEqualTo('x');
            }
            within = switches(cat.pid()) - within;
            session.sample();
            around = switches(cat.pid()) - around;

            var points =
                    SessionObservations.of(session).points(MetricId.COUNTED_SWITCHES).reversed();
            assertThat(within).isGreaterThanOrEqualTo(490);
            assertThat(points.get(0).value() - points.get(1).value())
                    .isBetween((double) within, (double) around);
        } finally {
            cat.destroyForcibly();
        }
    }

    private static long switches(long pid) throws IOException {
        var status = Files.readString(Path.of("/proc", Long.toString(pid), "status"));
        return status.lines()
                .filter(line -> line.contains("voluntary_ctxt_switches:"))
                .mapToLong(line -> Long.parseLong(line.split("\\s+", -1)[1]))
                .sum();
    }

    @Test
    void a_child_process_is_counted() throws IOException, InterruptedException {
        var shell =
                new ProcessBuilder(
                                "sh",
                                "-c",
                                "read go; sh -c 'i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done'; echo done; read end")
                        .start();
        try (var session = observe(shell.pid())) {
            session.sample();
            shell.getOutputStream().write('\n');
            shell.getOutputStream().flush();
            shell.inputReader().readLine();
            session.sample();
            long child = ProcessStat.read(shell.pid()).childrenNanos();
            assertThat(child).isGreaterThan(0);
            // The account of ended children has steps of 10 ms for each of user and system time.
            assertThat(growth(session, MetricId.COUNTED_CPU)).isGreaterThan(0.9 * child - 20e6);
        } finally {
            shell.destroyForcibly().waitFor();
        }
    }

    /// A loop executes several instructions per turn, and no processor ends more than ten per
    /// cycle.
    @Test
    void instructions_and_cycles_grow_with_the_work() {
        assumeCounted(MetricId.COUNTED_INSTRUCTIONS);
        assumeCounted(MetricId.COUNTED_CYCLES);
        try (var process = ScriptableProcess.start();
                var session = observe(process.pid())) {
            session.sample();
            process.call("burn-ms", 100);
            session.sample();
            double cycles = growth(session, MetricId.COUNTED_CYCLES);
            assertThat(cycles).isGreaterThan(10e6);
            assertThat(growth(session, MetricId.COUNTED_INSTRUCTIONS))
                    .isBetween(cycles / 100, cycles * 10);
        }
    }

    @Test
    void too_few_file_descriptors_are_reported() {
        try (var process = ScriptableProcess.start();
                var session =
                        new CounterObserver(SUPPORT, Integer.MAX_VALUE)
                                .start(new ObservedProcess(process.pid(), Path.of(".")))) {
            session.sample();
            assertThat(session.read()).hasSize(1);
            assertThat(SessionObservations.of(session).unavailable())
                    .singleElement()
                    .satisfies(u ->
                            assertThat(u.reason())
                                    .contains("file descriptors, and 0 are left", "ulimit -n"));
        }
    }

    /// A process in a pair has about the threads of the other: one and a half budgets are too few.
    @Test
    void servers_that_are_alive_at_once_share_the_file_descriptors() {
        long limit = 1L << 40;
        var all = new DescriptorBudget(limit, 0);
        try (var first = ScriptableProcess.start();
                var second = ScriptableProcess.start()) {
            long before = all.left();
            var session = observe(new CounterObserver(SUPPORT, all), first);
            long needed = before - all.left();
            session.close();
            assertThat(needed).isPositive();
            assertThat(all.left()).isEqualTo(before);

            var observer =
                    new CounterObserver(
                            SUPPORT,
                            new DescriptorBudget(limit, limit - 256 - needed - needed / 2));
            try (var _ = observe(observer, first)) {
                assertThat(SessionObservations.of(observe(observer, second)).unavailable())
                        .singleElement()
                        .satisfies(u -> assertThat(u.reason()).contains("are left", "ulimit -n"));
            }
            try (var alone = observe(observer, second)) {
                assertThat(SessionObservations.of(alone).has(MetricId.COUNTED_CPU)).isTrue();
            }
        }
    }

    private static ObservationSession observe(CounterObserver observer, ScriptableProcess process) {
        return observer.start(new ObservedProcess(process.pid(), Path.of(".")));
    }

    @Test
    void counts_stay_readable_when_the_process_has_ended() {
        try (var process = ScriptableProcess.start();
                var session = observe(process.pid())) {
            session.sample();
            process.exit();
            session.sampleAtInterval();
            session.sample();
            assertThat(SessionObservations.of(session).has(MetricId.COUNTED_CPU)).isTrue();
            assertThat(SessionObservations.of(session).unavailable())
                    .anySatisfy(u -> assertThat(u.reason()).endsWith("has ended"));
        }
    }

    @Test
    void a_process_that_does_not_exist_is_reported() {
        var process = ScriptableProcess.start();
        process.exit();
        assertThat(SessionObservations.of(observe(process.pid())).unavailable())
                .singleElement()
                .satisfies(u -> assertThat(u.reason()).endsWith("has ended"));
    }

    @Test
    void an_observer_without_support_reports_the_reason() {
        var none = PerfSupport.none(new PerfRefusal("it is refused", "permit it"));
        var session = new CounterObserver(none, 0).start(new ObservedProcess(1, Path.of(".")));
        assertThat(SessionObservations.of(session).unavailable())
                .singleElement()
                .satisfies(u -> assertThat(u.reason()).isEqualTo("it is refused; permit it"));
    }

    /// The growth from the sample before the last to the last.
    private static double growth(ObservationSession session, MetricId metric) {
        var observations = SessionObservations.of(session);
        assertThat(observations.observations()).anyMatch(Series.class::isInstance);
        var points = observations.points(metric).reversed();
        return points.get(0).value() - points.get(1).value();
    }
}
