package dev.loombench.diagnose.rule;

import static dev.loombench.diagnose.RuleFindings.findings;
import static dev.loombench.diagnose.SampleThreads.LOCK;
import static dev.loombench.diagnose.SampleThreads.PARK;
import static dev.loombench.diagnose.SampleThreads.PARKED;
import static dev.loombench.diagnose.SampleThreads.SLEEP;
import static dev.loombench.diagnose.SampleThreads.WORKER;
import static dev.loombench.diagnose.SampleThreads.threads;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Named.named;

import dev.loombench.diagnose.Prints;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Idle services, by the stacks that they have.
class IdleServicesTest {
    private static final String RUNNABLE = "RUNNABLE";
    private static final String TIMED = "TIMED_WAITING (parking)";
    private static final String WAITING = "WAITING (on object monitor)";
    private static final String WAIT = "java.lang.Object.wait0(java.base@25.0.4/Native Method)";
    private static final String TASK =
            "java.util.concurrent.ThreadPoolExecutor.getTask(java.base@25.0.4/T.java:1016)";
    private static final String TAKE =
            "java.util.concurrent.LinkedBlockingQueue.take(java.base@25.0.4/L.java:435)";
    private static final String POLL =
            "java.util.concurrent.LinkedBlockingQueue.poll(java.base@25.0.4/L.java:460)";
    private static final String SELECT =
            "sun.nio.ch.SelectorImpl.select(java.base@25.0.4/SelectorImpl.java:142)";
    private static final String EPOLL = "sun.nio.ch.EPoll.wait(java.base@25.0.4/Native Method)";
    private static final String NET = "sun.nio.ch.Net.poll(java.base@25.0.4/Native Method)";
    private static final String LOOP =
            "io.netty.channel.SingleThreadIoEventLoop.run(SingleThreadIoEventLoop.java:206)";
    private static final String EVENTS =
            "io.netty.util.concurrent.SingleThreadEventExecutor$5.run(S.java:1195)";
    private static final String RUN = "java.lang.Thread.run(java.base@25.0.4/Thread.java:1474)";

    private static String one(String name, String state, String... frames) {
        return Prints.thread(name, 20, 1, state, frames);
    }

    /// Threads of which the first holds a lock of the JDK within a call, for which the others wait.
    private static String behindOne(String name, String call, String caller) {
        return Prints.thread(name + "0", 40, 1, RUNNABLE, NET, call, caller, RUN)
                + IntStream.rangeClosed(1, 3)
                        .mapToObj(i ->
                                Prints.thread(
                                        name + i,
                                        40 + i,
                                        1,
                                        PARKED,
                                        PARK,
                                        "- parking to wait for  <0xa0> (a %s)".formatted(LOCK),
                                        "java.util.concurrent.locks.ReentrantLock.lock(java.base@25.0.4/R.java:322)",
                                        call,
                                        caller,
                                        RUN))
                        .collect(Collectors.joining());
    }

    private static String spring() {
        return threads(
                        "http-nio-8080-exec-",
                        10,
                        PARKED,
                        PARK,
                        TAKE,
                        "org.apache.tomcat.util.threads.TaskQueue.take(TaskQueue.java:117)",
                        "org.apache.tomcat.util.threads.ThreadPoolExecutor.getTask(T.java:1113)",
                        RUN)
                + one(
                        "http-nio-8080-Acceptor",
                        RUNNABLE,
                        "sun.nio.ch.Net.accept(java.base@25.0.4/Native Method)",
                        "sun.nio.ch.ServerSocketChannelImpl.accept(java.base@25.0.4/S.java:433)",
                        "org.apache.tomcat.util.net.NioEndpoint.serverSocketAccept(N.java:520)",
                        RUN)
                + Prints.thread(
                        "container-0",
                        21,
                        1,
                        "TIMED_WAITING (sleeping)",
                        SLEEP,
                        "org.apache.catalina.core.StandardServer.await(StandardServer.java:521)",
                        "org.springframework.boot.tomcat.TomcatWebServer$1.run(T.java:1)");
    }

    private static Stream<Named<String>> idle() {
        return Stream.of(
                named("Spring Boot with Tomcat", spring()),
                named(
                        "Jetty with four acceptors",
                        behindOne(
                                "qtp12-",
                                "sun.nio.ch.ServerSocketChannelImpl.accept(java.base@25.0.4/S.java:433)",
                                "org.eclipse.jetty.server.ServerConnector.accept(S.java:400)")),
                named(
                        "a thread per connection, each of which accepts",
                        behindOne(
                                "edge-",
                                "java.net.ServerSocket.accept(java.base@25.0.4/S.java:493)",
                                "com.example.Edge.serve(Edge.java:9)")),
                named(
                        "several receivers of datagrams",
                        behindOne(
                                "statsd-",
                                "sun.nio.ch.DatagramChannelImpl.blockingReceive(java.base@25.0.4/D.java:689)",
                                "com.example.Statsd.receive(Statsd.java:9)")),
                named(
                        "a scheduled task that receives datagrams, as of Nacos",
                        one(
                                "com.alibaba.nacos.naming.push.receiver",
                                RUNNABLE,
                                "java.net.PlainDatagramSocketImpl.receive0(Native Method)",
                                "java.net.AbstractPlainDatagramSocketImpl.receive(A.java:143)",
                                "java.net.DatagramSocket.receive(DatagramSocket.java:812)",
                                "com.alibaba.nacos.client.naming.core.PushReceiver.run(P.java:83)",
                                "java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask.run(S.java:293)",
                                WORKER)),
                named(
                        "consumers of Kafka",
                        threads(
                                "orders-0-C-",
                                3,
                                RUNNABLE,
                                EPOLL,
                                SELECT,
                                "org.apache.kafka.common.network.Selector.select(Selector.java:874)",
                                "org.apache.kafka.clients.consumer.KafkaConsumer.poll(K.java:874)",
                                "com.example.Orders.run(Orders.java:12)")),
                named(
                        "a server of gRPC",
                        threads(
                                        "grpc-default-worker-ELG-3-",
                                        2,
                                        RUNNABLE,
                                        "io.grpc.netty.shaded.io.netty.channel.epoll.Native.epollWait(Native Method)",
                                        "io.grpc.netty.shaded.io.netty.channel.epoll.EpollEventLoop.run(E.java:1)",
                                        RUN)
                                + one(
                                        "main",
                                        WAITING,
                                        WAIT,
                                        "io.grpc.internal.ServerImpl.awaitTermination(S.java:414)",
                                        "com.example.Prices.main(Prices.java:7)")),
                named(
                        "Quartz and a timer",
                        threads(
                                        "shop_Worker-",
                                        3,
                                        "TIMED_WAITING (on object monitor)",
                                        WAIT,
                                        "org.quartz.simpl.SimpleThreadPool$WorkerThread.run(S.java:568)")
                                + one(
                                        "Timer-0",
                                        WAITING,
                                        WAIT,
                                        "java.util.TimerThread.mainLoop(Timer.java:566)")),
                named(
                        "the other members of an election by Curator",
                        one(
                                "Curator-LeaderSelector-0",
                                WAITING,
                                WAIT,
                                "org.apache.curator.framework.recipes.locks.LockInternals.internalLockLoop(L.java:329)",
                                "org.apache.curator.framework.recipes.leader.LeaderSelector.doWork(L.java:447)",
                                WORKER)),
                named(
                        "a client of R2DBC",
                        threads(
                                        "reactor-tcp-nio-",
                                        2,
                                        RUNNABLE,
                                        EPOLL,
                                        SELECT,
                                        "io.netty.channel.nio.NioIoHandler.select(N.java:642)",
                                        LOOP,
                                        EVENTS)
                                + threads("parallel-", 2, PARKED, PARK, TASK, WORKER)),
                named(
                        "Lettuce",
                        threads(
                                "lettuce-eventExecutorLoop-1-",
                                2,
                                PARKED,
                                PARK,
                                TAKE,
                                "io.netty.util.concurrent.SingleThreadEventExecutor.takeTask(S.java:245)",
                                "io.netty.util.concurrent.DefaultEventExecutor.run(D.java:64)",
                                EVENTS)),
                named(
                        "listeners of RabbitMQ",
                        threads(
                                "SimpleAsyncTaskExecutor-",
                                3,
                                TIMED,
                                PARK,
                                POLL,
                                "org.springframework.amqp.rabbit.listener.BlockingQueueConsumer.nextMessage(B.java:539)",
                                "org.springframework.amqp.rabbit.listener.SimpleMessageListenerContainer.receiveAndExecute(S.java:1062)",
                                RUN)),
                named(
                        "a fork-join pool",
                        threads(
                                "ForkJoinPool.commonPool-worker-",
                                3,
                                PARKED,
                                PARK,
                                "java.util.concurrent.ForkJoinPool.awaitWork(java.base@25.0.4/F.java:1)",
                                "java.util.concurrent.ForkJoinPool.runWorker(java.base@25.0.4/F.java:1)")),
                named(
                        "actors of Pekko",
                        one(
                                        "shop-scheduler-1",
                                        "TIMED_WAITING (sleeping)",
                                        SLEEP,
                                        "org.apache.pekko.actor.LightArrayRevolverScheduler.waitNanos(L.scala:103)",
                                        "org.apache.pekko.actor.LightArrayRevolverScheduler$$anon$3.run(L.scala:1)")
                                + threads(
                                        "shop-pekko.actor.default-dispatcher-",
                                        3,
                                        PARKED,
                                        PARK,
                                        "java.util.concurrent.ForkJoinPool.awaitWork(java.base@25.0.4/F.java:1)",
                                        "java.util.concurrent.ForkJoinPool.runWorker(java.base@25.0.4/F.java:1)")),
                named(
                        "a member of Hazelcast",
                        threads(
                                "hz.shop.partition-operation.thread-",
                                4,
                                PARKED,
                                PARK,
                                "com.hazelcast.internal.util.concurrent.MPSCQueue.takeAll(M.java:254)",
                                "com.hazelcast.internal.util.concurrent.MPSCQueue.take(M.java:168)",
                                "com.hazelcast.spi.impl.operationexecutor.impl.OperationThread.executeRun(O.java:123)")),
                named(
                        "a node of Ignite",
                        threads(
                                "sys-stripe-",
                                4,
                                PARKED,
                                PARK,
                                "org.apache.ignite.internal.util.StripedExecutor$StripeConcurrentQueue.take(S.java:669)",
                                "org.apache.ignite.internal.util.StripedExecutor$Stripe.body(S.java:493)",
                                RUN)),
                named(
                        "a watcher of files",
                        one(
                                "FileWatcher",
                                PARKED,
                                PARK,
                                "java.util.concurrent.LinkedBlockingDeque.take(java.base@25.0.4/L.java:485)",
                                "sun.nio.fs.AbstractWatchService.take(java.base@25.0.4/A.java:118)",
                                "com.example.Reload.run(Reload.java:8)")),
                named(
                        "remote management",
                        threads("RMI TCP Connection(idle)-", 2, TIMED, PARK, POLL, TASK, WORKER)
                                + one(
                                        "RMI TCP Accept-0",
                                        RUNNABLE,
                                        "sun.nio.ch.Net.accept(java.base@25.0.4/Native Method)",
                                        "java.net.ServerSocket.accept(java.base@25.0.4/S.java:493)",
                                        "sun.rmi.transport.tcp.TCPTransport$AcceptLoop.run(T.java:1)")),
                named(
                        "a program with windows",
                        one(
                                "AWT-EventQueue-0",
                                PARKED,
                                PARK,
                                "java.awt.EventQueue.getNextEvent(java.desktop@25.0.4/E.java:569)",
                                "java.awt.EventDispatchThread.run(java.desktop@25.0.4/E.java:90)")),
                named(
                        "a program that reads what is typed",
                        one(
                                "main",
                                RUNNABLE,
                                "java.io.FileInputStream.readBytes(java.base@25.0.4/Native Method)",
                                "java.util.Scanner.nextLine(java.base@25.0.4/Scanner.java:1651)",
                                "com.example.Shell.main(Shell.java:11)")),
                named(
                        "appenders and exporters",
                        one(
                                        "AsyncAppender-Worker-ASYNC",
                                        PARKED,
                                        PARK,
                                        "java.util.concurrent.ArrayBlockingQueue.take(java.base@25.0.4/A.java:420)",
                                        "ch.qos.logback.core.AsyncAppenderBase$Worker.run(A.java:290)")
                                + Prints.thread(
                                        "BatchSpanProcessor_WorkerThread-1",
                                        22,
                                        1,
                                        TIMED,
                                        PARK,
                                        "java.util.concurrent.ArrayBlockingQueue.poll(java.base@25.0.4/A.java:435)",
                                        "io.opentelemetry.sdk.trace.export.BatchSpanProcessor$Worker.run(B.java:256)",
                                        RUN)),
                named(
                        "coroutines",
                        threads(
                                "DefaultDispatcher-worker-",
                                4,
                                TIMED,
                                PARK,
                                "kotlinx.coroutines.scheduling.CoroutineScheduler$Worker.park(C.kt:1)",
                                "kotlinx.coroutines.scheduling.CoroutineScheduler$Worker.run(C.kt:1)")));
    }

    @ParameterizedTest
    @MethodSource("idle")
    void an_idle_service_has_no_finding(String print) {
        assertThat(findings(print)).isEmpty();
    }
}
