package dev.loombench.diagnose.rule.pool;

import static dev.loombench.diagnose.RuleFindings.figure;
import static dev.loombench.diagnose.SampleThreads.PARK;
import static dev.loombench.diagnose.SampleThreads.PARKED;
import static dev.loombench.diagnose.SampleThreads.SLEEP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.analysis.defect.KnownDefects;
import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.evidence.Part;
import dev.loombench.diagnose.evidence.PoolReading;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.finding.ServiceFinding.Setting;
import dev.loombench.diagnose.rule.Rules;
import dev.loombench.diagnose.rule.lock.NoProgress;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.Library;
import dev.loombench.observe.result.Observation.Pool;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.StackGroup;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Threads that wait for what others do, executors, and threads that become more.
class WaitingThreadsTest {
    private static final String LATCH =
            "java.util.concurrent.CountDownLatch.await(java.base@25.0.4/CountDownLatch.java:1)";
    private static final String WORKER =
            "java.util.concurrent.ThreadPoolExecutor.runWorker(java.base@25.0.4/ThreadPoolExecutor.java:1)";

    private static List<ServiceFinding> findings(SampleEvidence evidence) {
        return Rules.apply(evidence.evidence(), KnownDefects.load());
    }

    private static ServiceFinding only(ThreadHistory printed) {
        var findings = findings(new SampleEvidence().printed(printed));
        assertThat(findings).hasSize(1);
        return findings.getFirst();
    }

    private static List<ServiceFinding> findings(String print) {
        return findings(new SampleEvidence().printed(Prints.four(print)));
    }

    /// @param lines of the stack from the top
    private static String threads(String name, int count, String state, String... lines) {
        return IntStream.range(0, count)
                .mapToObj(i -> Prints.thread(name + i, 40 + i, 1, state, lines))
                .collect(Collectors.joining());
    }

    @Test
    void producers_whose_queue_nothing_empties_are_critical() {
        var finding =
                only(
                        Prints.four(
                                threads(
                                        "orders-",
                                        3,
                                        PARKED,
                                        PARK,
                                        "java.util.concurrent.ArrayBlockingQueue.put(java.base@25.0.4/ArrayBlockingQueue.java:1)",
                                        "Shop.log(Shop.java:7)")));
        assertThat(finding.id()).isEqualTo(FullQueue.ID);
        assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(figure(finding, "waiting")).isEqualTo(3);
        assertThat(figure(finding, "still")).isEqualTo(3);
        assertThat(finding.text().message())
                .contains("(ArrayBlockingQueue)", "Shop.log(Shop.java:7)");
    }

    @Test
    void producers_that_go_on_are_a_warning() {
        var moments =
                IntStream.range(0, 4)
                        .mapToObj(i ->
                                IntStream.range(0, 3)
                                        .mapToObj(t ->
                                                Prints.thread(
                                                        "orders-" + t,
                                                        40 + t,
                                                        10.0 * i,
                                                        PARKED,
                                                        PARK,
                                                        "com.lmax.disruptor.MultiProducerSequencer.next(MultiProducerSequencer.java:1)",
                                                        "Shop.log(Shop.java:7)"))
                                        .collect(Collectors.joining()))
                        .toArray(String[]::new);
        var finding = only(Prints.history(moments));
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.text().message()).contains("(MultiProducerSequencer)");
    }

    @Test
    void producers_of_kafka_wait_for_its_buffers() {
        var finding =
                only(
                        Prints.four(
                                threads(
                                        "orders-",
                                        3,
                                        "TIMED_WAITING (parking)",
                                        PARK,
                                        "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.await(java.base@25.0.4/A.java:1)",
                                        "org.apache.kafka.clients.producer.internals.BufferPool.allocate(BufferPool.java:1)",
                                        "Shop.send(Shop.java:7)")));
        assertThat(finding.id()).isEqualTo(FullQueue.ID);
        assertThat(finding.severity())
                .as("they wait for a limited time")
                .isEqualTo(Severity.WARNING);
        assertThat(figure(finding, "waiting")).isEqualTo(3);
        assertThat(finding.text().message()).contains("(BufferPool)");
    }

    /// A publisher by its slowest subscriber, and a pipe by what reads from it.
    @ParameterizedTest
    @CsvSource({
        "jdk.internal.misc.Unsafe.park, java.util.concurrent.SubmissionPublisher$BufferedSubscription.awaitSpace, java.util.concurrent.SubmissionPublisher.submit, SubmissionPublisher",
        "java.lang.Object.wait, java.io.PipedInputStream.awaitSpace, java.io.PipedOutputStream.write, PipedInputStream"
    })
    void producers_wait_for_space_in_a_buffer_of_the_jdk(
            String wait, String space, String put, String buffer) {
        var print =
                threads(
                        "orders-",
                        3,
                        "TIMED_WAITING (on object monitor)",
                        wait + "(W.java:1)",
                        space + "(B.java:1)",
                        put + "(B.java:2)",
                        "Shop.log(Shop.java:7)");
        var finding = only(Prints.four(print));
        assertThat(finding.id()).isEqualTo(FullQueue.ID);
        assertThat(figure(finding, "waiting")).isEqualTo(3);
        assertThat(finding.text().message())
                .contains("(%s)".formatted(buffer), "Shop.log(Shop.java:7)");
    }

    private static Part<ThreadDump> listed(int count, String... frames) {
        var group = new StackGroup(ThreadKind.VIRTUAL, "WAITING", count, List.of(frames));
        return Part.of(new ThreadDump("attach", 0, 20, 2, count, List.of(group)));
    }

    @Test
    void virtual_threads_that_wait_to_put_into_a_queue_are_named_by_the_list() {
        var park = "java.util.concurrent.locks.LockSupport.park(LockSupport.java:1)";
        var put = "java.util.concurrent.ArrayBlockingQueue.put(ArrayBlockingQueue.java:1)";
        var log = "Shop.log(Shop.java:7)";
        assertThat(findings(new SampleEvidence().threads(listed(9, park, put, log)))).isEmpty();
        var findings = findings(new SampleEvidence().threads(listed(10, park, put, log)));
        assertThat(findings).extracting(ServiceFinding::id).containsExactly(FullQueue.ID);
        assertThat(findings.getFirst().figures()).isEqualTo(new FullQueue.Listed(10));
        assertThat(findings.getFirst().text().message())
                .contains("(ArrayBlockingQueue)", "Shop.log(Shop.java:7)");
        var lock = "java.util.concurrent.locks.ReentrantLock.lockInterruptibly(R.java:1)";
        assertThat(findings(new SampleEvidence().threads(listed(10, park, lock, put, log))))
                .as("for the lock of a queue that has room")
                .isEmpty();
        assertThat(findings(new SampleEvidence().threads(listed(10, put, log))))
                .as("they run")
                .isEmpty();
    }

    /// They run, or wait for the lock of a queue that has room; a map is none.
    @Test
    void threads_that_put_into_a_queue_without_a_wait_are_no_producers() {
        var put =
                "java.util.concurrent.LinkedBlockingQueue.put(java.base@25.0.4/LinkedBlockingQueue.java:1)";
        var log = "Shop.log(Shop.java:7)";
        assertThat(findings(threads("orders-", 3, "RUNNABLE", put, log))).isEmpty();
        assertThat(findings(threads("orders-", 3, PARKED, PARK, put, log)))
                .extracting(ServiceFinding::id)
                .containsExactly(FullQueue.ID);
        var map =
                "java.util.concurrent.ConcurrentHashMap.put(java.base@25.0.4/ConcurrentHashMap.java:1)";
        assertThat(findings(threads("orders-", 3, PARKED, PARK, map, log))).isEmpty();
        var lock =
                "- parking to wait for  <0xa0> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)";
        assertThat(findings(threads("orders-", 3, PARKED, PARK, lock, put, log)))
                .extracting(ServiceFinding::id)
                .doesNotContain(FullQueue.ID);
    }

    @Test
    void consumers_of_an_empty_queue_have_nothing_to_do() {
        assertThat(
                        findings(
                                threads(
                                        "orders-",
                                        8,
                                        PARKED,
                                        PARK,
                                        "java.util.concurrent.ArrayBlockingQueue.take(java.base@25.0.4/ArrayBlockingQueue.java:1)",
                                        "Shop.consume(Shop.java:7)")))
                .isEmpty();
    }

    @Test
    void three_threads_that_wait_for_a_latch_are_named_and_one_is_not() {
        var finding =
                only(
                        Prints.four(
                                threads(
                                        "orders-",
                                        3,
                                        PARKED,
                                        PARK,
                                        LATCH,
                                        "Shop.order(Shop.java:7)")));
        assertThat(finding.id()).isEqualTo(NoProgress.ID);
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(figure(finding, "threads")).isEqualTo(3);
        assertThat(figure(finding, "seconds")).isEqualTo(30);
        assertThat(finding.text().message())
                .contains("Shop.order(Shop.java:7)", "(CountDownLatch)");
        assertThat(findings(threads("main", 1, PARKED, PARK, LATCH, "Shop.main(Shop.java:7)")))
                .isEmpty();
    }

    /// As `while (!stop.await(1, MINUTES)) work();` does.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.util.concurrent.CountDownLatch.await",
                "java.util.concurrent.CyclicBarrier.await",
                "java.util.concurrent.Phaser.awaitAdvanceInterruptibly",
                "java.util.concurrent.Exchanger.exchange",
                "java.lang.Thread.join",
                "java.lang.ProcessImpl.waitFor"
            })
    void threads_that_wait_for_a_signal_for_a_limited_time_may_do_so_again(String call) {
        var frame = call + "(java.base@25.0.4/A.java:1)";
        var timed = threads("poller-", 3, "TIMED_WAITING (parking)", PARK, frame, "Shop.poll(S:7)");
        assertThat(findings(timed)).isEmpty();
        var untimed = threads("poller-", 3, PARKED, PARK, frame, "Shop.poll(S:7)");
        assertThat(findings(untimed)).extracting(ServiceFinding::id).containsExactly(NoProgress.ID);
    }

    @Test
    void threads_that_wait_for_a_future_for_a_limited_time_are_named_without_for_ever() {
        var get = "java.util.concurrent.CompletableFuture.get(java.base@25.0.4/C.java:1)";
        var finding =
                only(
                        Prints.four(
                                threads(
                                        "orders-",
                                        3,
                                        "TIMED_WAITING (parking)",
                                        PARK,
                                        get,
                                        "Shop.order(Shop.java:7)")));
        assertThat(finding.id()).isEqualTo(NoProgress.ID);
        assertThat(finding.text().impact())
                .isEqualTo("what they do stands still until that comes or their time is over");
    }

    @Test
    void a_finalizer_in_a_call_of_the_application_is_named() {
        var finding =
                only(
                        Prints.four(
                                Prints.thread(
                                        "Finalizer",
                                        11,
                                        1,
                                        PARKED,
                                        PARK,
                                        LATCH,
                                        "Shop.finalize(Shop.java:7)")));
        assertThat(figure(finding, "threads")).isEqualTo(1);
        assertThat(figure(finding, "seconds")).isEqualTo(30);
        assertThat(finding.text().message())
                .contains("\"Finalizer\"", "Shop.finalize(Shop.java:7)");
    }

    /// Its threads did nothing for 30 s.
    @Test
    void unread_requests_of_an_idle_service_are_named() {
        var print = Prints.thread("main", 1, 1, PARKED, PARK, LATCH, "Shop.main(Shop.java:7)");
        var connections = Optional.of(Prints.connections(20, 20, 0));
        var finding = only(Prints.history(connections, print, print, print, print));
        assertThat(figure(finding, "threads")).isZero();
        assertThat(figure(finding, "affected")).isEqualTo(20);
        assertThat(figure(finding, "seconds")).isEqualTo(30);
    }

    @Test
    void an_event_loop_that_waits_for_a_result_is_named_with_the_call() {
        var finding =
                only(
                        Prints.four(
                                Prints.thread(
                                        "vert.x-eventloop-thread-0",
                                        11,
                                        1,
                                        "TIMED_WAITING (sleeping)",
                                        SLEEP,
                                        "Shop.handle(Shop.java:7)",
                                        "io.netty.channel.nio.NioEventLoop.run(NioEventLoop.java:1)")));
        assertThat(finding.id()).isEqualTo(EventLoopBlocked.ID);
        assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(finding.frames()).containsExactly("Shop.handle(Shop.java:7)");
    }

    @Test
    void an_event_loop_that_waits_for_events_is_healthy() {
        assertThat(
                        findings(
                                Prints.thread(
                                        "vert.x-eventloop-thread-0",
                                        11,
                                        1,
                                        "RUNNABLE",
                                        "sun.nio.ch.EPoll.wait(java.base@25.0.4/Native Method)",
                                        "sun.nio.ch.SelectorImpl.select(java.base@25.0.4/SelectorImpl.java:1)",
                                        "io.netty.channel.nio.NioEventLoop.run(NioEventLoop.java:1)")))
                .isEmpty();
    }

    private static String loop(String state, String... lines) {
        return Prints.thread("vert.x-eventloop-thread-0", 11, 1, state, lines);
    }

    @Test
    void an_event_loop_that_waits_in_a_queue_for_the_application_is_named() {
        var take = "java.util.concurrent.LinkedBlockingQueue.take(java.base@25.0.4/L.java:1)";
        var run = "io.netty.channel.nio.NioEventLoop.run(NioEventLoop.java:1)";
        var finding = only(Prints.four(loop(PARKED, PARK, take, "Shop.handle(Shop.java:7)", run)));
        assertThat(finding.id()).isEqualTo(EventLoopBlocked.ID);
        assertThat(finding.frames()).containsExactly("Shop.handle(Shop.java:7)");
        assertThat(findings(loop(PARKED, PARK, take, run))).as("for a task").isEmpty();
        assertThat(findings(loop(PARKED, PARK, take, "Shop.consume(Shop.java:7)")))
                .as("no event loop")
                .isEmpty();
    }

    /// Netty has it for handlers that wait.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "io.netty.util.concurrent.DefaultEventExecutor.run(DefaultEventExecutor.java:66)",
                "io.netty.channel.DefaultEventLoop.run(DefaultEventLoop.java:54)"
            })
    void a_pool_for_handlers_that_wait_is_no_event_loop(String run) {
        assertThat(
                        findings(
                                Prints.thread(
                                        "defaultEventExecutorGroup-4-1",
                                        11,
                                        1,
                                        "TIMED_WAITING (sleeping)",
                                        SLEEP,
                                        "Shop.handle(Shop.java:7)",
                                        "io.netty.channel.AbstractChannelHandlerContext.invokeChannelRead(A.java:442)",
                                        run,
                                        "io.netty.util.concurrent.SingleThreadEventExecutor$4.run(S.java:997)")))
                .isEmpty();
    }

    /// 20 executors of a thread each, then 50.
    @Test
    void an_executor_per_task_is_named_and_a_pool_that_grows_is_not() {
        var finding = only(growth("pool-%d-thread-1"));
        assertThat(finding.figures()).isEqualTo(new ThreadGrowth.Figures(20, 50));
        assertThat(finding.text().message()).contains("pool-#-thread-#");
        assertThat(findings(new SampleEvidence().printed(growth("pool-1-thread-%d")))).isEmpty();
    }

    /// 20 threads, then 120, all but some in one call.
    @ParameterizedTest
    @CsvSource({
        "pool-1-thread-, 100, 60, 1",
        "pool-1-thread-, 99, 60, 0",
        "pool-1-thread-, 100, 61, 0",
        "http-nio-8080-exec-, 100, 0, 0"
    })
    void a_pool_that_grows_without_end_in_one_call_is_named(
            String name, int more, int idle, int expected) {
        var moments =
                IntStream.rangeClosed(0, 3)
                        .mapToObj(i -> growing(name, 20 + more * i / 3, Math.min(idle, 21 * i), i))
                        .toArray(String[]::new);
        var findings = findings(new SampleEvidence().printed(Prints.history(moments)));
        assertThat(findings).hasSize(expected);
        assertThat(findings)
                .allSatisfy(finding -> {
                    assertThat(finding.id()).isEqualTo(ThreadGrowth.ID);
                    assertThat(finding.evidence())
                            .singleElement()
                            .asString()
                            .contains("60 of 120");
                    assertThat(finding.frames()).containsExactly("Shop.call(Shop.java:7)");
                });
    }

    @ParameterizedTest
    @CsvSource({"200, 0", "2147483647, 1"})
    void a_pool_that_grows_to_a_limit_that_is_known_is_not_named(int capacity, int expected) {
        var pool =
                new Pool(
                        "attach",
                        0,
                        "executor",
                        "pool-1-thread",
                        capacity,
                        OptionalLong.of(120),
                        OptionalLong.of(0));
        var moments =
                IntStream.rangeClosed(0, 3)
                        .mapToObj(i -> growing("pool-1-thread-", 20 + 100 * i / 3, 0, i))
                        .toArray(String[]::new);
        var evidence =
                new SampleEvidence()
                        .printed(Prints.history(moments))
                        .executors(List.of(new PoolReading(List.of(pool), OptionalDouble.empty())));
        assertThat(findings(evidence).stream().filter(f -> f.id().equals(ThreadGrowth.ID)))
                .hasSize(expected);
    }

    /// @param idle of them
    private static String growing(String name, int count, int idle, int moment) {
        return IntStream.range(0, count)
                .mapToObj(i ->
                        Prints.thread(
                                name + i,
                                40 + i,
                                10.0 * moment,
                                PARKED,
                                PARK,
                                i < idle
                                        ? "java.util.concurrent.ThreadPoolExecutor.getTask(java.base@25.0.4/ThreadPoolExecutor.java:1)"
                                        : "Shop.call(Shop.java:7)",
                                WORKER))
                .collect(Collectors.joining());
    }

    private static ThreadHistory growth(String name) {
        return Prints.history(idle(name, 20), idle(name, 30), idle(name, 40), idle(name, 50));
    }

    private static String idle(String name, int count) {
        return IntStream.range(0, count)
                .mapToObj(i ->
                        Prints.thread(
                                name.formatted(i),
                                40 + i,
                                1,
                                PARKED,
                                PARK,
                                "java.util.concurrent.ThreadPoolExecutor.getTask(java.base@25.0.4/ThreadPoolExecutor.java:1)",
                                WORKER))
                .collect(Collectors.joining());
    }

    private static PoolReading executor(int readings, long inUse, long waiting) {
        return executor(readings, inUse, waiting, 80);
    }

    private static PoolReading executor(int readings, long inUse, long waiting, double perSecond) {
        return new PoolReading(
                Collections.nCopies(
                        readings,
                        new Pool(
                                "attach",
                                0,
                                "executor",
                                "orders",
                                4,
                                OptionalLong.of(inUse),
                                OptionalLong.of(waiting))),
                OptionalDouble.of(perSecond));
    }

    /// Four threads end 80 tasks per second: S = 4 / 80 s.
    @Test
    void an_executor_with_a_queue_is_named_with_what_it_allows() {
        var findings = findings(new SampleEvidence().executors(List.of(executor(4, 4, 12))));
        assertThat(findings).hasSize(1);
        assertThat(findings.getFirst().figures())
                .isEqualTo(
                        new PoolExhausted.Figures(
                                4, 12, 1, OptionalDouble.of(0.05), OptionalDouble.of(80)));
        assertThat(findings.getFirst().text().message()).contains("orders");
    }

    /// Those that the framework creates; 4 threads, and 12 tasks that wait.
    @ParameterizedTest
    @CsvSource({
        "spring-boot, task, spring.task.execution.pool.core-size",
        "spring-boot, scheduling, spring.task.scheduling.pool.size",
        "micronaut-inject, scheduled-executor-thread, micronaut.executors.scheduled.core-pool-size"
    })
    void an_executor_of_a_framework_has_a_property_for_its_threads(
            String jar, String name, String property) {
        var pool =
                new Pool("attach", 0, "executor", name, 4, OptionalLong.of(4), OptionalLong.of(12));
        var reading = new PoolReading(Collections.nCopies(4, pool), OptionalDouble.empty());
        var sample = new SampleEvidence().executors(List.of(reading));
        assertThat(findings(sample).getFirst().setting()).isEmpty();
        var finding =
                findings(sample.libraries(new Library(jar, "4.1.1"))).stream()
                        .filter(f -> f.id().equals(PoolExhausted.ID))
                        .findFirst()
                        .orElseThrow();
        assertThat(finding.setting()).contains(new Setting(property, 4, 16));
        assertThat(finding.text().remedy()).contains(property);
    }

    @Test
    void an_executor_with_a_free_thread_or_two_waiting_tasks_is_healthy() {
        assertThat(findings(new SampleEvidence().executors(List.of(executor(4, 3, 12))))).isEmpty();
        assertThat(findings(new SampleEvidence().executors(List.of(executor(4, 4, 2))))).isEmpty();
    }

    @Test
    void tasks_that_wait_for_a_task_behind_them_make_no_progress() {
        var print =
                threads(
                        "orders-",
                        4,
                        PARKED,
                        PARK,
                        "java.util.concurrent.FutureTask.get(java.base@25.0.4/FutureTask.java:1)",
                        "Shop.order(Shop.java:7)",
                        WORKER);
        var findings =
                findings(
                        new SampleEvidence()
                                .printed(Prints.four(print))
                                .executors(List.of(executor(4, 4, 4))));
        assertThat(findings)
                .extracting(ServiceFinding::id)
                .containsExactly(NoProgress.ID, PoolExhausted.ID);
        assertThat(findings.getFirst().evidence())
                .contains(
                        "4 of 4 threads wait for other threads (FutureTask), and for which ones is not known");
        assertThat(findings.getFirst().text().remedy())
                .startsWith("where they wait for tasks in the queue of this executor");
    }

    /// All threads of an executor wait for a response, the end of a process or of a thread, while
    /// tasks are in its queue: another executor would help none of them.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.lang.ProcessImpl.waitFor",
                "java.lang.Thread.join",
                "java.util.concurrent.CompletableFuture.get"
            })
    void what_is_no_task_of_the_queue_needs_a_limit_of_time(String call) {
        var print =
                threads(
                        "orders-",
                        4,
                        PARKED,
                        PARK,
                        call + "(java.base@25.0.4/A.java:1)",
                        call.contains("Future")
                                ? "jdk.internal.net.http.HttpClientImpl.send(java.net.http@25.0.4/H.java:1)"
                                : "Shop.run(Shop.java:9)",
                        "Shop.order(Shop.java:7)",
                        WORKER);
        var findings =
                findings(
                        new SampleEvidence()
                                .printed(Prints.four(print))
                                .executors(List.of(executor(4, 4, 4))));
        assertThat(findings).extracting(ServiceFinding::id).contains(NoProgress.ID);
        assertThat(findings.getFirst().text().remedy()).startsWith("set a time limit of the call");
    }

    /// The queue of an executor is not in a thread dump.
    @Test
    void threads_that_are_all_of_an_executor_may_wait_for_tasks_in_its_queue() {
        var get = "java.util.concurrent.CompletableFuture.get(java.base@25.0.4/C.java:1)";
        var waiting = threads("orders-", 3, PARKED, PARK, get, "Shop.order(S:7)", WORKER);
        var finding = only(Prints.four(waiting));
        assertThat(finding.id()).isEqualTo(NoProgress.ID);
        assertThat(finding.evidence())
                .contains(
                        "they are all 3 threads of executor orders: what is in its queue does not begin meanwhile");
        var free =
                Prints.thread(
                        "orders-3",
                        49,
                        1,
                        PARKED,
                        PARK,
                        "java.util.concurrent.ThreadPoolExecutor.getTask(T.java:1)",
                        WORKER);
        assertThat(only(Prints.four(waiting + free)).evidence()).hasSize(1);
    }
}
