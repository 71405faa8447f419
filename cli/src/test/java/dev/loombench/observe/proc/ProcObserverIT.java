package dev.loombench.observe.proc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.ObservationSession;
import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.ScriptableProcess;
import dev.loombench.observe.SessionObservations;
import dev.loombench.observe.result.MetricId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProcObserverIT {
    private static final long MIB = 1 << 20;

    private ScriptableProcess process;
    private ObservationSession session;

    @BeforeEach
    void start() {
        process = ScriptableProcess.start();
        session = new ProcObserver().start(new ObservedProcess(process.pid(), Path.of(".")));
    }

    @AfterEach
    void stop() {
        session.close();
        process.close();
    }

    /// The parts of one sample lie between the totals of the samples before and after it, whatever
    /// the process uses meanwhile. Each part is cut to a tick of 10 ms.
    @Test
    void user_and_system_time_add_up_to_the_total_cpu_time() {
        long burned = process.call("burn-ms", 200);
        for (int i = 0; i < 3; i++) {
            session.sample();
        }

        var observations = SessionObservations.of(session);
        var cpu = observations.points(MetricId.PROCESS_CPU).reversed();
        double parts =
                observations.points(MetricId.PROCESS_CPU_USER).reversed().get(1).value()
                        + observations
                                .points(MetricId.PROCESS_CPU_SYSTEM)
                                .reversed()
                                .get(1)
                                .value();
        assertThat(parts).isBetween(cpu.get(2).value() - 20e6, cpu.get(0).value() + 20e6);
        assertThat(observations.growth(MetricId.PROCESS_CPU)).isGreaterThanOrEqualTo(burned);
    }

    @Test
    void time_in_which_the_process_was_stopped_is_counted() throws InterruptedException {
        process.suspend();
        awaitStopped(true);
        session.sample();
        long since = System.nanoTime();
        Thread.sleep(100);
        long elapsed = System.nanoTime() - since;
        session.sample();
        long whileStopped = SessionObservations.of(session).growth(MetricId.PROCESS_STOPPED);
        process.resume();
        awaitStopped(false);
        session.sample();

        long total = SessionObservations.of(session).growth(MetricId.PROCESS_STOPPED);
        assertThat(whileStopped).isGreaterThanOrEqualTo(elapsed);
        session.sample();
        assertThat(SessionObservations.of(session).growth(MetricId.PROCESS_STOPPED))
                .as("resumed")
                .isEqualTo(total);
    }

    private void awaitStopped(boolean stopped) throws InterruptedException {
        while (StoppedTime.isStopped(process.pid()) != stopped) {
            Thread.sleep(1);
        }
    }

    @Test
    void every_new_thread_is_counted() {
        process.call("threads", 37);
        session.sample();

        assertThat(SessionObservations.of(session).growth(MetricId.PROCESS_THREADS)).isEqualTo(37);
    }

    /// The other threads of the JVM sleep some dozen times per second too. The expected range is
    /// the kernel's count of all threads just within the two samples, and just around them.
    @Test
    void each_short_sleep_of_a_thread_is_a_voluntary_switch() throws IOException {
        long around = voluntarySwitches();
        session.sample();
        long within = voluntarySwitches();
        process.call("naps", 300);
        within = voluntarySwitches() - within;
        session.sample();
        around = voluntarySwitches() - around;

        var points =
                SessionObservations.of(session)
                        .points(MetricId.PROCESS_SWITCHES_VOLUNTARY)
                        .reversed();
        assertThat(within).isGreaterThanOrEqualTo(300);
        assertThat(points.get(0).value() - points.get(1).value())
                .isBetween((double) within, (double) around);
    }

    private long voluntarySwitches() throws IOException {
        long sum = 0;
        var tasks = Path.of("/proc", Long.toString(process.pid()), "task");
        try (var folders = Files.newDirectoryStream(tasks)) {
            for (var folder : folders) {
                sum +=
                        Files.readAllLines(folder.resolve("status")).stream()
                                .filter(line -> line.startsWith("voluntary_ctxt_switches:"))
                                .mapToLong(line -> Long.parseLong(line.split("\\s+", -1)[1]))
                                .sum();
            }
        }
        return sum;
    }

    @Test
    void switches_of_ended_threads_are_kept() {
        process.call("threads", 50);
        session.sample();
        long before = SessionObservations.of(session).last(MetricId.PROCESS_SWITCHES_VOLUNTARY);
        process.call("end-threads", 0);
        session.sample();

        assertThat(SessionObservations.of(session).last(MetricId.PROCESS_SWITCHES_VOLUNTARY))
                .isGreaterThanOrEqualTo(before);
    }

    @Test
    void memory_that_is_touched_is_in_ram() {
        process.call("heap-mib", 100);
        session.sample();

        // A few MiB of code and collector state may add to it.
        assertThat(SessionObservations.of(session).growth(MetricId.PROCESS_RSS))
                .isBetween(95 * MIB, 140 * MIB);
    }

    @Test
    void the_peak_is_that_since_the_previous_sample() {
        process.call("direct-bytes", (int) (100 * MIB));
        session.sample();
        long high = SessionObservations.of(session).last(MetricId.PROCESS_RSS_PEAK);
        // Frees the buffer once the collector has found it unreachable.
        process.call("drop", 0);
        while (rss() > high - 60 * MIB) {
            process.call("gc", 1);
        }
        session.sample();
        session.sample();

        var observations = SessionObservations.of(session);
        assertThat(observations.last(MetricId.PROCESS_RSS_PEAK)).isLessThan(high - 50 * MIB);
        assertThat(observations.last(MetricId.PROCESS_RSS_PEAK))
                .isGreaterThanOrEqualTo(rss() - MIB);
    }

    @Test
    void periodic_samples_skip_expensive_metrics_and_take_cheap_ones() {
        process.call("threads", 500);
        session.sample();
        session.sampleAtInterval();

        var observations = SessionObservations.of(session);
        assertThat(observations.points(MetricId.PROCESS_CPU)).hasSize(3);
        assertThat(observations.points(MetricId.PROCESS_SWITCHES_VOLUNTARY)).hasSize(2);
    }

    @Test
    void observations_stay_readable_when_the_process_has_ended() {
        session.sample();
        process.exit();
        session.sample();
        session.sampleAtInterval();

        var observations = SessionObservations.of(session);
        assertThat(observations.points(MetricId.PROCESS_CPU)).hasSizeGreaterThanOrEqualTo(2);
        assertThat(observations.unavailable())
                .singleElement()
                .satisfies(m ->
                        assertThat(m.reason())
                                .isEqualTo("process " + process.pid() + " has ended"));
    }

    @Test
    void a_process_that_does_not_exist_is_reported() {
        process.exit();

        var observations =
                SessionObservations.of(
                        new ProcObserver().start(new ObservedProcess(process.pid(), Path.of("."))));

        assertThat(observations.observations()).hasSize(1);
        assertThat(observations.unavailable()).hasSize(1);
    }

    private long rss() {
        session.sample();
        return SessionObservations.of(session).last(MetricId.PROCESS_RSS);
    }
}
