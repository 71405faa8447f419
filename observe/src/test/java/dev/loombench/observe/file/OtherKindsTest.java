package dev.loombench.observe.file;

import static dev.loombench.observe.file.GzipFileTest.packed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.observe.file.content.FileContent;
import dev.loombench.observe.file.content.FileKind;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Files of other kinds that users have, each of which is refused by its name.
class OtherKindsTest {
    private static final String OLD_COLLECTION =
            "[GC (Allocation Failure) 33280K->1000K(125952K), 0.0012345 secs]\n";

    /// As JDK 8 prints it at its end with `-XX:+PrintGCDetails`; `jcmd PID GC.heap_info` has the
    /// same lines.
    private static final String HEAP =
            """
            Heap
             PSYoungGen      total 38400K, used 1331K [0x00000000d5f80000, 0x00000000d8a00000, 0x0000000100000000)
             Metaspace       used 2577K, capacity 4486K, committed 4864K, reserved 1056768K
              class space    used 282K, capacity 386K, committed 512K, reserved 1048576K
            """;

    @TempDir private Path folder;

    private FileContent read(byte[] bytes) throws IOException {
        var file = Files.write(folder.resolve("file"), bytes);
        return FileReading.read(InputFile.of(file.toString()));
    }

    private FileContent read(String text) throws IOException {
        return read(text.getBytes(StandardCharsets.UTF_8));
    }

    private void assertRefused(String text, String reason) {
        assertThatThrownBy(() -> read(text))
                .as(text)
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining(reason);
    }

    @Test
    void logs_that_only_a_tool_reads_are_named_with_it() {
        assertRefused("LPKSHHRH\0\0\0\0", "journalctl");
        assertRefused("\0\0\0\u0040\n\u0006stdout\u0010", "docker logs");
    }

    @Test
    void what_tools_say_in_place_of_a_dump_is_named() {
        assertRefused(
                "4711:\ncom.sun.tools.attach.AttachNotSupportedException: Unable to open socket file /proc/4711/root/tmp/.java_pid4711\n",
                "could not attach");
        assertRefused(
                "4711: Unable to open socket file /tmp/.java_pid4711: target process doesn't respond\n",
                "could not attach");
        assertRefused(
                "1:\njava.lang.IllegalArgumentException: Unknown diagnostic command\n",
                "jcmd PID help");
        assertRefused(
                " Version: 2.1\n Chunks: 1\n\n Event Type          Count  Size (bytes) \n jdk.GCPhase   12  300\n",
                "summary of a recording");
    }

    @Test
    void collections_of_jdk_8_are_no_report_of_memory() throws IOException {
        var old = "log of collections of JDK 8";
        assertRefused("1.234: " + OLD_COLLECTION + HEAP, old);
        assertRefused(OLD_COLLECTION + HEAP, old);
        assertRefused("2026-11-27T04:00:00.1Z stdout F " + OLD_COLLECTION, old);
        assertRefused(
                "OpenJDK 64-Bit Server VM (25.402-b06) for linux-amd64\n".repeat(200)
                        + "2026-11-27T04:00:00.123+0000: [GC pause (G1 Evacuation Pause) (young), 0.01 secs]\n",
                old);
        assertThat(read(HEAP).kinds()).containsExactly(FileKind.MEMORY);
        assertThat(read(OLD_COLLECTION + "java.lang.OutOfMemoryError: Metaspace\n").kinds())
                .as("with a fault")
                .containsExactly(FileKind.MEMORY);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"main@1\" prio=5 tid=0x1 nid=NA runnable | a debugger, an IDE",
                "\"AWT-EventQueue-0\" prio=0 tid=0x0 nid=0x0 waiting on condition | a debugger, an IDE",
                "` - Shop.main(java.lang.String[]) @bci=3, line=4 (Interpreted frame)` | jhsdb",
                "\"main\" #1 thread=0x00007f0001 state=RUNNABLE | native image",
                "Type=Segmentation error vmState=0x00000000 | crash of OpenJ9",
                "` num     #instances         #bytes  class name (module)` | --memory PID",
                "java.util.concurrent.ForkJoinPool@19e1023e[Running, parallelism = 2, size = 2] | scheduler of virtual threads",
                "`  S0     S1     E      O      M     CCS    YGC     YGCT     FGC    FGCT     CGC    CGCT       GCT` | jstat",
                "jdk.CPULoad { | recording itself",
                "`      \"type\": \"jdk.CPULoad\",` | recording itself",
                "Read I/O pollers: | Thread.dump_to_file",
                "Created /tmp/threads.json | in the file that it names",
                "Dumped recording \"1\", 272.9 kB written to: | in the file that it names"
            })
    void texts_that_look_like_those_of_a_jvm_are_named(String line, String reason) {
        assertRefused("4711:\n" + line + "\n", reason);
    }

    @Test
    void a_line_of_another_kind_beside_what_is_read_decides_nothing() throws IOException {
        var log =
                """
                Created /var/log/shop
                [0.500s][info][gc] Using G1
                [1.010s][info][gc] GC(0) Pause Full (G1 Compaction Pause) 35M->1M(64M) 10.000ms
                """;
        assertThat(read(log).kinds()).containsExactly(FileKind.COLLECTION_LOG);
    }

    @Test
    void a_log_in_which_a_line_is_like_a_reply_is_none() {
        var log = "Created /var/log/shop\n" + "2026-11-27 INFO started\n".repeat(20);
        assertRefused(log, "none of what inspect reads");
    }

    /// As support bundles have them, whose files would else be read as one text.
    @Test
    void an_archive_is_named_also_in_a_compressed_file() throws IOException {
        var header = Arrays.copyOf("threads-1.txt".getBytes(StandardCharsets.US_ASCII), 512);
        System.arraycopy("ustar".getBytes(StandardCharsets.US_ASCII), 0, header, 257, 5);
        assertThatThrownBy(() -> read(header)).hasMessageContaining("tar archive");
        assertThatThrownBy(() -> read(packed(header))).hasMessageContaining("tar archive");
    }

    /// Most heap dumps are larger than any file that is read.
    @Test
    void a_heap_dump_is_named_whatever_its_size() throws IOException {
        assertRefused("JAVA PROFILE 1.0.2\0", "heap dump");
        assertRefused("\0\u0012portable heap dump\0", "heap dump of OpenJ9");
        assertThatThrownBy(() -> read(large("JAVA PROFILE 1.0.2\0")))
                .hasMessageContaining("heap dump");
        assertThatThrownBy(() -> read(large("log line\n"))).hasMessageContaining("MiB");
    }

    /// Of version 0.9.
    @Test
    void a_recording_of_an_old_format_is_not_damaged() {
        assertRefused("FLR\0\0\0\0\t" + "\0".repeat(100), "JDK 7 or 8");
        assertRefused("FLR\0\0\2\0\0" + "\0".repeat(100), "damaged");
    }

    /// A file without blocks on the disk beyond its beginning.
    private InputFile large(String start) throws IOException {
        var file = folder.resolve("large");
        try (var content = new RandomAccessFile(file.toFile(), "rw")) {
            content.writeBytes(start);
            content.setLength(InputFile.MOST_BYTES + 1);
        }
        return InputFile.of(file.toString());
    }

    private static FileContent read(InputFile file) throws IOException {
        return FileReading.read(file);
    }
}
