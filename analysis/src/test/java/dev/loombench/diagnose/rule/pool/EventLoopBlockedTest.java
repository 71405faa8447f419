package dev.loombench.diagnose.rule.pool;

import static dev.loombench.diagnose.RuleFindings.findings;
import static dev.loombench.diagnose.RuleFindings.only;
import static dev.loombench.diagnose.SampleThreads.PARK;
import static dev.loombench.diagnose.SampleThreads.PARKED;
import static dev.loombench.diagnose.SampleThreads.SLEEP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.Prints;
import dev.loombench.finding.Severity;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventLoopBlockedTest {
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

    /// A task of Reactor that sleeps.
    private static String task(String name) {
        return Prints.thread(
                name,
                11,
                1,
                "TIMED_WAITING (sleeping)",
                SLEEP,
                "Shop.block(Shop.java:7)",
                "reactor.core.scheduler.SchedulerTask.call(SchedulerTask.java:68)",
                "java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask.run(S.java:304)",
                "java.util.concurrent.ThreadPoolExecutor.runWorker(T.java:1136)");
    }

    /// There are as many of these as processors; the other scheduler is for tasks that wait.
    @Test
    void a_thread_of_reactor_for_tasks_that_compute_must_not_wait() {
        var finding = only(Prints.four(task("parallel-1")));
        assertThat(finding.text().message()).startsWith("thread \"parallel-1\"");
        assertThat(finding.id()).isEqualTo(EventLoopBlocked.ID);
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.frames()).containsExactly("Shop.block(Shop.java:7)");
        assertThat(findings(task("boundedElastic-1"))).isEmpty();
    }

    /// In the packages of a library: the event loops of gRPC, on which a service without an
    /// executor runs, and those of Couchbase's client.
    @Test
    void an_event_loop_of_a_copy_of_netty_is_one() {
        var run = "io.grpc.netty.shaded.io.netty.channel.epoll.EpollEventLoop.run(E.java:397)";
        var call = "io.grpc.stub.ServerCalls$UnaryServerCallHandler.onHalfClose(S.java:182)";
        var moments =
                IntStream.rangeClosed(1, 4)
                        .mapToObj(i ->
                                Prints.thread(
                                        "grpc-default-worker-ELG-3-1",
                                        11,
                                        10 * i,
                                        PARKED,
                                        PARK,
                                        "Shop.handle(Shop.java:7)",
                                        call,
                                        run))
                        .toArray(String[]::new);
        var finding = only(Prints.history(moments));
        assertThat(finding.id()).isEqualTo(EventLoopBlocked.ID);
        assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(finding.frames()).containsExactly("Shop.handle(Shop.java:7)");
        var copy = "com.couchbase.client.core.deps.io.netty.channel.epoll.";
        var idle =
                loop(
                        "RUNNABLE",
                        copy + "Native.epollWait(Native Method)",
                        copy + "EpollEventLoop.run(EpollEventLoop.java:397)");
        assertThat(Prints.history(idle).last().atWork()).isZero();
        assertThat(findings(idle)).isEmpty();
    }

    /// A callback waits for what the same thread would receive; else the client waits itself. What
    /// waits for the client is not known.
    @ParameterizedTest
    @CsvSource({
        "org.apache.http.impl.nio.reactor.AbstractIOReactor.execute, org.apache.http.nio.protocol.HttpAsyncRequestExecutor.inputReady",
        "org.apache.hc.core5.reactor.AbstractSingleCoreIOReactor.execute, org.apache.hc.core5.reactor.InternalDataChannel.onIOEvent",
        "org.apache.zookeeper.ClientCnxn$EventThread.run, org.apache.zookeeper.ClientCnxn$EventThread.processEvent",
        "org.apache.kafka.clients.producer.internals.Sender.run, org.apache.kafka.clients.producer.internals.ProducerBatch.done",
        "org.apache.kafka.clients.admin.KafkaAdminClient$AdminClientRunnable.run, org.apache.kafka.common.internals.KafkaFutureImpl.complete"
    })
    void a_thread_of_a_client_that_waits_in_a_callback_is_named(String loop, String client) {
        var latch = "java.util.concurrent.CountDownLatch.await(java.base@25.0.4/C.java:1)";
        var own = client + "(C.java:1)";
        var run = loop + "(L.java:1)";
        var finding =
                only(
                        Prints.four(
                                Prints.thread(
                                        "client-1",
                                        11,
                                        1,
                                        PARKED,
                                        PARK,
                                        latch,
                                        "Shop.sniff(Shop.java:7)",
                                        own,
                                        run)));
        assertThat(finding.id()).isEqualTo(EventLoopBlocked.ID);
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.frames()).containsExactly("Shop.sniff(Shop.java:7)");
        assertThat(findings(Prints.thread("client-1", 11, 1, PARKED, PARK, latch, own, run)))
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
}
