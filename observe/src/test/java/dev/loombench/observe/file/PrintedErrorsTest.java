package dev.loombench.observe.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.file.content.FileContent;
import dev.loombench.observe.file.content.FileKind;
import dev.loombench.observe.file.content.MemoryErrors;
import dev.loombench.observe.file.content.MemoryErrors.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Errors of full memory in the logs of services, as JDK 8 to 25 word them.
class PrintedErrorsTest {
    @TempDir private Path folder;

    private FileContent read(String text) throws IOException {
        var file = Files.writeString(folder.resolve("shop.log"), text);
        return FileReading.read(InputFile.of(file.toString()));
    }

    private void assertErrors(String text, Kind kind, long times) throws IOException {
        var content = read(text);
        assertThat(content.kinds()).containsExactly(FileKind.MEMORY_ERRORS);
        assertThat(content.limits().errors()).containsExactly(new MemoryErrors(kind, times));
    }

    @Test
    void a_log_with_a_full_heap_is_read() throws IOException {
        assertErrors(
                """
                java.lang.OutOfMemoryError: Java heap space
                Dumping heap to java_pid1.hprof ...
                Exception in thread "orders-1" java.lang.OutOfMemoryError: GC overhead limit exceeded
                \tat java.base/java.util.Arrays.copyOf(Arrays.java:3537)
                """,
                Kind.HEAP,
                2);
        assertErrors(
                "Terminating due to java.lang.OutOfMemoryError: Java heap space", Kind.HEAP, 1);
    }

    /// The JVM prints the first error before it dumps the heap.
    @Test
    void an_error_for_which_the_heap_was_dumped_counts_once() throws IOException {
        var dump =
                """
                java.lang.OutOfMemoryError: Java heap space
                Dumping heap to java_pid1.hprof ...
                Heap dump file created [1048576 bytes in 0.010 secs]
                """;
        var thrown =
                "Exception in thread \"orders-1\" java.lang.OutOfMemoryError: Java heap space\n";
        var ended = "Terminating due to java.lang.OutOfMemoryError: Java heap space\n";
        assertErrors(dump, Kind.HEAP, 1);
        assertErrors(dump + thrown, Kind.HEAP, 1);
        assertErrors(dump + ended, Kind.HEAP, 1);
        assertErrors(dump + thrown + thrown, Kind.HEAP, 2);
        assertErrors(ended + ended, Kind.HEAP, 2);
    }

    /// An exception that has it as its cause repeats the message.
    @Test
    void an_error_counts_once() throws IOException {
        assertErrors(
                """
                jakarta.servlet.ServletException: Handler dispatch failed: java.lang.OutOfMemoryError: Java heap space
                \tat Shop.order(Shop.java:9)
                Caused by: java.lang.OutOfMemoryError: Java heap space
                """,
                Kind.HEAP,
                1);
        assertErrors("failed: java.lang.OutOfMemoryError: Java heap space", Kind.HEAP, 1);
    }

    @Test
    void threads_that_were_not_started_are_counted_once_with_their_warning() throws IOException {
        assertErrors(
                """
                [0.016s][warning][os,thread] Failed to start thread "Unknown thread" - pthread_create failed (EAGAIN) for attributes: stacksize: 2040k, guardsize: 0k, detached.
                [0.016s][warning][os,thread] Failed to start the native thread for java.lang.Thread "Thread-86"
                Exception in thread "main" java.lang.OutOfMemoryError: unable to create native thread: possibly out of memory or process/resource limits reached
                """,
                Kind.THREADS,
                1);
        assertErrors(
                "[13.276s][warning][os,thread] Failed to start thread - pthread_create failed (EAGAIN) for attributes: stacksize: 1024k, guardsize: 0k, detached.\n",
                Kind.THREADS,
                1);
        assertErrors(
                "java.lang.OutOfMemoryError: unable to create new native thread", Kind.THREADS, 1);
    }

    @Test
    void errors_of_native_images_and_of_openj9_are_counted() throws IOException {
        assertErrors(
                """
                Dumping heap to svm-heapdump-67799-OOME.hprof ...
                Heap dump file created [10046752 bytes in 0.49 secs]
                Exception in thread "main" java.lang.OutOfMemoryError: Garbage-collected heap size exceeded.
                """,
                Kind.HEAP,
                1);
        assertErrors(
                "Exception in thread \"main\" java.lang.OutOfMemoryError: Failed to create a thread: retVal -1073741830, errno 11\n",
                Kind.THREADS,
                1);
    }

    @Test
    void direct_buffers_of_each_jdk_and_of_netty_are_counted() throws IOException {
        assertErrors(
                """
                java.lang.OutOfMemoryError: Direct buffer memory
                java.lang.OutOfMemoryError: Cannot reserve 1048576 bytes of direct buffer memory (allocated: 16777216, limit: 16777216)
                io.netty.util.internal.OutOfDirectMemoryError: failed to allocate 16777216 byte(s) of direct memory (used: 1056964615, max: 1073741824)
                x.Failed: io.netty.util.internal.OutOfDirectMemoryError: failed to allocate 1 byte(s) of direct memory (used: 9, max: 9)
                """,
                Kind.DIRECT,
                3);
    }

    @Test
    void files_that_were_not_mapped_and_arrays_that_are_too_long_are_told_apart()
            throws IOException {
        assertErrors("Caused by: java.lang.OutOfMemoryError: Map failed\n", Kind.MAPS, 1);
        assertErrors(
                """
                java.lang.OutOfMemoryError: Requested array size exceeds VM limit
                java.lang.OutOfMemoryError: Required length exceeds implementation limit
                java.lang.OutOfMemoryError: Required array length 2147483639 + 9 is too large
                """,
                Kind.ARRAY,
                3);
    }

    @Test
    void errors_of_metadata_remain_those_of_metadata() throws IOException {
        var content = read("java.lang.OutOfMemoryError: Metaspace\n");
        assertThat(content.kinds()).containsExactly(FileKind.MEMORY);
        assertThat(content.limits().errors()).isEmpty();
    }
}
