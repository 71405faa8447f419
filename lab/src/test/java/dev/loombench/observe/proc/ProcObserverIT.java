package dev.loombench.observe.proc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.ObservationSession;
import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.Seen;
import dev.loombench.observe.SubjectProcess;
import dev.loombench.result.MetricId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ProcObserverIT {
    private static final long MIB = 1 << 20;

    private SubjectProcess subject;
    private ObservationSession watch;

    @BeforeEach
    void start() {
        subject = SubjectProcess.start();
        watch = new ProcObserver().watch(new ObservedProcess(subject.pid(), Path.of(".")));
    }

    @AfterEach
    void stop() {
        watch.close();
        subject.close();
    }

    /// Whatever the process uses meanwhile: the parts of one sample lie between the sums of the
    /// samples before and after it. Each part is cut to a tick of 10 ms.
    @Test
    void user_and_system_time_add_up_to_all_cpu_time() {
        long burned = subject.tell("burn-ms", 200);
        for (int i = 0; i < 3; i++) {
            watch.sample();
        }

        var seen = Seen.by(watch);
        var cpu = seen.points(MetricId.PROCESS_CPU).reversed();
        double parts =
                seen.points(MetricId.PROCESS_CPU_USER).reversed().get(1).value()
                        + seen.points(MetricId.PROCESS_CPU_SYSTEM).reversed().get(1).value();
        assertThat(parts).isBetween(cpu.get(2).value() - 20e6, cpu.get(0).value() + 20e6);
        assertThat(seen.growth(MetricId.PROCESS_CPU)).isGreaterThanOrEqualTo(burned);
    }

    @Test
    void time_in_which_the_process_was_stopped_is_counted() throws InterruptedException {
        subject.freeze();
        awaitStopped(true);
        watch.sample();
        long since = System.nanoTime();
        Thread.sleep(100);
        long still = System.nanoTime() - since;
        watch.sample();
        long whileStopped = Seen.by(watch).growth(MetricId.PROCESS_STOPPED);
        subject.thaw();
        awaitStopped(false);
        watch.sample();

        long total = Seen.by(watch).growth(MetricId.PROCESS_STOPPED);
        assertThat(whileStopped).isGreaterThanOrEqualTo(still);
        watch.sample();
        assertThat(Seen.by(watch).growth(MetricId.PROCESS_STOPPED))
                .as("it goes on now")
                .isEqualTo(total);
    }

    private void awaitStopped(boolean wanted) throws InterruptedException {
        while (StoppedTime.isStopped(subject.pid()) != wanted) {
            Thread.sleep(1);
        }
    }

    @Test
    void every_new_thread_is_counted() {
        subject.tell("threads", 37);
        watch.sample();

        assertThat(Seen.by(watch).growth(MetricId.PROCESS_THREADS)).isEqualTo(37);
    }

    /// The other threads of the JVM nap some dozen times a second of their own: what the kernel
    /// counts of all threads just within the two samples, and just around them.
    @Test
    void a_thread_that_naps_gives_its_processor_away_each_time() throws IOException {
        long around = voluntarySwitches();
        watch.sample();
        long within = voluntarySwitches();
        subject.tell("naps", 300);
        within = voluntarySwitches() - within;
        watch.sample();
        around = voluntarySwitches() - around;

        var points = Seen.by(watch).points(MetricId.PROCESS_SWITCHES_VOLUNTARY).reversed();
        assertThat(within).isGreaterThanOrEqualTo(300);
        assertThat(points.get(0).value() - points.get(1).value())
                .isBetween((double) within, (double) around);
    }

    private long voluntarySwitches() throws IOException {
        long sum = 0;
        var tasks = Path.of("/proc", Long.toString(subject.pid()), "task");
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
    void switches_of_threads_that_ended_are_kept() {
        subject.tell("threads", 50);
        watch.sample();
        long before = Seen.by(watch).last(MetricId.PROCESS_SWITCHES_VOLUNTARY);
        subject.tell("end-threads", 0);
        watch.sample();

        assertThat(Seen.by(watch).last(MetricId.PROCESS_SWITCHES_VOLUNTARY))
                .isGreaterThanOrEqualTo(before);
    }

    @Test
    void memory_that_is_touched_is_in_ram() {
        subject.tell("heap-mib", 100);
        watch.sample();

        // A few MiB of code and collector state may come beside it.
        assertThat(Seen.by(watch).growth(MetricId.PROCESS_RSS)).isBetween(95 * MIB, 140 * MIB);
    }

    @Test
    void the_peak_is_that_since_the_point_before() {
        subject.tell("direct-bytes", (int) (100 * MIB));
        watch.sample();
        long high = Seen.by(watch).last(MetricId.PROCESS_RSS_PEAK);
        // Frees the buffer once the collector has seen that nobody holds it.
        subject.tell("drop", 0);
        while (rss() > high - 60 * MIB) {
            subject.tell("gc", 1);
        }
        watch.sample();
        watch.sample();

        var seen = Seen.by(watch);
        assertThat(seen.last(MetricId.PROCESS_RSS_PEAK)).isLessThan(high - 50 * MIB);
        assertThat(seen.last(MetricId.PROCESS_RSS_PEAK)).isGreaterThanOrEqualTo(rss() - MIB);
    }

    @Test
    void on_the_beat_what_is_dear_is_left_out_and_what_is_cheap_is_not() {
        subject.tell("threads", 500);
        watch.sample();
        watch.beat();

        var seen = Seen.by(watch);
        assertThat(seen.points(MetricId.PROCESS_CPU)).hasSize(3);
        assertThat(seen.points(MetricId.PROCESS_SWITCHES_VOLUNTARY)).hasSize(2);
    }

    @Test
    void what_was_seen_stays_readable_when_the_process_has_ended() {
        watch.sample();
        subject.exit();
        watch.sample();
        watch.beat();

        var seen = Seen.by(watch);
        assertThat(seen.points(MetricId.PROCESS_CPU)).hasSizeGreaterThanOrEqualTo(2);
        assertThat(seen.missing())
                .singleElement()
                .satisfies(m ->
                        assertThat(m.reason())
                                .isEqualTo("process " + subject.pid() + " has ended"));
    }

    @Test
    void a_process_that_was_never_there_is_told() {
        subject.exit();

        var seen =
                Seen.by(new ProcObserver().watch(new ObservedProcess(subject.pid(), Path.of("."))));

        assertThat(seen.observations()).hasSize(1);
        assertThat(seen.missing()).hasSize(1);
    }

    private long rss() {
        watch.sample();
        return Seen.by(watch).last(MetricId.PROCESS_RSS);
    }
}
