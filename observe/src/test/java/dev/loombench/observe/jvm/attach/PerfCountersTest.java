package dev.loombench.observe.jvm.attach;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PerfCountersTest {
    enum Order {
        LITTLE(ByteOrder.LITTLE_ENDIAN),
        BIG(ByteOrder.BIG_ENDIAN);

        private final ByteOrder order;

        Order(ByteOrder order) {
            this.order = order;
        }
    }

    /// A file with the counters that the lab reads, and one of a type that it does not.
    private static ByteBuffer file(ByteOrder order) {
        var bytes = ByteBuffer.allocate(1024);
        bytes.putInt(0, 0xcafec0c0).order(order);
        bytes.put(4, (byte) (order == ByteOrder.BIG_ENDIAN ? 0 : 1));
        bytes.putInt(24, 32).putInt(28, 6).position(32);
        number(bytes, "sun.rt.safepointSyncTime", 300);
        number(bytes, "sun.rt.safepointTime", 2_000);
        entry(bytes, "sun.rt.other", 'I', 0, new byte[8]);
        entry(bytes, "sun.gc.cause", 'B', 32, "Allocation Stall\0old".getBytes(ISO_8859_1));
        number(bytes, "sun.os.hrt.frequency", 500_000_000);
        number(bytes, "sun.rt.safepoints", 7);
        return bytes;
    }

    private static void number(ByteBuffer bytes, String name, long value) {
        var encoded = ByteBuffer.allocate(8).order(bytes.order()).putLong(value).array();
        entry(bytes, name, 'J', 0, encoded);
    }

    private static void entry(
            ByteBuffer bytes, String name, char type, int elements, byte[] value) {
        int start = bytes.position();
        bytes.putInt(88).putInt(20).putInt(elements);
        bytes.put((byte) type).put(new byte[3]).putInt(56);
        bytes.put(name.getBytes(ISO_8859_1));
        bytes.position(start + 56).put(value);
        bytes.position(start + 88);
    }

    static byte[] capabilities(String digits) {
        return counter("sun.rt.jvmCapabilities", digits.getBytes(ISO_8859_1));
    }

    /// A file with one counter.
    static byte[] counter(String name, byte[] text) {
        var bytes = ByteBuffer.allocate(128).order(ByteOrder.LITTLE_ENDIAN);
        bytes.order(ByteOrder.BIG_ENDIAN).putInt(0, 0xcafec0c0).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put(4, (byte) 1).putInt(24, 32).putInt(28, 1).position(32);
        entry(bytes, name, 'B', 32, text);
        return bytes.array();
    }

    @ParameterizedTest
    @EnumSource
    void counters_are_read_in_either_byte_order(Order order) throws IOException {
        var counters = PerfCounters.parse(file(order.order));
        assertThat(counters.safepointNanos()).as("2,300 ticks of 2 ns").hasValue(4_600);
        assertThat(counters.safepointReachingNanos()).as("300 ticks of 2 ns").hasValue(600);
        assertThat(counters.safepoints()).hasValue(7);
        assertThat(counters.collectionCause()).hasValue("Allocation Stall");
        assertThat(counters.numbers()).doesNotContainKey("sun.rt.other");
    }

    /// 2,000 ns in safepoints, 300 of them before all threads had stopped.
    @ParameterizedTest
    @CsvSource({"1.8, 2000", "11, 2000", "12, 2000", "13, 2300", "25, 2300", "x, 2300"})
    void before_jdk_13_the_time_in_safepoints_has_that_of_reaching_them(
            String release, long nanos) {
        var counters =
                new PerfCounters(
                        Map.of("sun.rt.safepointSyncTime", 300L, "sun.rt.safepointTime", 2_000L),
                        Map.of("java.property.java.vm.specification.version", release));
        assertThat(counters.safepointNanos()).hasValue(nanos);
        assertThat(counters.safepointReachingNanos()).hasValue(300);
    }

    @ParameterizedTest
    @CsvSource({"1.8, 8", "11, 11", "21, 21", "x, -1"})
    void the_release_is_that_of_the_specification(String release, int feature) {
        var texts = Map.of("java.property.java.vm.specification.version", release);
        assertThat(new PerfCounters(Map.of(), texts).feature().orElse(-1)).isEqualTo(feature);
    }

    @Test
    void counters_that_a_jvm_does_not_have_are_unknown() throws IOException {
        var empty = file(ByteOrder.LITTLE_ENDIAN).putInt(28, 0);
        assertThat(PerfCounters.parse(empty).safepointNanos()).isEmpty();
        assertThat(PerfCounters.parse(empty).safepointReachingNanos()).isEmpty();
        assertThat(PerfCounters.parse(empty).collectionCause()).isEmpty();
        assertThat(PerfCounters.parse(empty).latestCollectionCause()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "System.gc(), No GC, System.gc()",
        "No GC, Allocation Failure, Allocation Failure",
        "No GC, No GC, none",
        "No GC, '', none"
    })
    void the_latest_cause_is_that_of_the_collection_in_progress_or_of_the_last_one(
            String cause, String last, String latest) {
        var texts = Map.of("sun.gc.cause", cause, "sun.gc.lastCause", last);
        var counters = new PerfCounters(Map.of(), texts);
        assertThat(counters.latestCollectionCause().orElse("none")).isEqualTo(latest);
    }

    /// The file may be of any process. Of 100 bytes, the second entry is missing.
    @ParameterizedTest
    @ValueSource(ints = {0, 3, 31, 100})
    void a_file_that_is_cut_off_is_refused(int length) {
        var bytes = file(ByteOrder.LITTLE_ENDIAN).slice(0, length);
        assertThatThrownBy(() -> PerfCounters.parse(bytes))
                .isInstanceOf(IOException.class)
                .hasMessage("the counters of a JVM are cut off");
    }

    @Test
    void another_file_is_refused() {
        assertThatThrownBy(() -> PerfCounters.parse(ByteBuffer.allocate(64)))
                .hasMessage("not the counters of a JVM");
        var endless = file(ByteOrder.LITTLE_ENDIAN).putInt(32, 0);
        assertThatThrownBy(() -> PerfCounters.parse(endless)).hasMessage("a counter of 0 bytes");
    }

    /// The places of the first entry, its name and its value, beyond the file and before it.
    @ParameterizedTest
    @ValueSource(ints = {24, 36, 48})
    void a_place_outside_of_the_file_is_refused(int offset) {
        for (int place : new int[] {Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            var damaged = ByteBuffer.wrap(capabilities("1")).putInt(offset, place);
            assertThatThrownBy(() -> PerfCounters.parse(damaged)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void the_first_capability_is_attach() throws IOException {
        assertThat(attach("1100")).contains(true);
        assertThat(attach("0100")).contains(false);
        assertThat(attach("")).isEmpty();
        assertThat(PerfCounters.parse(file(ByteOrder.BIG_ENDIAN)).acceptsAttach()).isEmpty();
    }

    private static Optional<Boolean> attach(String capabilities) throws IOException {
        return PerfCounters.parse(ByteBuffer.wrap(capabilities(capabilities))).acceptsAttach();
    }

    /// Else a file of a megabyte could hold 50,000 texts of a megabyte.
    @Test
    void a_text_is_not_longer_than_its_entry() throws IOException {
        var bytes = ByteBuffer.wrap(capabilities("1".repeat(32))).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putInt(32, 21).putInt(32 + 8, Integer.MAX_VALUE);
        assertThat(PerfCounters.parse(bytes.order(ByteOrder.BIG_ENDIAN)).texts().values())
                .containsExactly("1".repeat(21));
    }

    private static void map(Path process, String mode, Object inode, Path file) throws IOException {
        var line =
                "7f1-7f2 %s 00000000 fe:00 %s     /%s\n"
                        .formatted(mode, inode, process.resolve("root").relativize(file));
        Files.writeString(
                process.resolve("maps"),
                line,
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    private static Path counters(Path process, String name) throws IOException {
        var folder = process.resolve("root/tmp/hsperfdata_shop");
        return Files.write(Files.createDirectories(folder).resolve(name), capabilities("1"));
    }

    /// A JVM that monitors others has mapped their files too.
    @Test
    void the_file_of_a_jvm_is_the_one_that_it_writes(@TempDir Path process) throws IOException {
        var other = counters(process, "1");
        var own = counters(process, "2");
        map(process, "r--s", Files.getAttribute(other, "unix:ino"), other);
        assertThat(PerfCounters.file(process)).isEmpty();
        map(process, "rw-s", Files.getAttribute(own, "unix:ino"), own);
        assertThat(PerfCounters.file(process)).contains(own);
        assertThat(PerfCounters.read(own)).isPresent();
    }

    /// As one with letters that the locale of this JVM does not have.
    @Test
    void a_line_whose_path_is_none_is_passed_over(@TempDir Path process) throws IOException {
        Files.writeString(
                process.resolve("maps"),
                "7f1-7f2 rw-s 00000000 fe:00 7     /tmp/hsperfdata_a\0b/2\n");
        assertThat(PerfCounters.file(process)).isEmpty();
        var own = counters(process, "2");
        map(process, "rw-s", Files.getAttribute(own, "unix:ino"), own);
        assertThat(PerfCounters.file(process)).contains(own);
    }

    /// Another file with the mapped one's name, and a link to the mapped one.
    @Test
    void a_file_in_the_place_of_the_mapped_one_is_not_read(@TempDir Path process)
            throws IOException {
        var own = counters(process, "2");
        var inode = Files.getAttribute(own, "unix:ino");
        map(process, "rw-s", inode, own);
        var moved = Files.move(own, own.resolveSibling("3"));
        assertThat(PerfCounters.file(process)).isEmpty();
        counters(process, "2");
        assertThat(PerfCounters.file(process)).isEmpty();
        Files.delete(own);
        Files.createSymbolicLink(own, moved);
        assertThat(PerfCounters.file(process)).isEmpty();
    }
}
