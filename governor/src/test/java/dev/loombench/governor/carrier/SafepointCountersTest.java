package dev.loombench.governor.carrier;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SafepointCountersTest {
    private static final int ENTRY = 88;

    /// A file with the two counters, one of another type, and the frequency in which they count.
    private static ByteBuffer file(ByteOrder order, long frequency) {
        var bytes = ByteBuffer.allocate(32 + 4 * ENTRY);
        bytes.putInt(0, 0xcafec0c0).order(order);
        bytes.put(4, (byte) (order == ByteOrder.BIG_ENDIAN ? 0 : 1));
        bytes.putInt(24, 32).putInt(28, 4);
        entry(bytes, 0, "sun.rt.safepointSyncTime", 'J', 300);
        entry(bytes, 1, "sun.rt.safepointTime", 'B', 7);
        entry(bytes, 2, "sun.rt.safepointTime", 'J', 2_000);
        entry(bytes, 3, "sun.os.hrt.frequency", 'J', frequency);
        bytes.order(ByteOrder.BIG_ENDIAN);
        return bytes;
    }

    private static void entry(ByteBuffer bytes, int number, String name, char type, long value) {
        int at = 32 + number * ENTRY;
        bytes.putInt(at, ENTRY).putInt(at + 4, 20).put(at + 12, (byte) type).putInt(at + 16, 56);
        bytes.put(at + 20, name.getBytes(ISO_8859_1)).putLong(at + 56, value);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void the_time_until_threads_stop_and_that_after_it_are_added(boolean big) {
        var order = big ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        var bytes = file(order, 1_000_000_000);
        var stopped = SafepointCounters.in(bytes).orElseThrow();
        assertThat(stopped.getAsLong()).isEqualTo(2_300);
        bytes.duplicate().order(order).putLong(32 + 2 * ENTRY + 56, 5_000);
        assertThat(stopped.getAsLong()).as("read again").isEqualTo(5_300);
    }

    private static ByteBuffer good() {
        return file(ByteOrder.BIG_ENDIAN, 1_000_000_000);
    }

    /// Each differs from a file that is read in one thing.
    @Test
    void other_units_and_other_files_are_not_read() {
        assertThat(SafepointCounters.in(good())).isPresent();
        assertThat(SafepointCounters.in(file(ByteOrder.BIG_ENDIAN, 1_000_000)))
                .as("counts in microseconds")
                .isEmpty();
        assertThat(SafepointCounters.in(good().limit(32 + 3 * ENTRY + 60))).as("cut off").isEmpty();
        assertThat(SafepointCounters.in(good().putInt(32, 3))).as("too short an entry").isEmpty();
        assertThat(SafepointCounters.in(good().putInt(0, 1))).as("no counters").isEmpty();
        assertThat(SafepointCounters.in(ByteBuffer.allocate(0))).as("empty").isEmpty();
    }

    @Test
    void a_mapping_whose_path_is_none_is_passed_over() {
        assertThat(
                        SafepointCounters.file(
                                Stream.of(
                                        "7f1-7f2 rw-s 00000000 fe:00 7   /tmp/hsperfdata_a\0b/2")))
                .isEmpty();
    }

    /// The threads are printed at a safepoint.
    @Test
    @EnabledOnOs(OS.LINUX)
    void a_stop_of_this_jvm_counts_that_is_no_collection() {
        var stopped = SafepointCounters.ofThisJvm().orElseThrow();
        long before = stopped.getAsLong();
        assertThat(ManagementFactory.getThreadMXBean().dumpAllThreads(false, false)).isNotEmpty();
        assertThat(stopped.getAsLong()).isGreaterThan(before);
    }
}
