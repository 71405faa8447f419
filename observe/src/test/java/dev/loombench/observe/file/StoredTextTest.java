package dev.loombench.observe.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.observe.file.content.FileContent;
import dev.loombench.observe.file.content.FileKind;
import dev.loombench.observe.file.content.MemoryErrors;
import dev.loombench.observe.threads.PrintedLock;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What stores of logs and frameworks make of the text of a JVM.
class StoredTextTest {
    private static final String PAUSE =
            "[%s][info][gc] GC(%d) Pause Young (Normal) (G1 Evacuation Pause) 35M-\\u003e1M(64M) 10.000ms";

    @TempDir private Path folder;

    private FileContent read(byte[] bytes) throws IOException {
        return SampleText.read(folder, bytes);
    }

    private FileContent read(String text) throws IOException {
        return SampleText.read(folder, text);
    }

    /// As Loki, CloudWatch and Google's Cloud Logging export them.
    @Test
    void lines_of_json_have_their_text_under_any_of_some_keys() throws IOException {
        var keys = List.of("message", "@message", "msg", "line", "textPayload", "_raw", "log");
        for (var key : keys) {
            var line = "{\"timestamp\":1,\"%s\":\"%s\"}\n";
            var first = line.formatted(key, PAUSE.formatted("1.010s", 0));
            var second = line.formatted(key, PAUSE.formatted("2.010s", 1));
            assertThat(read(first + second).collections().orElseThrow().collections())
                    .as(key)
                    .hasSize(2);
        }
    }

    /// As `aws logs get-log-events` prints events.
    @Test
    void an_object_of_json_may_have_several_lines() throws IOException {
        var event =
                """
                        {
                            "timestamp": 1732680805123,
                            "message": "%s",
                            "ingestionTime": 1732680806123
                        },
                """;
        var first = event.formatted(PAUSE.formatted("1.010s", 0));
        var second = event.formatted(PAUSE.formatted("2.010s", 1));
        var log = read("{\n    \"events\": [\n" + first + second + "    ]\n}\n").collections();
        assertThat(log.orElseThrow().collections()).hasSize(2);
    }

    @Test
    void a_text_of_several_lines_may_be_in_one() throws IOException {
        var dump =
                """
                Full thread dump OpenJDK 64-Bit Server VM (21.0.8+9-LTS mixed mode, sharing):

                "main" #1 [4712] prio=5 os_prio=0 cpu=10.00ms elapsed=12.50s tid=0x00007f nid=4712 runnable  [0x00007f]
                   java.lang.Thread.State: RUNNABLE
                \tat Shop.main(Shop.java:9)

                JNI global refs: 19, weak refs: 0
                """
                        .replace("\"", "\\\"")
                        .replace("\t", "\\t")
                        .replace("\n", "\\n");
        var print = read("{\"stream\":\"stdout\", \"message\" : \"" + dump + "\"}\n").prints();
        assertThat(print.last().getFirst().print().threads().getFirst().stack().frames())
                .containsExactly("Shop.main(Shop.java:9)");
        assertThat(print.last().getFirst().print().cut()).isFalse();
    }

    @Test
    void an_error_beside_the_message_is_counted() throws IOException {
        var content =
                read(
                        "{\"message\":\"order failed\",\"stack_trace\":\"java.lang.OutOfMemoryError: Java heap space\\n\\tat Shop.order(Shop.java:9)\"}\n");
        assertThat(content.limits().errors())
                .containsExactly(new MemoryErrors(MemoryErrors.Kind.HEAP, 1));
    }

    /// As Spring logs it; the cause is behind many frames.
    @Test
    void an_error_in_the_message_and_beside_it_is_counted_once_a_line() throws IOException {
        var line =
                "{\"message\":\"%1$s\",\"stack_trace\":\"jakarta.servlet.ServletException: %1$s%2$s\\nCaused by: java.lang.OutOfMemoryError: Java heap space\\n\\tat Shop.order(Shop.java:9)\"}\n"
                        .formatted(
                                "Handler dispatch failed: java.lang.OutOfMemoryError: Java heap space",
                                "\\n\\tat org.springframework.web.servlet.DispatcherServlet.doDispatch(D.java:1104)"
                                        .repeat(60));
        assertThat(read(line.repeat(3)).limits().errors())
                .containsExactly(new MemoryErrors(MemoryErrors.Kind.HEAP, 3));
    }

    /// Its fields are those of `ThreadInfo`, as Spring Boot's.
    @Test
    void threads_of_micronauts_endpoint_are_read() throws IOException {
        var text =
                """
                [ {
                  "blockedCount" : 3, "blockedTime" : -1, "daemon" : false, "inNative" : false,
                  "lockInfo" : { "className" : "java.lang.Object", "identityHashCode" : 43 },
                  "lockName" : "java.lang.Object@2b", "lockOwnerId" : 32, "lockOwnerName" : "orders-2",
                  "lockedMonitors" : [ { "className" : "java.lang.Object", "identityHashCode" : 26,
                    "lockedStackDepth" : 0, "lockedStackFrame" : { "className" : "Shop" } } ],
                  "lockedSynchronizers" : [ ], "priority" : 5,
                  "stackTrace" : [ { "className" : "Shop", "fileName" : "Shop.java", "lineNumber" : 31,
                    "methodName" : "order", "nativeMethod" : false } ],
                  "suspended" : false, "threadId" : 31, "threadName" : "orders-1", "threadState" : "BLOCKED"
                }, {
                  "threadId" : 32, "threadName" : "orders-2", "threadState" : "RUNNABLE", "stackTrace" : [ ]
                } ]
                """;
        var list = read("log line\n" + text + "log line\n").lists().getFirst();
        assertThat(list.counts().total()).isEqualTo(2);
        var thread = list.threads().getFirst();
        assertThat(thread.name()).isEqualTo("orders-1");
        assertThat(thread.virtual()).isFalse();
        assertThat(thread.blocker()).hasValue(32);
        assertThat(thread.stack().frames()).containsExactly("Shop.order(Shop.java:31)");
        assertThat(thread.stack().awaited()).hasValue(PrintedLock.monitor("java.lang.Object@43"));
        assertThatThrownBy(() -> read(text.substring(0, text.indexOf("}, {") + 4)))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("ends too early, after 1");
    }

    /// As a log that was truncated while a JVM wrote to it.
    @Test
    void zeros_in_a_text_are_left_out() throws IOException {
        var log =
                "[0.500s][info][gc] Using G1\n"
                        + "[1.010s][info][gc] GC(0) Pause Full (G1 Compaction Pause) 35M->1M(64M) 10.000ms\n";
        assertThat(read("\0".repeat(7) + log).collections()).isPresent();
        assertThat(read(log.replace("\n[1", "\n" + "\0".repeat(5_000) + "[1")).collections())
                .isPresent();
        assertThatThrownBy(() -> read("\u0001\0\u0002" + log))
                .as("no text")
                .isInstanceOf(WrongInput.class);
    }

    /// As of files of PowerShell that are put together, and of a console that ends lines twice.
    @Test
    void marks_and_carriage_returns_in_the_midst_of_a_text_are_left_out() throws IOException {
        var later = SampleText.PRINT.replace("12.50s", "22.50s");
        var both = "\uFEFF" + SampleText.PRINT + "\uFEFF" + later;
        assertThat(read(both).prints().last()).hasSize(2);
        assertThat(read(both.replace("\n", "\r\r\n")).prints().last())
                .hasSize(2)
                .allMatch(print -> print.pid().isPresent());
        assertThat(read("log line\n\uFEFF" + SampleText.JSON_LIST).lists()).hasSize(1);
    }

    @Test
    void collections_without_decorations_are_a_log_without_times() throws IOException {
        var content =
                read(
                        """
                        Using G1
                        GC(0) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(256M) 3.123ms
                        """);
        assertThat(content.kinds()).containsExactly(FileKind.COLLECTION_LOG);
        assertThat(content.collections()).isEmpty();
    }

    @Test
    void a_jvm_that_never_collects_has_a_log_without_collections() throws IOException {
        var log =
                read("""
                [0.002s][info][gc] Using Epsilon
                [2.012s][info   ][gc     ] Heap: 8192K reserved, 8192K (100.00%) committed, 1060K (12.94%) used
                """)
                        .collections()
                        .orElseThrow();
        assertThat(log.collections()).isEmpty();
        assertThat(log.nanos()).isEqualTo(2_010_000_000L);
    }
}
