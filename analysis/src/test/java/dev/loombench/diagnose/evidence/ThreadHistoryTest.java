package dev.loombench.diagnose.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.evidence.WebServerThreads.Kind;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.StackGroup;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreadHistoryTest {
    /// No list of all threads.
    private static final Optional<ThreadDump> NONE = Optional.empty();

    private static final String WAIT = "java.lang.Object.wait0(java.base@25.0.4/Native Method)";
    private static final String TAKE =
            "java.util.concurrent.LinkedBlockingQueue.take(java.base@25.0.4/L.java:435)";
    private static final String GET_TASK =
            "java.util.concurrent.ThreadPoolExecutor.getTask(java.base@25.0.4/T.java:1016)";

    private static final String RUN_WORKER =
            "java.util.concurrent.ThreadPoolExecutor.runWorker(java.base@25.0.4/T.java:1090)";

    private static String main(double cpuMillis) {
        return Prints.thread(
                "main", 1, cpuMillis, "WAITING (parking)", WAIT, "Shop.main(Shop.java:5)");
    }

    /// 10 s between the moments: 1 % is 100 ms.
    @ParameterizedTest
    @CsvSource({"5, 105, true", "5, 106, false"})
    void a_service_is_idle_up_to_one_percent_of_a_processor(
            double first, double last, boolean idle) {
        var history = Prints.history(main(first), main(last));
        assertThat(history.isIdle()).isEqualTo(idle);
        assertThat(history.cpuSeconds().orElseThrow()).isBetween(0.0999, 0.1011);
    }

    @Test
    void a_service_is_not_idle_while_a_thread_serves_a_request() {
        var request =
                Prints.thread(
                        "http-nio-8080-exec-1",
                        31,
                        1,
                        "WAITING (parking)",
                        WAIT,
                        "Shop.order(Shop.java:30)",
                        "org.apache.coyote.AbstractProcessorLight.process(A.java:63)");
        assertThat(Prints.history(main(5), main(5) + request, main(5)).isIdle()).isFalse();
        var blocked =
                Prints.thread(
                        "orders-1",
                        32,
                        1,
                        "BLOCKED (on object monitor)",
                        "Shop.order(Shop.java:30)",
                        "- waiting to lock <0xa0> (a Shop)");
        assertThat(Prints.history(main(5), main(5) + blocked, main(5)).isIdle()).isFalse();
    }

    @Test
    void cpu_time_of_a_thread_that_has_begun_counts() {
        var begun = Prints.thread("b", 2, 300, "RUNNABLE", "Shop.order(Shop.java:30)");
        assertThat(Prints.history(main(5), main(5) + begun).cpuSeconds()).hasValue(0.3);
        assertThat(Prints.history(main(5)).cpuSeconds()).as("one moment").isEmpty();
    }

    @Test
    void threads_of_the_jvm_and_of_the_lab_are_no_threads_of_the_service() {
        var agent =
                Prints.thread(
                        "loombench-agent",
                        3,
                        900,
                        "RUNNABLE",
                        "dev.loombench.jvm.JvmAgent.run(J.java:1)");
        var attach = Prints.thread("Attach Listener", 4, 900, "RUNNABLE");
        var history = Prints.history(main(5), main(5) + agent + attach);
        assertThat(history.last().threads()).extracting(LiveThread::name).containsExactly("main");
        assertThat(history.isIdle()).isTrue();
    }

    @Test
    void threads_with_numbers_at_their_ends_are_pools() {
        var print =
                Prints.thread("pool-1-thread-1", 11, 1, "WAITING (parking)", TAKE, GET_TASK)
                        + Prints.thread(
                                "pool-1-thread-2", 12, 1, "RUNNABLE", "Shop.index(Shop.java:8)")
                        + Prints.thread("http-nio-8080-exec-1", 13, 1, "RUNNABLE", TAKE, GET_TASK)
                        + Prints.thread("Thread-0", 14, 1, "RUNNABLE", "Shop.index(Shop.java:8)")
                        + main(5);
        var pools = PlatformPool.of(Prints.history(print).last());
        assertThat(pools)
                .extracting(PlatformPool::name)
                .as("web servers first")
                .containsExactly("http-nio-8080-exec", "pool-1-thread");
        assertThat(pools.getLast().busy()).isEqualTo(1);
        assertThat(pools.getLast().isFull()).isFalse();
    }

    private static String task(int i) {
        return Prints.thread(
                "orders-" + i, 10 + i, 1, "RUNNABLE", "Shop.index(Shop.java:8)", RUN_WORKER);
    }

    @Test
    void an_executor_without_a_free_thread_at_all_moments_is_busy() {
        var busy = task(1) + task(2);
        var free =
                task(1)
                        + Prints.thread(
                                "orders-2", 12, 1, "WAITING (parking)", TAKE, GET_TASK, RUN_WORKER);
        assertThat(Prints.history(busy, busy, busy).busyExecutors())
                .extracting(PlatformPool::name)
                .containsExactly("orders");
        assertThat(Prints.history(busy, busy, busy).isIdle()).isFalse();
        assertThat(Prints.history(busy, free, busy).busyExecutors()).isEmpty();
        assertThat(Prints.history(busy, free, busy).isIdle()).isTrue();
        assertThat(Prints.history(busy, busy).busyExecutors()).as("two moments").isEmpty();
        var loops = busy.replace(RUN_WORKER, "Shop.loop(Shop.java:1)");
        assertThat(Prints.history(loops, loops, loops).busyExecutors())
                .as("threads without a queue")
                .isEmpty();
    }

    @Test
    void a_pool_that_serves_requests_is_that_of_its_web_server_whatever_its_name() {
        var handler =
                Prints.thread(
                        "pool-1-thread-1",
                        11,
                        1,
                        "RUNNABLE",
                        "Shop.index(Shop.java:8)",
                        "sun.net.httpserver.ServerImpl$Exchange.run(jdk.httpserver@25.0.4/S.java:1)");
        var pool = PlatformPool.of(Prints.history(handler).last()).getFirst();
        assertThat(pool.server().orElseThrow().name()).isEqualTo("JDK HttpServer");
    }

    private static String worker(String name, int number, String top) {
        return Prints.thread(
                name,
                number,
                1,
                "TIMED_WAITING (sleeping)",
                top,
                "org.apache.tomcat.util.threads.ThreadPoolExecutor.runWorker(T.java:1)");
    }

    /// Some applications add the request to the name of the thread that serves it.
    @Test
    void a_thread_that_is_renamed_for_a_request_stays_in_its_pool() {
        var free = "org.apache.tomcat.util.threads.ThreadPoolExecutor.getTask(T.java:1)";
        var busy = "Shop.index(Shop.java:8)";
        var print =
                worker("http-nio-8080-exec-1", 11, free)
                        + worker("http-nio-8080-exec-2 url: /browse/X-7; user: y", 12, busy)
                        + worker("dw-3", 13, free)
                        + worker("dw-4 - GET /orders/9", 14, busy);
        assertThat(PlatformPool.of(Prints.history(print).last()))
                .extracting(PlatformPool::name, PlatformPool::busy, PlatformPool::size)
                .containsExactlyInAnyOrder(tuple("http-nio-8080-exec", 1, 2), tuple("dw", 1, 2));
    }

    @Test
    void a_thread_that_waits_for_an_event_or_a_task_is_not_busy() {
        var print =
                Prints.thread(
                                "consumer-1",
                                11,
                                1,
                                "WAITING (parking)",
                                TAKE,
                                "Shop.consume(Shop.java:8)")
                        + Prints.thread(
                                "acceptor-1",
                                12,
                                1,
                                "RUNNABLE",
                                "sun.nio.ch.Net.accept(java.base@25.0.4/Native Method)",
                                "sun.nio.ch.ServerSocketChannelImpl.accept(java.base@25.0.4/S.java:1)",
                                "Shop.accept(Shop.java:9)")
                        + Prints.thread(
                                "http-nio2-8080-exec-1",
                                14,
                                1,
                                "RUNNABLE",
                                "sun.nio.ch.EPoll.wait(java.base@25.0.4/Native Method)",
                                "sun.nio.ch.EPollPort$EventHandlerTask.poll(java.base@25.0.4/E.java:200)",
                                "sun.nio.ch.EPollPort$EventHandlerTask.run(java.base@25.0.4/E.java:281)",
                                "org.apache.tomcat.util.threads.ThreadPoolExecutor.runWorker(T.java:1)")
                        + Prints.thread("cleaner-1", 13, 1, "RUNNABLE", WAIT);
        assertThat(Prints.history(print).last().threads()).noneMatch(LiveThread::isBusy);
    }

    /// For a reply, or the first result of several tasks.
    @Test
    void a_request_that_takes_from_a_queue_is_at_work() {
        String[] stack = {
            WAIT,
            TAKE,
            "java.util.concurrent.ExecutorCompletionService.take(java.base@25.0.4/E.java:201)",
            "Shop.order(Shop.java:30)",
            "org.apache.coyote.AbstractProcessorLight.process(A.java:63)",
            "org.apache.tomcat.util.threads.ThreadPoolExecutor.runWorker(T.java:1)"
        };
        var print =
                Prints.thread("http-nio-8080-exec-1", 31, 1, "WAITING (parking)", stack)
                        + Prints.thread("http-nio-8080-exec-2", 32, 1, "WAITING (parking)", stack);
        var history = Prints.history(print, print);
        assertThat(history.last().threads()).allMatch(LiveThread::isAtWork);
        assertThat(PlatformPool.of(history.last()).getFirst().isFull()).isTrue();
        assertThat(history.isIdle()).isFalse();
    }

    /// Its accepting thread is in a class of the server too.
    @Test
    void a_server_that_waits_for_connections_serves_no_request() {
        var listener =
                Prints.thread(
                        "server-@default-listener-1",
                        31,
                        1,
                        "RUNNABLE",
                        "sun.nio.ch.Net.accept(java.base@25.0.4/Native Method)",
                        "java.net.ServerSocket.accept(java.base@25.0.4/S.java:1)",
                        "io.helidon.webserver.ServerListener.listen(ServerListener.java:380)");
        assertThat(Prints.history(listener).last().threads()).noneMatch(LiveThread::isBusy);
    }

    @Test
    void requests_run_on_the_threads_that_are_seen() {
        var poller =
                Prints.thread(
                        "http-nio-8080-Poller",
                        21,
                        1,
                        "RUNNABLE",
                        "sun.nio.ch.EPoll.wait(E.java:1)");
        var worker =
                Prints.thread("http-nio-8080-exec-1", 22, 1, "WAITING (parking)", TAKE, GET_TASK);
        assertThat(WebServerThreads.of(Prints.history(poller), NONE, false))
                .containsExactly(new WebServerThreads("Tomcat", Kind.UNKNOWN));
        assertThat(WebServerThreads.of(Prints.history(poller), NONE, true))
                .containsExactly(new WebServerThreads("Tomcat", Kind.PROBABLY_VIRTUAL));
        assertThat(WebServerThreads.of(Prints.history(poller, poller + worker), NONE, true))
                .containsExactly(new WebServerThreads("Tomcat", Kind.PLATFORM));
    }

    /// Quarkus has the event loops of Vert.x, whose name alone is no sign of it.
    @Test
    void event_loops_of_vertx_are_those_of_quarkus_where_its_threads_are_seen() {
        var loop =
                Prints.thread(
                        "vert.x-eventloop-thread-0",
                        21,
                        1,
                        "RUNNABLE",
                        "io.netty.channel.epoll.Native.epollWait(Native.java:1)");
        var worker = Prints.thread("executor-thread-1", 22, 1, "WAITING (parking)", TAKE, GET_TASK);
        assertThat(WebServerThreads.of(Prints.history(loop), NONE, false))
                .containsExactly(new WebServerThreads("Vert.x", Kind.UNKNOWN));
        assertThat(WebServerThreads.of(Prints.history(loop), NONE, true))
                .as("its event loops may serve the requests")
                .containsExactly(new WebServerThreads("Vert.x", Kind.UNKNOWN));
        assertThat(WebServerThreads.of(Prints.history(loop + worker), NONE, false))
                .containsExactly(new WebServerThreads("Quarkus", Kind.PLATFORM));
    }

    @Test
    void a_virtual_thread_that_serves_a_request_is_the_most_certain_sign() {
        var carrier =
                """
                "ForkJoinPool-1-worker-1" #40 [140] daemon prio=5 os_prio=0 cpu=1.00ms elapsed=9.00s tid=0x7f  [0x7f]
                   Carrying virtual thread #71
                \tat jdk.internal.vm.Continuation.run(java.base@25.0.4/Continuation.java:251)
                   Mounted virtual thread #71
                \tat Shop.order(Shop.java:30)
                \tat org.apache.coyote.http11.Http11Processor.service(Http11Processor.java:397)
                """;
        assertThat(WebServerThreads.of(Prints.history(carrier), NONE, true))
                .containsExactly(new WebServerThreads("Tomcat", Kind.VIRTUAL));
    }

    /// A worker of Jetty waits in its queue, and a thread beside it computes.
    private static String jetty(String name, double cpuMillis) {
        return Prints.thread(
                        name,
                        22,
                        1,
                        "TIMED_WAITING (parking)",
                        WAIT,
                        "org.eclipse.jetty.util.thread.QueuedThreadPool.idleJobPoll(Q.java:1)",
                        "org.eclipse.jetty.util.thread.QueuedThreadPool$Runner.run(Q.java:2)")
                + Prints.thread("main", 1, cpuMillis, "RUNNABLE", "Shop.index(Shop.java:8)");
    }

    /// Its pool has threads also where virtual threads serve the requests.
    @ParameterizedTest
    @CsvSource({
        "qtp1234-22, false, PLATFORM, Jetty",
        "qtp1234-22, true, PROBABLY_VIRTUAL, Jetty",
        "executor-thread-1, true, UNKNOWN, Quarkus",
        "http-nio-8080-exec-1, true, PLATFORM, Tomcat"
    })
    void an_idle_pool_shows_what_requests_run_on_where_nothing_else_could_serve_them(
            String name, boolean usesVirtual, Kind kind, String server) {
        var history = Prints.history(jetty(name, 1), jetty(name, 5_000));
        assertThat(WebServerThreads.of(history, NONE, usesVirtual))
                .containsExactly(new WebServerThreads(server, kind));
    }

    @Test
    void an_idle_pool_of_an_idle_service_shows_nothing() {
        var history = Prints.history(jetty("qtp1-22", 1), jetty("qtp1-22", 2));
        assertThat(WebServerThreads.of(history, NONE, true))
                .containsExactly(new WebServerThreads("Jetty", Kind.UNKNOWN));
    }

    /// A virtual thread that waits has no carrier, and is only in a list.
    @Test
    void a_listed_virtual_thread_that_serves_a_request_decides() {
        var waits =
                new StackGroup(
                        ThreadKind.VIRTUAL,
                        "WAITING",
                        50,
                        List.of(
                                "java.lang.VirtualThread.park(VirtualThread.java:1)",
                                "Shop.order(Shop.java:30)",
                                "org.eclipse.jetty.server.Server.handle(Server.java:1)"));
        var listed = new ThreadDump("attach", 0, 20, 2, 50, List.of(waits));
        var history = Prints.history(jetty("qtp1-22", 1), jetty("qtp1-22", 2));
        assertThat(WebServerThreads.of(history, Optional.of(listed), true))
                .containsExactly(new WebServerThreads("Jetty", Kind.VIRTUAL));
    }

    @Test
    void a_worker_of_jetty_that_serves_a_request_is_a_platform_thread() {
        var serves =
                Prints.thread(
                        "qtp1-22",
                        22,
                        1,
                        "TIMED_WAITING (sleeping)",
                        "java.lang.Thread.sleep(java.base@25.0.4/Thread.java:540)",
                        "Shop.order(Shop.java:30)",
                        "org.eclipse.jetty.server.Server.handle(Server.java:1)");
        assertThat(WebServerThreads.of(Prints.history(serves), NONE, true))
                .containsExactly(new WebServerThreads("Jetty", Kind.PLATFORM));
    }

    /// By the threads that accept connections, of a service without virtual threads.
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "server-@default-listener-1, Helidon",
                "default-nioEventLoopGroup-1-2, Micronaut",
                "eventLoopGroupProxy-4-1, Ktor",
                "grpc-default-boss-ELG-1-1, gRPC",
                "multiThreadIoEventLoopGroup-2-1, Netty",
                "nioEventLoopGroup-3-1, Netty",
                "http-listener-1-kernel(1) SelectorRunner, Grizzly",
                "ExecuteThread: '1' for queue: 'weblogic.socket.Muxer', WebLogic",
                "netty-event-loop-1, Play",
                "default I/O-1, Undertow"
            })
    void a_server_is_known_by_the_names_of_its_threads(String name, String server) {
        var loop = Prints.thread(name, 21, 1, "RUNNABLE", "sun.nio.ch.EPoll.wait(E.java:1)");
        assertThat(WebServerThreads.of(Prints.history(loop), NONE, false))
                .containsExactly(new WebServerThreads(server, Kind.UNKNOWN));
    }

    @Test
    void event_loops_of_netty_may_be_those_of_a_client_of_another_server() {
        var loops =
                Prints.thread(
                                "nioEventLoopGroup-3-1",
                                21,
                                1,
                                "RUNNABLE",
                                "sun.nio.ch.EPoll.wait(E.java:1)")
                        + jetty("qtp1-22", 1);
        assertThat(WebServerThreads.of(Prints.history(loops), NONE, false))
                .containsExactly(new WebServerThreads("Jetty", Kind.PLATFORM));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "http-thread-pool::http-listener-1(3), Grizzly, http-thread-pool::http-listener-1",
                "grizzly-http-server-3, Grizzly, grizzly-http-server",
                "default task-3, Undertow, default task",
                "[ACTIVE] ExecuteThread: '3' for queue: 'weblogic.kernel.Default (self-tuning)', WebLogic, ExecuteThread"
            })
    void workers_of_a_server_are_a_pool(String name, String server, String pool) {
        var frame = "Shop.order(Shop.java:30)";
        var history = Prints.history(Prints.thread(name, 21, 1, "RUNNABLE", frame));
        var pools = PlatformPool.of(history.last());
        assertThat(pools).hasSize(1);
        assertThat(pools.getFirst().name()).isEqualTo(pool);
        assertThat(WebServerThreads.of(history, NONE, false))
                .containsExactly(new WebServerThreads(server, Kind.PLATFORM));
    }

    @ParameterizedTest
    @CsvSource({
        "io.grpc.stub.ServerCalls$UnaryServerCallHandler$UnaryServerCallListener.onHalfClose, gRPC",
        "io.micronaut.http.server.RouteExecutor.callRoute, Micronaut",
        "io.ktor.server.routing.RoutingNode.handle, Ktor",
        "org.apache.pekko.http.scaladsl.server.RouteResult.apply, Pekko HTTP",
        "akka.http.scaladsl.server.Directive$.apply, Akka HTTP",
        "play.core.routing.HandlerInvoker.call, Play"
    })
    void a_server_is_known_by_the_frames_below_those_of_the_application(
            String frame, String server) {
        var request =
                Prints.thread(
                        "pool-1-thread-1",
                        21,
                        1,
                        "RUNNABLE",
                        "Shop.order(Shop.java:30)",
                        frame + "(A.java:1)");
        assertThat(WebServerThreads.of(Prints.history(request), NONE, false))
                .containsExactly(new WebServerThreads(server, Kind.PLATFORM));
    }
}
