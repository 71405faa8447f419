package dev.loombench.observe.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.result.LimitedMemory;
import dev.loombench.observe.result.LimitedMemory.Kind;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Parts of crash logs in public reports, and of what JVMs print otherwise.
class PrintedLimitsTest {
    private static final long MIB = 1 << 20;
    private static final long GIB = 1 << 30;

    private static List<LimitedMemory> limited(String text) {
        return limits(text).shown().limited();
    }

    private static PrintedLimits limits(String text) {
        var limits = new PrintedLimits();
        text.lines().forEach(limits::line);
        return limits;
    }

    /// Source: netty/netty, pull request 13627. JDK 21.
    private static final String UNLIMITED =
            """
            Metaspace:

            Usage:
              Non-class:     18.27 MB used.
                  Class:      2.50 MB used.
                   Both:     20.77 MB used.

            Virtual space:
              Non-class space:       64.00 MB reserved,      18.38 MB ( 29%) committed,  1 nodes.
                  Class space:        1.00 GB reserved,       2.50 MB ( <1%) committed,  1 nodes.
                         Both:        1.06 GB reserved,      21.00 MB (  2%) committed.

            MaxMetaspaceSize: unlimited
            CompressedClassSpaceSize: 1.00 GB
            CodeHeap 'non-profiled nmethods': size=120036Kb used=1388Kb max_used=1388Kb free=118648Kb
             bounds [0x00007f79d038d000, 0x00007f79d05fd000, 0x00007f79d78c6000]
            CodeHeap 'profiled nmethods': size=120032Kb used=6466Kb max_used=6466Kb free=113565Kb
            """;

    @Test
    void metadata_without_a_limit_are_limited_in_the_class_space() {
        assertThat(limited(UNLIMITED))
                .containsExactly(
                        new LimitedMemory(Kind.CLASSES, 5 * MIB / 2, GIB),
                        new LimitedMemory(Kind.CODE, 7_854 << 10, 240_068 << 10));
    }

    @Test
    void a_limit_of_all_metadata_is_that_of_what_is_committed() {
        var text = UNLIMITED.replace("Size: unlimited", "Size: 64.00 MB");
        assertThat(limited(text)).contains(new LimitedMemory(Kind.METADATA, 21 * MIB, 64 * MIB));
    }

    /// Source: adoptium/adoptium-support, issue 429. JDK 11 prints the largest number so.
    @Test
    void a_limit_beyond_all_numbers_is_far() {
        var text = UNLIMITED.replace("Size: unlimited", "Size: 17179869184.00 GB");
        assertThat(limited(text))
                .contains(new LimitedMemory(Kind.METADATA, 21 * MIB, Long.MAX_VALUE));
    }

    /// As behind the report of metadata in a crash log.
    @Test
    void the_heap_at_an_earlier_collection_does_not_replace_a_report() {
        var history = "  class space    used 448K, committed 512K, reserved 1048576K\n".repeat(2);
        assertThat(limited(UNLIMITED + history))
                .contains(new LimitedMemory(Kind.CLASSES, 5 * MIB / 2, GIB));
    }

    /// The lines of JDK 11 and 17, and those of JDK 21.
    @Test
    void a_code_cache_that_was_full_had_no_room() {
        var segment = "CodeCache: size=49152Kb used=40960Kb max_used=49000Kb free=8192Kb\n";
        var full = new LimitedMemory(Kind.CODE, 40 * MIB, 48 * MIB, 2);
        assertThat(limited(segment + " full_count=2\n")).containsExactly(full);
        assertThat(limited(segment + " total_blobs=9, nmethods=4, adapters=2, full_count=2\n"))
                .containsExactly(full);
    }

    /// `jcmd PID VM.metaspace` of JDK 21, shortened.
    private static final String METASPACE =
            """
            4711:

            Total Usage - 265 loaders, 6050 classes (1383 shared):
              Non-Class: 1220 chunks,     56.00 MB capacity,   55.50 MB ( 98%) committed,    55.00 MB ( 97%) used,   460.00 KB (  2%) free,     1.00 KB ( <1%) waste
                  Class:  500 chunks,      4.50 MB capacity,    4.00 MB ( 96%) committed,     3.00 MB ( 87%) used,   350.00 KB ( 10%) free,    40 bytes ( <1%) waste
                   Both: 1720 chunks,     60.50 MB capacity,   59.50 MB ( 98%) committed,    58.00 MB ( 97%) used,   810.00 KB (  3%) free,     1.04 KB ( <1%) waste

            Virtual space:
              Non-class space:       64.00 MB reserved,      56.00 MB ( 88%) committed,  1 nodes.
                  Class space:        1.00 GB reserved,       4.00 MB ( <1%) committed,  1 nodes.
                         Both:        1.06 GB reserved,      60.00 MB (  6%) committed.

            Settings:
            MaxMetaspaceSize: 64.00 MB
            CompressedClassSpaceSize: 1.00 GB
            """;

    private static final LimitedMemory FULL_METADATA =
            new LimitedMemory(Kind.METADATA, 60 * MIB, 64 * MIB);

    @Test
    void metadata_are_read_from_jcmd_also_in_a_log() {
        var classes = new LimitedMemory(Kind.CLASSES, 4 * MIB, GIB);
        assertThat(limited(METASPACE)).containsExactly(FULL_METADATA, classes);
        var logged = METASPACE.replaceAll("(?m)^", "[0.181s][info][gc,metaspace,freelist,oom] ");
        assertThat(limited(logged)).containsExactly(FULL_METADATA, classes);
        assertThat(limits(METASPACE).shown().ofAllMetadata()).isTrue();
        assertThat(limits(METASPACE).isReport()).isTrue();
    }

    /// `jcmd PID Compiler.codecache` of JDK 21 and 25.
    @Test
    void the_code_cache_is_read_from_jcmd() {
        var segments =
                """
                4711:
                CodeHeap 'non-profiled nmethods': size=1024Kb used=1000Kb max_used=1020Kb free=24Kb
                 bounds [0x00007f79d038d000, 0x00007f79d05fd000, 0x00007f79d78c6000]
                CodeHeap 'profiled nmethods': size=1024Kb used=24Kb max_used=1024Kb free=1000Kb
                 bounds [0x00007f79d038d000, 0x00007f79d05fd000, 0x00007f79d78c6000]
                CodeCache: size=2048Kb, used=1024Kb, max_used=2044Kb, free=1024Kb
                 total_blobs=1000, nmethods=900, adapters=100, full_count=3
                Compilation: enabled, stopped_count=3, restarted_count=3
                """;
        assertThat(limited(segments))
                .containsExactly(new LimitedMemory(Kind.CODE, MIB, 2 * MIB, 3));
        assertThat(limits(segments).shown().ofAllMetadata()).isFalse();
        var whole = "CodeCache: size=2496Kb used=2480Kb max_used=2490Kb free=16Kb\n";
        assertThat(limited(segments + whole))
                .as("of another JVM")
                .contains(new LimitedMemory(Kind.CODE, 2480 << 10, 2496 << 10, 3));
    }

    /// `jcmd PID VM.native_memory`, which shows neither the limit of all metadata nor how much of
    /// the code cache is in use.
    @Test
    void the_class_space_is_read_from_native_memory_tracking() {
        var tracked =
                """
                Native Memory Tracking:

                Total: reserved=1838437KB, committed=106421KB
                -                     Class (reserved=1048749KB, committed=1389KB)
                                            (mmap: reserved=1048576KB, committed=1216KB, at peak)
                                            (  Metadata:   )
                                            (    reserved=65536KB, committed=8064KB)
                                            (    used=7939KB)
                                            (  Class space:)
                                            (    reserved=1048576KB, committed=1024KB)
                                            (    used=1073KB)
                -                      Code (reserved=248021KB, committed=7897KB)
                """;
        var classes = new LimitedMemory(Kind.CLASSES, MIB, GIB);
        assertThat(limited(tracked)).containsExactly(classes);
        assertThat(limits(tracked).shown().ofAllMetadata()).isFalse();
        assertThat(limited(tracked.replace("=1048576KB", "=1024MB").replace("=1024KB", "=1MB")))
                .containsExactly(classes);
        assertThat(
                        limited(
                                tracked.replace("=1048576KB", "=1073741824")
                                        .replace("=1024KB", "=1048576")))
                .containsExactly(classes);
    }

    /// `jcmd PID GC.heap_info` of JDK 21; that of later versions need not show metadata.
    @Test
    void the_class_space_is_read_from_a_printed_heap() {
        var heap =
                """
                 garbage-first heap   total 262144K, used 12345K [0x00000000f0000000, 0x0000000100000000)
                  region size 1024K, 3 young (3072K), 1 survivors (1024K)
                 Metaspace       used 5035K, committed 5376K, reserved 1056768K
                  class space    used 448K, committed 512K, reserved 1048576K
                """;
        assertThat(limited(heap)).containsExactly(new LimitedMemory(Kind.CLASSES, 512 << 10, GIB));
        var without =
                "4711:\n garbage-first heap   total reserved 262144K, committed 8192K, used 1K\n";
        assertThat(limited(without)).isEmpty();
        assertThat(limits(without).isReport()).isTrue();
    }

    /// `-Xlog:gc*`, which shows no limit of all metadata.
    @Test
    void the_class_space_is_read_from_a_log_of_collections() {
        var log =
                """
                [0.005s][info][gc,metaspace] Compressed class space mapped at: 0x0000000800c00000-0x0000000801c00000, reserved size: 16777216
                [0.180s][info][gc,metaspace] GC(0) Metaspace: 5035K(5376K)->5035K(5376K) NonClass: 4587K(4864K)->4587K(4864K) Class: 448K(512K)->448K(15360K)
                """;
        assertThat(limited(log))
                .containsExactly(new LimitedMemory(Kind.CLASSES, 15 * MIB, 16 * MIB));
        assertThat(limits(log).isReport()).as("every log has such lines").isFalse();
    }

    /// The JVM writes each message to its log and to its output.
    @Test
    void warnings_of_a_full_code_cache_are_counted_once() {
        var both =
                """
                [0.688s][warning][codecache] CodeHeap 'profiled nmethods' is full. Compiler has been disabled.
                [0.688s][warning][codecache] Try increasing the code heap size using -XX:ProfiledCodeHeapSize=
                OpenJDK 64-Bit Server VM warning: CodeHeap 'profiled nmethods' is full. Compiler has been disabled.
                OpenJDK 64-Bit Server VM warning: CodeHeap 'non-profiled nmethods' is full. Compiler has been disabled.
                """;
        assertThat(limited(both))
                .containsExactly(new LimitedMemory(Kind.CODE, Optional.empty(), 2));
        assertThat(limited("INFO the cache is full. Compiler has been disabled.\n")).isEmpty();
    }

    @Test
    void errors_of_full_metadata_in_the_log_of_an_application_are_counted() {
        var trace =
                """
                2026-11-27 04:00:00 ERROR Servlet.service() failed
                jakarta.servlet.ServletException: Handler dispatch failed: java.lang.OutOfMemoryError: Metaspace
                \tat Shop.order(Shop.java:9)
                Caused by: java.lang.OutOfMemoryError: Metaspace
                Exception in thread "main" java.lang.OutOfMemoryError: Compressed class space
                Exception in thread "main" java.lang.OutOfMemoryError: Java heap space
                """;
        assertThat(limited(trace))
                .containsExactly(
                        new LimitedMemory(Kind.METADATA, Optional.empty(), 1),
                        new LimitedMemory(Kind.CLASSES, Optional.empty(), 1));
        assertThat(limited("WARN failed: java.lang.OutOfMemoryError: Metaspace\n"))
                .containsExactly(new LimitedMemory(Kind.METADATA, Optional.empty(), 1));
        var nested =
                """
                threw exception [Handler dispatch failed; nested exception is java.lang.OutOfMemoryError: Metaspace] with root cause
                java.lang.OutOfMemoryError: Metaspace
                """;
        assertThat(limited(nested))
                .containsExactly(new LimitedMemory(Kind.METADATA, Optional.empty(), 1));
        var logged = "[0.1s][info][gc,metaspace] Metaspace (data) allocation failed for size 127\n";
        assertThat(limited(logged + logged + trace))
                .as("errors that the application does not print")
                .contains(new LimitedMemory(Kind.CLASSES, Optional.empty(), 1))
                .contains(new LimitedMemory(Kind.METADATA, Optional.empty(), 2));
        var ofClass = logged.replace("(data)", "(class)");
        assertThat(
                        limited(
                                ofClass
                                        + ofClass
                                        + "java.lang.OutOfMemoryError: Compressed class space"))
                .as("classes find no room in their space")
                .containsExactly(new LimitedMemory(Kind.CLASSES, Optional.empty(), 2));
        assertThat(limited(logged + logged + METASPACE))
                .contains(new LimitedMemory(Kind.METADATA, 60 * MIB, 64 * MIB, 2));
    }

    @Test
    void a_count_of_another_program_is_none_of_the_code_cache() {
        assertThat(limited("INFO orders full_count=5\n")).isEmpty();
    }
}
