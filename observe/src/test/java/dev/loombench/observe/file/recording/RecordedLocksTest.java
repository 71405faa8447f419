package dev.loombench.observe.file.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.loombench.observe.file.FileReading;
import dev.loombench.observe.file.InputFile;
import dev.loombench.observe.threads.PrintedLock;
import dev.loombench.observe.threads.PrintedLock.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Waits for locks, added up by the second, and as this JVM records them.
class RecordedLocksTest {
    private static final PrintedLock LOCK = new PrintedLock(Kind.MONITOR, "1f", "Shop");
    private static final List<String> FRAMES = List.of("Shop.order(line 30)");

    @TempDir private Path folder;

    private static Instant at(double seconds) {
        return Instant.ofEpochSecond(1_000).plusMillis(Math.round(1_000 * seconds));
    }

    /// Four threads wait from 0.5 s to 3.5 s, and one more for 0.25 s in the second before the
    /// last: 2, 4, 4.25 and 2 threads on average.
    @Test
    void the_times_of_waits_are_added_up_by_the_second() {
        var locks = new RecordedLocks();
        for (int i = 0; i < 4; i++) {
            locks.add(LOCK, at(0.5), at(3.5), FRAMES);
        }
        locks.add(LOCK, at(2.5), at(2.75), FRAMES);
        var waits = locks.waits(at(0), at(10));
        assertThat(waits.seconds()).isEqualTo(10);
        assertThat(waits.queues()).hasSize(1);
        var queue = waits.queues().getFirst();
        assertThat(queue.lock()).isEqualTo(LOCK);
        assertThat(queue.frames()).isEqualTo(FRAMES);
        assertThat(queue.waiting()).containsOnly(entry(1_001L, 4.0), entry(1_002L, 4.25));
    }

    @Test
    void seconds_that_are_not_whole_within_the_recording_do_not_count() {
        var locks = new RecordedLocks();
        for (int i = 0; i < 3; i++) {
            locks.add(LOCK, at(-60), at(9.9), FRAMES);
        }
        var waits = locks.waits(at(6.5), at(9.9));
        assertThat(waits.seconds()).isEqualTo(2);
        assertThat(waits.queues().getFirst().waiting().keySet())
                .containsExactlyInAnyOrder(1_007L, 1_008L);
    }

    @Test
    void two_threads_are_no_queue() {
        var locks = new RecordedLocks();
        locks.add(LOCK, at(0), at(5), FRAMES);
        locks.add(LOCK, at(0), at(5), FRAMES);
        assertThat(locks.waits(at(0), at(10)).queues()).isEmpty();
    }

    @Test
    void the_longest_threshold_is_that_below_which_waits_are_missing() {
        var locks = new RecordedLocks();
        locks.setting(RecordedLocks.MONITOR, "enabled", "true");
        locks.setting(RecordedLocks.MONITOR, "threshold", "20 ms");
        assertThat(locks.waits(at(0), at(1)).thresholdNanos()).as("of one kind").isEmpty();
        locks.setting(RecordedLocks.PARK, "enabled", "true");
        locks.setting(RecordedLocks.PARK, "threshold", "0 ns");
        assertThat(locks.waits(at(0), at(1)).thresholdNanos()).hasValue(20_000_000);
    }

    private static final class Monitor {}

    private final Monitor monitor = new Monitor();
    private final ReentrantLock lock = new ReentrantLock();

    private int passed;

    private void takeBoth() {
        synchronized (monitor) {
            lock.lock();
            try {
                passed++;
            } finally {
                lock.unlock();
            }
        }
    }

    @Test
    void this_jvm_records_waits_for_monitors_and_locks() throws Exception {
        var file = folder.resolve("locks.jfr");
        try (var recording = new Recording()) {
            recording.enable(RecordedLocks.MONITOR).withThreshold(Duration.ZERO).withStackTrace();
            recording.enable(RecordedLocks.PARK).withThreshold(Duration.ZERO).withStackTrace();
            recording.enable("jdk.ActiveSetting");
            recording.start();
            waitForBoth();
            recording.stop();
            recording.dump(file);
        }
        var content = FileReading.read(InputFile.of(file.toString()));
        assertThat(content.recording().orElseThrow().locks().thresholdNanos()).hasValue(0);
        assertThat(types(file))
                .contains(
                        Monitor.class.getName(),
                        "java.util.concurrent.locks.ReentrantLock$NonfairSync");
    }

    /// Another thread waits for the monitor, then for the lock.
    private void waitForBoth() throws InterruptedException {
        var other = Thread.ofPlatform().unstarted(this::takeBoth);
        lock.lock();
        try {
            synchronized (monitor) {
                other.start();
                awaitState(other, Thread.State.BLOCKED);
            }
            awaitState(other, Thread.State.WAITING);
        } finally {
            lock.unlock();
        }
        other.join();
        assertThat(passed).isEqualTo(1);
    }

    private static void awaitState(Thread thread, Thread.State state) {
        while (thread.getState() != state) {
            Thread.onSpinWait();
        }
    }

    private static List<String> types(Path file) throws IOException {
        return RecordingFile.readAllEvents(file).stream()
                .filter(event ->
                        List.of(RecordedLocks.MONITOR, RecordedLocks.PARK)
                                .contains(event.getEventType().getName()))
                .flatMap(event -> RecordedLocks.lock(event).stream())
                .map(PrintedLock::type)
                .toList();
    }
}
