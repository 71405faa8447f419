package dev.loombench.diagnose.rule.lock;

import static dev.loombench.diagnose.RuleFindings.findings;
import static dev.loombench.diagnose.RuleFindings.only;
import static dev.loombench.diagnose.SampleThreads.IDLE;
import static dev.loombench.diagnose.SampleThreads.PARK;
import static dev.loombench.diagnose.SampleThreads.PARKED;
import static dev.loombench.diagnose.SampleThreads.requestsIn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.SampleThreads;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.evidence.ThreadMoment;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.finding.Severity;
import dev.loombench.observe.threads.ListedThread;
import dev.loombench.observe.threads.PrintedStack;
import java.lang.Thread.State;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Requests that do not return beside free threads, and virtual threads in lists.
class StuckCallsTest {
    private static final String RUNNABLE = "RUNNABLE";
    private static final String TIMED = "TIMED_WAITING (parking)";

    /// The JVM counts a thread that waits for data as running.
    private static final String READ = "sun.nio.ch.Net.poll(java.base@25.0.4/Native Method)";

    private static final String CALL = "com.example.Partner.read(Partner.java:12)";

    /// Requests in one call at three moments, with a free thread.
    ///
    /// @param cpuMillis of each in the last 10 s
    private static ThreadHistory beside(String state, int count, double cpuMillis, String... top) {
        var print = requestsIn(state, count, 10, top) + IDLE;
        return Prints.history(print, print, requestsIn(state, count, 10 + cpuMillis, top) + IDLE);
    }

    @Test
    void requests_that_do_not_return_are_named_although_threads_are_free() {
        var finding = only(beside(RUNNABLE, 3, 1, READ, CALL));
        assertThat(finding.id()).isEqualTo(NoProgress.ID);
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.figures()).isEqualTo(new NoProgress.Figures(3, 4, 30));
        assertThat(finding.text().message()).contains("http-nio-8080-exec", CALL);
        assertThat(finding.frames()).containsExactly(CALL);
        assertThat(findings(beside(RUNNABLE, 2, 1, READ, CALL))).as("two").isEmpty();
        assertThat(findings(beside(RUNNABLE, 3, 1.01, READ, CALL))).as("they ran").isEmpty();
    }

    @Test
    void requests_that_wait_for_a_notification_are_named() {
        var wait = "java.lang.Object.wait0(java.base@25.0.4/Native Method)";
        assertThat(only(beside("WAITING (on object monitor)", 3, 0, wait, CALL)).id())
                .isEqualTo(NoProgress.ID);
    }

    /// What goes on in the same method by itself is no work for those that wait in it.
    @ParameterizedTest
    @CsvSource({"lambda$load$0, NOTE", "load, WARNING"})
    void a_task_of_the_method_in_which_threads_wait_is_noted(String method, Severity expected) {
        var get = "java.util.concurrent.CompletableFuture.get(C.java:1)";
        var load = "com.example.Nightly.load(Nightly.java:7)";
        var behind = "com.example.Nightly.%s(Nightly.java:9)".formatted(method);
        var waiting =
                IntStream.rangeClosed(1, 3)
                        .mapToObj(i -> Prints.thread("job" + i, 30 + i, 1, PARKED, PARK, get, load))
                        .toList();
        var prints =
                IntStream.range(0, 4)
                        .mapToObj(i ->
                                String.join("", waiting)
                                        + Prints.thread(
                                                "worker",
                                                40,
                                                1 + 900 * i,
                                                RUNNABLE,
                                                "com.example.Prices.sum(Prices.java:3)",
                                                behind))
                        .toArray(String[]::new);
        assertThat(findings(Prints.history(prints)))
                .filteredOn(finding -> finding.id().equals(NoProgress.ID))
                .singleElement()
                .satisfies(finding -> assertThat(finding.severity()).isEqualTo(expected));
    }

    /// Responses to long polling, streams of events, and slow clients.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "TIMED_WAITING (parking) | java.util.concurrent.locks.LockSupport.parkNanos(L.java:1)",
                "WAITING (parking) | java.util.concurrent.LinkedBlockingQueue.take(L.java:1)",
                "RUNNABLE | sun.nio.ch.NioSocketImpl.timedRead(java.base@25.0.4/NioSocketImpl.java:278)",
                "RUNNABLE | sun.nio.ch.SocketChannelImpl.timedRead(java.base@25.0.4/S.java:1)",
                "RUNNABLE | java.net.SocketInputStream.socketRead0(java.base@11.0.28/Native Method)",
                "RUNNABLE | org.apache.tomcat.util.net.NioChannel.write(NioChannel.java:1)"
            })
    void requests_that_wait_for_news_or_for_their_client_are_not_named(String state, String top) {
        assertThat(findings(beside(state, 3, 0, PARK, top, CALL))).isEmpty();
    }

    /// It waits for a day, and again, for as long as the tasks take.
    @ParameterizedTest
    @CsvSource({
        "java.util.concurrent.CountDownLatch.await, java.util.concurrent.ThreadPerTaskExecutor.close",
        "java.util.concurrent.ThreadPoolExecutor.awaitTermination, java.util.concurrent.ExecutorService.close"
    })
    void requests_that_wait_for_the_end_of_an_executor_are_named(String wait, String close) {
        var frames = new String[] {PARK, wait + "(A.java:1)", close + "(B.java:1)", CALL};
        var finding = only(beside(TIMED, 3, 0, frames));
        assertThat(finding.id()).isEqualTo(NoProgress.ID);
        assertThat(finding.frames()).containsExactly(CALL);
        frames[2] = "java.util.concurrent.Executors$Other.run(E.java:1)";
        assertThat(findings(beside(TIMED, 3, 0, frames))).as("for a limited time").isEmpty();
    }

    /// Three virtual threads in a list, with 10 s to the next one.
    ///
    /// @param results what each waits for
    private static ThreadMoment listed(int moment, State state, String... results) {
        return ThreadMoment.of(10_000_000_000L * moment, waiting(state, CALL, results), true);
    }

    /// @param caller of the call that waits
    private static List<ListedThread> waiting(State state, String caller, String... results) {
        var threads = new ArrayList<ListedThread>();
        for (var result : results) {
            threads.add(
                    new ListedThread(
                            71 + threads.size(),
                            "",
                            true,
                            Optional.of(state),
                            OptionalLong.empty(),
                            OptionalLong.empty(),
                            Optional.empty(),
                            new PrintedStack(
                                    List.of(
                                            "java.util.concurrent.CountDownLatch.await(C.java:1)",
                                            caller,
                                            CALL,
                                            "java.lang.VirtualThread.run(V.java:1)"),
                                    Optional.empty(),
                                    List.of(),
                                    Optional.of(result))));
        }
        return threads;
    }

    private static ThreadHistory lists(State state, String first, String last) {
        return new ThreadHistory(
                List.of(
                        listed(0, state, first, "b", "b"),
                        listed(1, state, first, "b", "b"),
                        listed(2, state, last, "b", "b")));
    }

    /// A list has no CPU times: in the same call each may have begun to wait again.
    @Test
    void virtual_threads_that_wait_for_one_result_in_three_lists_are_named() {
        var finding = only(lists(State.WAITING, "a", "a"));
        assertThat(finding.id()).isEqualTo(NoProgress.ID);
        assertThat(finding.figures()).isEqualTo(new NoProgress.Figures(3, 3, 30));
        assertThat(finding.text().message()).contains(" virtual ", CALL, "(CountDownLatch)");
        assertThat(finding.evidence()).hasSize(1);
        assertThat(finding.confidence()).isEqualTo(Confidence.MEDIUM);
        assertThat(findings(lists(State.WAITING, "a", "d"))).as("another result").isEmpty();
        assertThat(findings(lists(State.TIMED_WAITING, "a", "a"))).as("limited").isEmpty();
    }

    /// Each may send events to a client until that closes its connection.
    @Test
    void virtual_threads_that_wait_for_a_result_each_are_named_with_low_confidence() {
        var moments =
                IntStream.range(0, 3)
                        .mapToObj(i -> listed(i, State.WAITING, "a", "b", "c"))
                        .toList();
        assertThat(only(new ThreadHistory(moments)).confidence()).isEqualTo(Confidence.LOW);
    }

    /// A live service whose only platform thread waits, and its virtual threads in lists of all.
    ///
    /// @param lists moments at which all threads were listed
    private static ThreadHistory live(int lists, String caller) {
        var main = Prints.thread("main", 1, 1, PARKED, PARK, "com.example.Shop.main(Shop.java:5)");
        var listed =
                waiting(State.WAITING, caller, "a", "a", "a").stream()
                        .flatMap(thread -> LiveThread.of(thread).stream())
                        .toList();
        return new ThreadHistory(
                Prints.four(main).moments(), List.of(), Collections.nCopies(lists, listed));
    }

    @Test
    void virtual_threads_of_a_live_service_are_named_by_three_lists() {
        var finding = only(live(3, CALL));
        assertThat(finding.figures()).isEqualTo(new NoProgress.Figures(3, 3, 30));
        assertThat(finding.frames()).containsExactly(CALL);
        assertThat(findings(live(1, CALL))).isEmpty();
        assertThat(new SampleEvidence().printed(live(1, CALL)).evidence().unexamined())
                .containsKey("progress of virtual threads");
        assertThat(new SampleEvidence().printed(live(3, CALL)).evidence().unexamined())
                .doesNotContainKey("progress of virtual threads");
    }

    private static final String VIRTUAL_PARK =
            "java.lang.VirtualThread.park(VirtualThread.java:582)";
    private static final String TOMCAT =
            "org.apache.coyote.AbstractProtocol$ConnectionHandler.process(AbstractProtocol.java:903)";

    /// The virtual threads of a service in three lists of JDK 21, beside a platform thread that
    /// runs.
    ///
    /// @param top frames of each thread, above that of the application
    /// @param server the frame below it
    private static ThreadHistory listedOn21(int count, String server, String... top) {
        var frames = Stream.concat(Stream.of(top), Stream.of(CALL, server)).toList();
        var threads =
                IntStream.range(0, count)
                        .mapToObj(i ->
                                SampleThreads.listed(
                                        71 + i,
                                        new PrintedStack(frames, Optional.empty(), List.of())))
                        .toList();
        var main = Prints.thread("main", 1, 1, PARKED, PARK, "com.example.Shop.main(Shop.java:5)");
        return new ThreadHistory(
                Prints.four(main).moments(), List.of(), Collections.nCopies(3, threads));
    }

    /// A virtual thread of Tomcat serves one request, and has no CPU time of its own.
    @Test
    void requests_on_virtual_threads_that_do_not_return_are_named_by_three_lists() {
        var read = "sun.nio.ch.NioSocketImpl.implRead(NioSocketImpl.java:309)";
        var finding = only(listedOn21(3, TOMCAT, VIRTUAL_PARK, read));
        assertThat(finding.id()).isEqualTo(NoProgress.ID);
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.confidence()).as("as a stream of events").isEqualTo(Confidence.LOW);
        assertThat(finding.figures()).isEqualTo(new NoProgress.Figures(3, 3, 30));
        assertThat(finding.text().message()).contains("Tomcat", CALL);
        assertThat(finding.frames()).containsExactly(CALL);
        assertThat(findings(listedOn21(2, TOMCAT, VIRTUAL_PARK, read))).as("two").isEmpty();
    }

    /// Before JDK 25 a list does not show the object.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.util.concurrent.CountDownLatch.await(CountDownLatch.java:230)",
                "java.util.concurrent.locks.ReentrantLock.lock(ReentrantLock.java:322)"
            })
    void requests_on_virtual_threads_may_wait_for_what_a_list_does_not_show(String call) {
        assertThat(only(listedOn21(3, TOMCAT, VIRTUAL_PARK, call)).id()).isEqualTo(NoProgress.ID);
    }

    /// A client of HTTP/2 waits for a response so.
    @Test
    void requests_on_virtual_threads_may_wait_for_a_notification_of_a_library() {
        var finding =
                only(
                        listedOn21(
                                3,
                                TOMCAT,
                                VIRTUAL_PARK,
                                "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.await(A.java:1)",
                                "okhttp3.internal.http2.Http2Stream.waitForIo(Http2Stream.kt:1)"));
        assertThat(finding.id()).isEqualTo(NoProgress.ID);
    }

    @Test
    void requests_on_virtual_threads_may_wait_for_the_end_of_an_executor() {
        var finding =
                only(
                        listedOn21(
                                3,
                                TOMCAT,
                                "java.lang.VirtualThread.parkNanos(VirtualThread.java:631)",
                                "java.util.concurrent.CountDownLatch.await(CountDownLatch.java:276)",
                                "java.util.concurrent.ThreadPerTaskExecutor.close(T.java:1)"));
        assertThat(finding.id()).isEqualTo(NoProgress.ID);
        assertThat(finding.frames()).containsExactly(CALL);
    }

    /// For a limited time, for an element of a queue, for a permit, for their client, for a
    /// notification; and the threads of Helidon, which serve one request of a connection after the
    /// other.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "org.apache.coyote.A.b(A.java:1) | java.lang.VirtualThread.parkNanos(V.java:631)",
                "org.apache.coyote.A.b(A.java:1) | java.util.concurrent.LinkedBlockingQueue.take(L.java:435)",
                "org.apache.coyote.A.b(A.java:1) | java.util.concurrent.Semaphore.acquire(S.java:318)",
                "org.apache.coyote.A.b(A.java:1) | org.apache.tomcat.util.net.NioChannel.read(N.java:1)",
                "sun.net.httpserver.ServerImpl$Exchange.run(S.java:1) | sun.net.httpserver.FixedLengthInputStream.readImpl(F.java:1)",
                "org.apache.coyote.A.b(A.java:1) | java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.await(A.java:1)",
                "io.helidon.webserver.ConnectionHandler.run(C.java:1) | sun.nio.ch.NioSocketImpl.park(N.java:1)"
            })
    void other_waits_of_requests_on_virtual_threads_are_not_named(String server, String wait) {
        assertThat(findings(listedOn21(3, server, VIRTUAL_PARK, wait))).isEmpty();
    }

    /// As for those that serve a connection.
    @Test
    void virtual_threads_that_wait_for_the_end_of_others_are_not_named() {
        assertThat(findings(live(3, "java.lang.Thread.join(java.base@26/Thread.java:1)")))
                .isEmpty();
    }
}
