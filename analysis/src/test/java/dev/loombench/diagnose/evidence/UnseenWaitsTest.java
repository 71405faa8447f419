package dev.loombench.diagnose.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.observe.result.Observation.ThreadDump;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Queues that no thread shows.
class UnseenWaitsTest {
    private static final String HOST = "OkHttp https://api.example.com/...";

    private static final String READ =
            "okhttp3.internal.http1.Http1ExchangeCodec.readResponseHeaders(H.kt:180)";

    /// Calls of OkHttp to one host.
    private static String calls(int count, String read) {
        return IntStream.range(0, count)
                .mapToObj(i ->
                        Prints.thread(
                                HOST,
                                40 + i,
                                1,
                                "RUNNABLE",
                                "sun.nio.ch.Net.poll(java.base@25.0.4/Native Method)",
                                read,
                                "okhttp3.internal.connection.RealCall$AsyncCall.run(RealCall.kt:519)",
                                "java.util.concurrent.ThreadPoolExecutor.runWorker(T.java:1136)"))
                .collect(Collectors.joining());
    }

    /// Five run at once where nothing sets another number.
    @ParameterizedTest
    @CsvSource({"5, true", "4, false", "6, false"})
    void calls_that_okhttp_may_keep_back_are_not_seen(int last, boolean unseen) {
        var five = calls(5, READ);
        assertThat(isUnseen(Prints.history(five, five, five, calls(last, READ)))).isEqualTo(unseen);
    }

    @Test
    void connections_of_web_sockets_keep_no_call_back() {
        var read = "okhttp3.internal.ws.RealWebSocket.loopReader(RealWebSocket.kt:295)";
        assertThat(isUnseen(Prints.four(calls(5, read)))).isFalse();
        assertThat(isUnseen(Prints.four(calls(5, READ)))).isTrue();
    }

    private static boolean isUnseen(ThreadHistory history) {
        var reasons = new SampleEvidence().printed(history).evidence().unexamined();
        return reasons.containsKey("queue of " + HOST);
    }

    /// A thread that holds a monitor and waits for what others are to do.
    private static SampleEvidence holder(String state) {
        var print =
                Prints.thread(
                        "flusher",
                        31,
                        1,
                        state,
                        "jdk.internal.misc.Unsafe.park(java.base@25.0.4/Native Method)",
                        "java.util.concurrent.CountDownLatch.await(java.base@25.0.4/C.java:1)",
                        "Shop.flush(Shop.java:7)",
                        "- locked <0x2> (a Shop)");
        return new SampleEvidence()
                .printed(Prints.four(print))
                .threads(Part.missing("they are not listed"));
    }

    private static String behind(SampleEvidence evidence) {
        return evidence.evidence()
                .unexamined()
                .getOrDefault("virtual threads that may wait for \"flusher\"", "");
    }

    /// Nothing shows the virtual threads that it waits for, if they wait for its monitor.
    @Test
    void virtual_threads_behind_a_monitor_of_a_thread_that_stands_still_are_not_seen() {
        assertThat(behind(holder("WAITING (parking)")))
                .contains("Shop.flush(Shop.java:7)", "the monitor of a Shop")
                .endsWith("they are not listed");
        assertThat(behind(holder("TIMED_WAITING (parking)"))).isEmpty();
        assertThat(behind(holder("WAITING (parking)").withoutVirtual())).isEmpty();
        var list = Part.of(new ThreadDump("attach", 0, 20, 2, 10, List.of()));
        assertThat(behind(holder("WAITING (parking)").threads(list))).isEmpty();
    }

    /// A stream that it reads may be locked for as long as nothing comes.
    @ParameterizedTest
    @CsvSource({"Shop, false", "java.io.BufferedInputStream, true"})
    void a_read_with_a_monitor_of_the_application_may_keep_virtual_threads(
            String type, boolean none) {
        var print =
                Prints.thread(
                        "flusher",
                        31,
                        1,
                        "RUNNABLE",
                        "sun.nio.ch.SocketDispatcher.read0(java.base@25.0.4/Native Method)",
                        "Shop.flush(Shop.java:7)",
                        "- locked <0x2> (a %s)".formatted(type));
        var evidence =
                new SampleEvidence()
                        .printed(Prints.four(print))
                        .threads(Part.missing("they are not listed"));
        assertThat(behind(evidence).isEmpty()).isEqualTo(none);
    }
}
