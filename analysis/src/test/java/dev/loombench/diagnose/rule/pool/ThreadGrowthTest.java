package dev.loombench.diagnose.rule.pool;

import static dev.loombench.diagnose.RuleFindings.findings;
import static dev.loombench.diagnose.RuleFindings.only;
import static dev.loombench.diagnose.SampleThreads.PARK;
import static dev.loombench.diagnose.SampleThreads.PARKED;
import static dev.loombench.diagnose.SampleThreads.WORKER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.evidence.PoolReading;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.evidence.ThreadMoment;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.observe.result.Observation.Pool;
import dev.loombench.observe.threads.ThreadPrint;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Threads that become more and more.
class ThreadGrowthTest {
    /// 20 executors of a thread each, then 50.
    @Test
    void an_executor_per_task_is_named_and_a_pool_that_grows_is_not() {
        var finding = only(growth("pool-%d-thread-1"));
        assertThat(finding.figures()).isEqualTo(new ThreadGrowth.Figures(20, 50));
        assertThat(finding.text().message()).contains("pool-#-thread-#");
        assertThat(findings(new SampleEvidence().printed(growth("pool-1-thread-%d")))).isEmpty();
    }

    /// A thread of each object that was not closed: timers, producers of Kafka, clients of HTTP,
    /// pools of connections, and clients of MongoDB.
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "Timer-%d ; java.lang.Object.wait0(O.java:1) ; java.util.TimerThread.mainLoop(T.java:566) ; 0",
                "kafka-producer-network-thread | producer-%d ; sun.nio.ch.SelectorImpl.select(S.java:141) ; org.apache.kafka.clients.producer.internals.Sender.run(S.java:260) ; 1",
                "HttpClient-%d-SelectorManager ; sun.nio.ch.SelectorImpl.select(S.java:141) ; jdk.internal.net.http.HttpClientImpl$SelectorManager.run(H.java:1369) ; 0",
                "HikariPool-%d:housekeeper ; java.util.concurrent.ThreadPoolExecutor.getTask(T.java:1) ; java.util.concurrent.ThreadPoolExecutor.runWorker(T.java:1) ; 0",
                "cluster-ClusterId{value=65a1b2c3d4e5f60718293%d}-db:27017 ; sun.nio.ch.Net.poll(N.java:1) ; com.mongodb.internal.connection.SocketStream.read(S.java:1) ; 1"
            })
    void a_client_or_timer_per_task_is_named(String name, String top, String below, int frames) {
        var finding = only(leak(name, top, below));
        assertThat(finding.id()).isEqualTo(ThreadGrowth.ID);
        assertThat(finding.figures()).isEqualTo(new ThreadGrowth.Figures(20, 50));
        assertThat(finding.frames()).hasSize(frames);
    }

    /// Each has a thread of its own where the JVM counts one or two processors; other threads of no
    /// pool are started by the application.
    @ParameterizedTest
    @CsvSource({
        "java.util.concurrent.CompletableFuture$AsyncSupply.run, true, ''",
        "com.example.Task.run, false, ' called by com.example.Task.run(A.java:1768)'"
    })
    void tasks_of_futures_that_have_a_thread_each_are_named(
            String run, boolean executor, String caller) {
        var finding =
                only(
                        leak(
                                "Thread-%d",
                                "sun.nio.ch.Net.poll(java.base@21.0.5/Native Method)",
                                "com.example.Shop.price(Shop.java:7)",
                                run + "(A.java:1768)",
                                "java.lang.Thread.run(java.base@21.0.5/Thread.java:1583)"));
        assertThat(finding.id()).isEqualTo(ThreadGrowth.ID);
        assertThat(finding.text().remedy().contains("CompletableFuture")).isEqualTo(executor);
        assertThat(finding.frames())
                .containsExactly("com.example.Shop.price(Shop.java:7)" + caller);
    }

    /// A pool of the application's own, and the event loops of a server, which begin with the load.
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "worker-%d ; java.lang.Object.wait0(O.java:1) ; com.example.Worker.run(Worker.java:7)",
                "shop-loop-%d ; sun.nio.ch.SelectorImpl.select(S.java:141) ; io.netty.channel.nio.NioEventLoop.run(N.java:1)",
                "http-nio-8080-exec-%d ; java.util.concurrent.LinkedBlockingQueue.take(L.java:435) ; java.util.concurrent.ThreadPoolExecutor.runWorker(T.java:1)",
                "process reaper (pid %d) ; java.lang.ProcessHandleImpl.waitForProcessExit0(P.java:1) ; java.util.concurrent.ThreadPoolExecutor.runWorker(T.java:1)"
            })
    void a_pool_that_grows_with_its_work_is_not_named(String name, String top, String below) {
        assertThat(findings(new SampleEvidence().printed(leak(name, top, below)))).isEmpty();
    }

    /// In one thread dump.
    @ParameterizedTest
    @CsvSource({"1000, 1", "999, 0"})
    void clients_that_are_far_more_than_anything_needs_are_named(int count, int expected) {
        var print =
                waiting(
                        "HttpClient-%d-SelectorManager",
                        count,
                        "sun.nio.ch.SelectorImpl.select(S.java:141)",
                        "jdk.internal.net.http.HttpClientImpl$SelectorManager.run(H.java:1369)");
        assertThat(findings(Prints.history(print)))
                .hasSize(expected)
                .allSatisfy(finding -> {
                    assertThat(finding.id()).isEqualTo(ThreadGrowth.ID);
                    assertThat(finding.figures()).isEqualTo(new ThreadGrowth.Figures(1000, 1000));
                    assertThat(finding.confidence()).isEqualTo(Confidence.MEDIUM);
                });
    }

    private static final String TAKE = "java.util.concurrent.LinkedBlockingQueue.take(L.java:435)";
    private static final String OPERATION = "com.example.OperationThread.run(O.java:7)";

    /// As the threads of the partitions of a member that starts.
    @Test
    void threads_that_all_began_at_once_do_not_become_more_and_more() {
        var name = "hz.shop.partition-operation.thread-%d";
        var main = Prints.thread("main", 1, 1, PARKED, PARK, "com.example.Shop.main(Shop.java:5)");
        var all = main + waiting(name, 18, TAKE, OPERATION);
        assertThat(findings(Prints.history(main, main, all, all))).isEmpty();
        assertThat(findings(Prints.history(main, all, all, all))).isEmpty();
        var half = main + waiting(name, 9, TAKE, OPERATION);
        var finding = only(Prints.history(main, half, all, all));
        assertThat(finding.id()).isEqualTo(ThreadGrowth.ID);
        assertThat(finding.confidence()).isEqualTo(Confidence.MEDIUM);
    }

    /// 30 more threads, and half as many connections or fewer.
    @ParameterizedTest
    @CsvSource({"5, LOW", "4, MEDIUM"})
    void a_thread_of_each_connection_is_less_certain(int opened, Confidence expected) {
        var moments =
                IntStream.rangeClosed(0, 3)
                        .mapToObj(i ->
                                ThreadMoment.of(
                                        i * 10_000_000_000L,
                                        ThreadPrint.parse(
                                                waiting("out-%d", 20 + 10 * i, TAKE, OPERATION)),
                                        List.of(),
                                        Optional.of(Prints.connections(20 + opened * i, 0, 0))))
                        .toList();
        var finding = only(new ThreadHistory(moments));
        assertThat(finding.id()).isEqualTo(ThreadGrowth.ID);
        assertThat(finding.confidence()).isEqualTo(expected);
    }

    private static ThreadHistory leak(String name, String... frames) {
        return Prints.history(
                waiting(name, 20, frames),
                waiting(name, 30, frames),
                waiting(name, 40, frames),
                waiting(name, 50, frames));
    }

    private static String waiting(String name, int count, String... frames) {
        return IntStream.range(100, 100 + count)
                .mapToObj(i -> Prints.thread(name.formatted(i), i, 1, "RUNNABLE", frames))
                .collect(Collectors.joining());
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
                    assertThat(finding.evidence()).singleElement().asString().contains("60 of 120");
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
}
