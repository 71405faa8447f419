package dev.loombench.diagnose.rule.lock;

import static dev.loombench.diagnose.RuleFindings.figure;
import static dev.loombench.diagnose.RuleFindings.findings;
import static dev.loombench.diagnose.RuleFindings.only;
import static dev.loombench.diagnose.SampleThreads.PARK;
import static dev.loombench.diagnose.SampleThreads.PARKED;
import static dev.loombench.diagnose.SampleThreads.SHOP;
import static dev.loombench.diagnose.SampleThreads.WORKER;
import static dev.loombench.diagnose.SampleThreads.requestsIn;
import static dev.loombench.diagnose.SampleThreads.threads;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.finding.Severity;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Threads that wait for what others do.
class AwaitedResultTest {
    private static final String LATCH =
            "java.util.concurrent.CountDownLatch.await(java.base@25.0.4/CountDownLatch.java:1)";

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

    /// Each task of an executor waits for another one in its queue, and requests for the results.
    @Test
    void requests_that_wait_for_an_executor_which_stands_still_are_its_consequence() {
        var get = "java.util.concurrent.CompletableFuture.get(java.base@25.0.4/C.java:2072)";
        var price = "com.example.Prices.get(Prices.java:7)";
        var found =
                findings(
                        requestsIn(PARKED, 9, 10, PARK, get, SHOP)
                                + threads("stages-", 3, PARKED, PARK, get, price, WORKER));
        assertThat(found)
                .extracting(ServiceFinding::id)
                .containsExactly(NoProgress.ID, NoProgress.ID);
        assertThat(found.getFirst().frames()).containsExactly(price);
        assertThat(found.getFirst().severity()).isEqualTo(Severity.CRITICAL);
        assertThat(found.getFirst().text().remedy()).contains("another executor");
        assertThat(found.getLast().endsWith(found.getFirst())).isTrue();
    }

    /// An executor that the application has given to a web server, and to which it submits tasks.
    @Test
    void requests_may_wait_for_tasks_in_the_queue_of_their_own_pool() {
        var get = "java.util.concurrent.FutureTask.get(java.base@25.0.4/F.java:1)";
        var run = "sun.net.httpserver.ServerImpl$Exchange.run(S.java:1)";
        var pool = threads("pool-1-thread-", 5, PARKED, PARK, get, SHOP, run, WORKER);
        assertThat(only(Prints.four(pool)).text().remedy()).contains("another executor");
        var tomcat = requestsIn(PARKED, 5, 10, PARK, get, SHOP);
        assertThat(only(Prints.four(tomcat)).text().remedy()).doesNotContain("another executor");
    }

    /// Parallel streams whose tasks the common pool does not execute, by a dump of JDK 11.
    @Test
    void callers_of_parallel_streams_that_wait_for_the_common_pool_are_named() {
        var finding =
                only(
                        Prints.four(
                                threads(
                                        "planner-",
                                        3,
                                        "WAITING (on object monitor)",
                                        "java.lang.Object.wait(java.base@11.0.20/Native Method)",
                                        "java.util.concurrent.ForkJoinTask.externalAwaitDone(java.base@11.0.20/ForkJoinTask.java:330)",
                                        "java.util.stream.ForEachOps$ForEachOp.evaluateParallel(java.base@11.0.20/F.java:159)",
                                        "Shop.plan(Shop.java:7)")));
        assertThat(finding.id()).isEqualTo(NoProgress.ID);
        assertThat(finding.text().message()).contains("(ForkJoinTask)", "Shop.plan(Shop.java:7)");
    }

    /// A client of Google Cloud without a limit of time, by three callers, and one of them.
    @Test
    void threads_that_wait_for_a_future_of_a_library_are_named_by_their_caller() {
        var get = "com.google.common.util.concurrent.AbstractFuture.get(AbstractFuture.java:537)";
        var print = threads("sync-", 3, PARKED, PARK, get, "com.example.Sync.run(Sync.java:7)");
        var finding = only(Prints.four(print));
        assertThat(finding.text().message()).contains("(AbstractFuture)");
        assertThat(finding.frames())
                .containsExactly(get + " called by com.example.Sync.run(Sync.java:7)");
        var others =
                threads("a-", 2, PARKED, PARK, get, "com.example.Sync.run(Sync.java:7)")
                        + Prints.thread("b", 50, 1, PARKED, PARK, get, "com.example.Main.run(M:1)");
        assertThat(findings(others)).isEmpty();
    }

    /// Of the clients of RabbitMQ, gRPC, Redis and Hazelcast, and of subtasks by JDK 21 and 25.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "com.rabbitmq.utility.BlockingCell.get",
                "io.grpc.stub.ClientCalls$ThreadlessExecutor.waitAndDrain",
                "io.netty.util.concurrent.DefaultPromise.await",
                "com.hazelcast.spi.impl.AbstractInvocationFuture.joinInternal",
                "java.util.concurrent.StructuredTaskScope.join",
                "java.util.concurrent.StructuredTaskScopeImpl.join"
            })
    void threads_that_wait_for_a_response_or_for_subtasks_are_named(String call) {
        var frame = call + "(java.base@25.0.4/A.java:1)";
        var print = threads("orders-", 3, PARKED, PARK, frame, "com.example.Shop.order(S.java:7)");
        assertThat(findings(print)).extracting(ServiceFinding::id).containsExactly(NoProgress.ID);
    }

    /// A client of ZooKeeper waits for ever where its server did not reply.
    @ParameterizedTest
    @CsvSource({
        "org.apache.zookeeper.ClientCnxn.submitRequest, zookeeper.request.timeout",
        "com.rabbitmq.utility.BlockingCell.get, setChannelRpcTimeout",
        "io.grpc.stub.ClientCalls$ThreadlessExecutor.waitAndDrain, withDeadlineAfter"
    })
    void what_limits_the_time_of_a_response_is_named(String call, String setting) {
        var run = "com.example.Jobs.run(Jobs.java:7)";
        var print = threads("jobs-", 3, PARKED, PARK, call + "(A.java:1)", run);
        var finding = only(Prints.four(print));
        assertThat(finding.text().remedy()).contains(setting);
        assertThat(finding.frames()).containsExactly(call + "(A.java:1) called by " + run);
    }

    /// What a thread, an executor, a process and others are waited for to do differs.
    @ParameterizedTest
    @CsvSource({
        "java.lang.Thread.join, join it",
        "java.lang.ProcessImpl.waitFor, destroyForcibly",
        "java.util.concurrent.ThreadPoolExecutor.awaitTermination, shutdownNow",
        "java.util.concurrent.ForkJoinTask.get, parallel stream",
        "java.util.concurrent.StructuredTaskScopeImpl.join, withTimeout",
        "java.util.concurrent.CyclicBarrier.await, barrier",
        "java.util.concurrent.Phaser.arriveAndAwaitAdvance, arriveAndDeregister",
        "java.util.concurrent.Exchanger.exchange, other side",
        "kotlinx.coroutines.BlockingCoroutine.joinBlocking, runBlocking",
        "com.hazelcast.spi.impl.AbstractInvocationFuture.joinInternal, hazelcast.operation.call.timeout.millis",
        "java.util.concurrent.CountDownLatch.await, counted down"
    })
    void what_ends_a_wait_depends_on_what_is_awaited(String call, String words) {
        var run = "com.example.Jobs.run(Jobs.java:7)";
        var print = threads("jobs-", 3, PARKED, PARK, call + "(A.java:1)", run);
        assertThat(only(Prints.four(print)).text().remedy()).contains(words);
    }

    /// As consumers that ask an asynchronous client for messages, which come within 20 s.
    @ParameterizedTest
    @CsvSource({"com.example.SqsPoller.run, LOW", "com.example.Shop.order, MEDIUM"})
    void threads_in_a_call_for_messages_are_less_certain(String call, Confidence expected) {
        var join = "java.util.concurrent.CompletableFuture.join(java.base@25.0.4/C.java:2117)";
        var print = threads("jobs-", 3, PARKED, PARK, join, call + "(A.java:7)");
        assertThat(only(Prints.four(print)).confidence()).isEqualTo(expected);
    }

    /// Consumers of a list or a stream in Redis, for the time of a command, and readers of a value.
    @ParameterizedTest
    @CsvSource({
        "jdk.proxy2.$Proxy77.blpop, false",
        "jdk.proxy2.$Proxy77.xreadgroup, false",
        "org.springframework.data.redis.connection.lettuce.LettuceListCommands.bLPop, false",
        "org.redisson.RedissonStream.readGroup, false",
        "jdk.proxy2.$Proxy77.get, true",
        "org.springframework.data.redis.connection.lettuce.LettuceListCommands.lPop, true"
    })
    void threads_that_wait_for_what_others_put_into_redis_are_not_named(
            String command, boolean named) {
        var get = "java.util.concurrent.CompletableFuture.timedGet(java.base@25.0.4/C.java:1960)";
        var await = "io.lettuce.core.internal.Futures.awaitOrCancel(Futures.java:244)";
        var run = "com.example.Jobs.run(Jobs.java:7)";
        var state = "TIMED_WAITING (parking)";
        var jobs = threads("jobs-", 3, state, PARK, get, await, command + "(A.java:1)", run);
        assertThat(findings(jobs))
                .extracting(ServiceFinding::id)
                .isEqualTo(named ? List.of(NoProgress.ID) : List.of());
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
        assertThat(finding.text().impact()).doesNotContain("for ever");
    }

    private static String timed(int id) {
        return threads(
                "orders-",
                3,
                "TIMED_WAITING (parking)",
                PARK,
                "- parking to wait for  <0x%d> (a java.util.concurrent.CompletableFuture$Signaller)"
                        .formatted(id),
                "java.util.concurrent.CompletableFuture.get(java.base@25.0.4/C.java:1)",
                SHOP);
    }

    /// As requests that ask for news, 25 s at a time.
    @Test
    void threads_that_wait_for_another_result_have_returned_meanwhile() {
        assertThat(findings(Prints.history(timed(1), timed(1), timed(2), timed(2)))).isEmpty();
        assertThat(findings(timed(1)))
                .extracting(ServiceFinding::id)
                .containsExactly(NoProgress.ID);
    }

    /// Each thread of a dispatcher of Kotlin waits for a coroutine that needs one of them.
    @Test
    void threads_that_wait_for_coroutines_of_their_own_dispatcher_make_no_progress() {
        var finding =
                only(
                        Prints.four(
                                threads(
                                        "DefaultDispatcher-worker-",
                                        3,
                                        "TIMED_WAITING (parking)",
                                        "java.util.concurrent.locks.LockSupport.parkNanos(L.java:1)",
                                        "kotlinx.coroutines.BlockingCoroutine.joinBlocking(Builders.kt:121)",
                                        "Shop.order(Shop.java:7)",
                                        "kotlinx.coroutines.scheduling.CoroutineScheduler$Worker.run(C.kt:1)")));
        assertThat(finding.id()).isEqualTo(NoProgress.ID);
        assertThat(figure(finding, "threads")).isEqualTo(3);
        assertThat(finding.text().message())
                .contains("Shop.order(Shop.java:7)", "(BlockingCoroutine)");
        assertThat(finding.evidence())
                .anyMatch(line -> line.contains("executor DefaultDispatcher-worker"));
    }

    /// The second name is that of OpenJ9.
    @ParameterizedTest
    @ValueSource(strings = {"Finalizer", "Finalizer thread"})
    void a_finalizer_in_a_call_of_the_application_is_named(String name) {
        var finding =
                only(
                        Prints.four(
                                Prints.thread(
                                        name,
                                        11,
                                        1,
                                        PARKED,
                                        PARK,
                                        LATCH,
                                        "Shop.finalize(Shop.java:7)")));
        assertThat(figure(finding, "threads")).isEqualTo(1);
        assertThat(figure(finding, "seconds")).isEqualTo(30);
        assertThat(finding.text().message())
                .contains('"' + name + '"', "Shop.finalize(Shop.java:7)");
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

    /// Those that would read them do not get one.
    @Test
    void unread_requests_beside_carriers_without_room_are_no_fault_of_what_reads_them() {
        var print = Prints.thread("main", 1, 1, PARKED, PARK, LATCH, "Shop.main(Shop.java:7)");
        var unread =
                Prints.history(
                        Optional.of(Prints.connections(20, 20, 0)), print, print, print, print);
        var kept = SampleEvidence.history(2, 46, 0.001, 0);
        assertThat(findings(new SampleEvidence().printed(unread).history(kept)))
                .extracting(ServiceFinding::id)
                .doesNotContain(NoProgress.ID);
    }
}
