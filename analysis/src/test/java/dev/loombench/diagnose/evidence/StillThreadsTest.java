package dev.loombench.diagnose.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.SampleThreads;
import dev.loombench.observe.threads.PrintedStack;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Three threads at three moments over 30 s.
class StillThreadsTest {
    private static final String READ = "sun.nio.ch.Net.poll(java.base@25.0.4/Native Method)";
    private static final String CALL = "com.example.Load.row(Load.java:12)";
    private static final String RUN_WORKER =
            "java.util.concurrent.ThreadPoolExecutor.runWorker(java.base@25.0.4/T.java:1090)";

    private static final String LISTED =
            "sun.nio.ch.NioSocketImpl.implRead(java.base@21.0.8/NioSocketImpl.java:309)";
    private static final String RUN = "java.lang.VirtualThread.run(VirtualThread.java:309)";

    private static Map<String, String> unseen(ThreadHistory history, int seconds) {
        var evidence = new SampleEvidence().printed(history).evidence();
        return StillThreads.unseen(
                evidence.with(Part.of(history), Duration.ofSeconds(seconds), Optional.empty()));
    }

    private static Map<String, String> unseen(String print) {
        return unseen(Prints.history(print, print, print), 30);
    }

    private static String threads(int count, String state, String... frames) {
        return threads(count, 1, state, frames);
    }

    private static String threads(int count, double cpuMillis, String state, String... frames) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> Prints.thread("load-" + i, 30 + i, cpuMillis, state, frames))
                .collect(Collectors.joining());
    }

    private static String tasks(int count, String state) {
        return threads(count, state, READ, CALL, RUN_WORKER);
    }

    @Test
    void an_executor_all_of_whose_threads_stand_still_may_hang() {
        assertThat(unseen(tasks(3, "RUNNABLE")))
                .containsExactly(
                        Map.entry(
                                "progress of load",
                                "3 threads did not run, in calls such as com.example.Load.row:"
                                        + " a call that hangs, one that takes long and one that waits for"
                                        + " messages look the same; --for 5m, or later thread dumps, show"
                                        + " which return"));
        assertThat(unseen(tasks(1, "WAITING (parking)")).get("progress of load"))
                .startsWith("1 thread did not run");
    }

    /// No rule names the tasks of this scheduled executor.
    @Test
    void a_task_of_an_elastic_pool_or_one_that_awaits_news_may_hang() {
        var task =
                "java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask.run(S.java:304)";
        assertThat(unseen(single("boundedElastic-1", 31, READ, CALL, task, RUN_WORKER)))
                .containsOnlyKeys("progress of boundedElastic");
        assertThat(unseen(single("scheduling-1", 31, READ, CALL, task, RUN_WORKER))).isEmpty();
        var watch = "com.example.ConfigWatch.run(ConfigWatch.java:9)";
        assertThat(unseen(single("scheduling-1", 31, READ, CALL, watch, task, RUN_WORKER)))
                .as("for news")
                .containsOnlyKeys("progress of scheduling");
        assertThat(
                        unseen(
                                Prints.thread(
                                                "jobs-1",
                                                31,
                                                1,
                                                "RUNNABLE",
                                                READ,
                                                CALL,
                                                task,
                                                RUN_WORKER)
                                        + Prints.thread(
                                                "jobs-2",
                                                32,
                                                1,
                                                "RUNNABLE",
                                                READ,
                                                CALL,
                                                RUN_WORKER)))
                .as("beside another task")
                .containsOnlyKeys("progress of jobs");
    }

    @Test
    void it_is_said_where_the_rest_is_said() {
        var print = tasks(3, "RUNNABLE");
        var evidence = new SampleEvidence().printed(Prints.history(print, print, print)).evidence();
        assertThat(evidence.missing()).containsKey("progress of load");
        assertThat(evidence.unexamined()).containsKey("progress of load");
    }

    @ParameterizedTest
    @CsvSource({"10, 1", "9, 0"})
    void a_call_may_take_some_seconds(int seconds, int unseen) {
        var print = tasks(3, "RUNNABLE");
        assertThat(unseen(Prints.history(print, print, print), seconds)).hasSize(unseen);
    }

    @Test
    void threads_that_have_run_or_wait_for_a_time_do_not_hang() {
        var later = threads(3, 3, "RUNNABLE", READ, CALL, RUN_WORKER);
        var first = tasks(3, "RUNNABLE");
        assertThat(unseen(Prints.history(first, first, later), 30)).isEmpty();
        assertThat(unseen(tasks(3, "TIMED_WAITING (parking)"))).isEmpty();
        var timed = "sun.nio.ch.NioSocketImpl.timedRead(java.base@25.0.4/NioSocketImpl.java:278)";
        assertThat(unseen(threads(3, "RUNNABLE", READ, timed, CALL, RUN_WORKER))).isEmpty();
    }

    @Test
    void an_executor_with_a_free_thread_or_a_consumer_takes_tasks() {
        var free =
                Prints.thread(
                        "load-9",
                        39,
                        1,
                        "WAITING (parking)",
                        "java.util.concurrent.ThreadPoolExecutor.getTask(java.base@25.0.4/T.java:1)",
                        RUN_WORKER);
        assertThat(unseen(tasks(3, "RUNNABLE") + free)).isEmpty();
        var take = "java.util.concurrent.ArrayBlockingQueue.take(java.base@25.0.4/A.java:1)";
        assertThat(unseen(threads(3, "WAITING (parking)", take, CALL, RUN_WORKER))).isEmpty();
    }

    /// Others may wait for work in a way of their own.
    @Test
    void threads_without_an_executor_may_hang_in_calls_of_the_system() {
        assertThat(unseen(threads(3, "RUNNABLE", READ, CALL))).containsKey("progress of load");
        assertThat(unseen(threads(2, "RUNNABLE", READ, CALL))).isEmpty();
        var wait = "java.lang.Object.wait0(java.base@25.0.4/Native Method)";
        assertThat(unseen(threads(3, "WAITING (on object monitor)", wait, CALL))).isEmpty();
    }

    /// An executor of which each thread waits for a result, in the call of a line.
    private static String results(int... lines) {
        return IntStream.rangeClosed(1, lines.length)
                .mapToObj(i ->
                        Prints.thread(
                                "load-" + i,
                                30 + i,
                                1,
                                "WAITING (parking)",
                                "jdk.internal.misc.Unsafe.park(java.base@25.0.4/Native Method)",
                                "- parking to wait for  <0xa%d> (a java.util.concurrent.CompletableFuture$Signaller)"
                                        .formatted(i),
                                "java.util.concurrent.CompletableFuture.join(java.base@25.0.4/C.java:1)",
                                "com.example.Load.row(Load.java:%d)".formatted(lines[i - 1]),
                                RUN_WORKER))
                .collect(Collectors.joining());
    }

    /// A rule names those in one call.
    @Test
    void an_executor_that_waits_for_results_in_several_calls_may_hang() {
        assertThat(unseen(results(12, 13, 14))).containsKey("progress of load");
        assertThat(unseen(results(12, 12, 12))).isEmpty();
    }

    private static String single(String name, int number, String... frames) {
        return Prints.thread(name, number, 1, "RUNNABLE", frames);
    }

    /// As the main thread of a batch job, or a consumer of its own.
    @Test
    void a_thread_that_reads_from_a_socket_in_code_of_its_own_may_hang() {
        String[] reads = {
            READ,
            "sun.nio.ch.NioSocketImpl.implRead(java.base@25.0.4/NioSocketImpl.java:309)",
            "org.postgresql.core.PGStream.receiveChar(PGStream.java:1)",
            CALL
        };
        assertThat(unseen(single("main", 1, reads) + single("Thread-7", 31, reads)))
                .containsOnlyKeys("progress of threads in com.example.Load.row");
        reads[3] = "org.postgresql.util.Reader.run(Reader.java:1)";
        assertThat(unseen(single("reader", 31, reads))).as("of a library").isEmpty();
        reads[1] = "sun.nio.ch.DatagramChannelImpl.receive(java.base@25.0.4/D.java:1)";
        reads[3] = CALL;
        assertThat(unseen(single("reader", 31, reads))).as("datagrams").isEmpty();
        var input = "java.io.FileInputStream.readBytes(java.base@25.0.4/Native Method)";
        assertThat(unseen(single("main", 1, input, CALL))).as("of a file").isEmpty();
    }

    /// Virtual threads that read from a socket at three moments, in the lists of an early JDK.
    ///
    /// @param last frame above that of the application in the last list
    private static Map<String, String> listed(int count, String park, String last, String root) {
        return listed(
                Stream.of(LISTED, LISTED, last)
                        .map(top -> threads(count, List.of(park, top, CALL, root)))
                        .toList());
    }

    private static List<LiveThread> threads(int count, List<String> frames) {
        var stack = new PrintedStack(frames, Optional.empty(), List.of());
        return IntStream.range(0, count)
                .mapToObj(i -> SampleThreads.listed(71 + i, stack))
                .toList();
    }

    private static Map<String, String> listed(List<List<LiveThread>> lists) {
        var main = Prints.thread("main", 1, 1, "RUNNABLE", "com.example.Shop.main(Shop.java:5)");
        return unseen(new ThreadHistory(Prints.four(main).moments(), List.of(), lists), 30);
    }

    /// A thread that serves a connection may read from it again.
    @ParameterizedTest
    @CsvSource({
        "3, java.lang.VirtualThread.park(VirtualThread.java:582), true",
        "2, java.lang.VirtualThread.park(VirtualThread.java:582), false",
        "3, java.lang.VirtualThread.parkNanos(VirtualThread.java:631), false",
        "3, com.example.Load.sum(Load.java:40), false"
    })
    void virtual_threads_that_wait_alike_in_three_lists_may_hang(
            int count, String park, boolean unseen) {
        assertThat(listed(count, park, LISTED, RUN).keySet())
                .isEqualTo(
                        unseen
                                ? Set.of("progress of virtual threads in com.example.Load.row")
                                : Set.of());
    }

    /// As that of Spring's tasks with a fixed delay: all of them wait for it.
    @Test
    void a_virtual_thread_that_runs_the_tasks_of_a_scheduler_may_hang() {
        var park = "java.lang.VirtualThread.park(VirtualThread.java:582)";
        var task =
                "java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask.run(S.java:304)";
        assertThat(listed(1, park, LISTED, task))
                .containsOnlyKeys("progress of virtual threads in com.example.Load.row");
    }

    /// A virtual thread of JDK 21 has eight frames above the call.
    @Test
    void virtual_threads_that_take_from_a_queue_await_an_event() {
        var frames =
                List.of(
                        "java.lang.VirtualThread.park(VirtualThread.java:582)",
                        "java.lang.System$2.parkVirtualThread(System.java:2639)",
                        "jdk.internal.misc.VirtualThreads.park(VirtualThreads.java:54)",
                        "java.util.concurrent.locks.LockSupport.park(LockSupport.java:369)",
                        "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionNode.block(A.java:1)",
                        "java.util.concurrent.ForkJoinPool.unmanagedBlock(ForkJoinPool.java:3780)",
                        "java.util.concurrent.ForkJoinPool.managedBlock(ForkJoinPool.java:3725)",
                        "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.await(A.java:1)",
                        "java.util.concurrent.LinkedBlockingQueue.take(LinkedBlockingQueue.java:435)",
                        CALL,
                        RUN);
        assertThat(listed(Collections.nCopies(3, threads(3, frames)))).isEmpty();
    }

    /// A virtual thread of JDK 25 has ten frames above this one.
    @Test
    void virtual_threads_that_take_what_is_handed_over_await_an_event() {
        var frames =
                List.of(
                        "java.lang.VirtualThread.park(VirtualThread.java:738)",
                        "java.lang.System$1.parkVirtualThread(System.java:2284)",
                        "jdk.internal.misc.VirtualThreads.park(VirtualThreads.java:54)",
                        "java.util.concurrent.locks.LockSupport.park(LockSupport.java:369)",
                        "java.util.concurrent.LinkedTransferQueue$DualNode.block(L.java:1)",
                        "java.util.concurrent.ForkJoinPool.unmanagedBlock(ForkJoinPool.java:4190)",
                        "java.util.concurrent.ForkJoinPool.managedBlock(ForkJoinPool.java:4142)",
                        "java.util.concurrent.LinkedTransferQueue$DualNode.await(L.java:1)",
                        "java.util.concurrent.SynchronousQueue$Transferer.xferLifo(S.java:1)",
                        "java.util.concurrent.SynchronousQueue.xfer(S.java:1)",
                        "java.util.concurrent.SynchronousQueue.take(SynchronousQueue.java:470)",
                        CALL,
                        RUN);
        assertThat(listed(Collections.nCopies(3, threads(3, frames)))).isEmpty();
    }

    @Test
    void virtual_threads_that_moved_on_or_serve_a_request_each_are_not_named() {
        var park = "java.lang.VirtualThread.park(VirtualThread.java:582)";
        var other = LISTED.replace("309", "310");
        assertThat(listed(3, park, other, RUN)).isEmpty();
        assertThat(listed(3, park, LISTED, "org.apache.coyote.AbstractProtocol.process(A.java:1)"))
                .as("a finding")
                .isEmpty();
        assertThat(listed(3, park, LISTED, "io.helidon.webserver.ConnectionHandler.run(C.java:1)"))
                .as("a thread serves a connection")
                .containsOnlyKeys("progress of virtual threads in com.example.Load.row");
    }

    private static String request(int number, String state, String... top) {
        var frames =
                Stream.concat(
                                Stream.of(top),
                                Stream.of(
                                        CALL,
                                        "org.apache.coyote.AbstractProtocol$ConnectionHandler.process(A.java:1)"))
                        .toArray(String[]::new);
        return Prints.thread("http-nio-8080-exec-" + number, 30 + number, 1, state, frames);
    }

    /// A rule names three in one call.
    @Test
    void one_or_two_requests_in_a_call_may_hang() {
        var one = request(1, "RUNNABLE", READ) + SampleThreads.IDLE;
        assertThat(unseen(one)).containsOnlyKeys("progress of threads in com.example.Load.row");
        var three = one + request(2, "RUNNABLE", READ) + request(3, "RUNNABLE", READ);
        assertThat(unseen(three)).isEmpty();
        assertThat(unseen(request(1, "RUNNABLE", READ))).as("their pool is named").isEmpty();
        var take = "java.util.concurrent.ArrayBlockingQueue.take(java.base@25.0.4/A.java:1)";
        assertThat(unseen(request(1, "WAITING (parking)", take) + SampleThreads.IDLE))
                .as("a stream of events")
                .isEmpty();
    }

    /// As a stream of events, or a request that missed it.
    @Test
    void virtual_threads_that_await_a_notification_within_requests_may_hang() {
        var stack =
                new PrintedStack(
                        List.of(
                                "java.lang.Object.wait0(java.base@25.0.4/Native Method)",
                                "java.lang.Object.wait(java.base@25.0.4/Object.java:389)",
                                CALL,
                                "sun.net.httpserver.ServerImpl$Exchange.run(S.java:1)",
                                RUN),
                        Optional.empty(),
                        List.of());
        var threads =
                IntStream.range(0, 3)
                        .mapToObj(i ->
                                new LiveThread(
                                        "",
                                        71 + i,
                                        true,
                                        Optional.of(Thread.State.WAITING),
                                        OptionalLong.empty(),
                                        stack))
                        .toList();
        assertThat(listed(Collections.nCopies(3, threads)))
                .containsOnlyKeys("progress of virtual threads in com.example.Load.row");
    }

    /// A response that its thread waits to be notified of, or a stream of events.
    @Test
    void requests_on_virtual_threads_that_wait_for_a_notification_may_hang() {
        var park = "java.lang.VirtualThread.park(VirtualThread.java:582)";
        var await =
                "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.await(A.java:1)";
        var frames =
                List.of(park, await, CALL, "org.apache.coyote.AbstractProtocol.process(A.java:1)");
        assertThat(listed(Collections.nCopies(3, threads(3, frames))))
                .containsOnlyKeys("progress of virtual threads in com.example.Load.row");
    }

    @Test
    void a_listener_of_messages_that_stands_still_may_hang() {
        var listener =
                "org.springframework.kafka.listener.KafkaMessageListenerContainer$ListenerConsumer.run(K.java:1)";
        var name = "org.springframework.kafka.KafkaListenerEndpointContainer#0-0-C-1";
        var wait = "java.util.concurrent.CountDownLatch.await(java.base@25.0.4/C.java:1)";
        assertThat(unseen(Prints.thread(name, 31, 1, "WAITING (parking)", wait, CALL, listener)))
                .containsOnlyKeys("progress of threads in com.example.Load.row");
        var poll = "org.apache.kafka.clients.consumer.KafkaConsumer.poll(KafkaConsumer.java:1)";
        var select = "sun.nio.ch.SelectorImpl.select(java.base@25.0.4/SelectorImpl.java:1)";
        assertThat(unseen(single(name, 31, select, poll, listener))).as("idle").isEmpty();
    }
}
