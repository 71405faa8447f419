package dev.loombench.diagnose.evidence;

import static dev.loombench.diagnose.evidence.ThreadHistoryTest.GET_TASK;
import static dev.loombench.diagnose.evidence.ThreadHistoryTest.TAKE;
import static dev.loombench.diagnose.evidence.ThreadHistoryTest.WAIT;
import static dev.loombench.diagnose.evidence.ThreadHistoryTest.worker;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.rule.resource.WebServerThreads;
import dev.loombench.diagnose.rule.resource.WebServerThreads.Kind;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.StackGroup;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The threads that requests run on, as the threads of several moments show them.
class RequestThreadHistoryTest {
    /// No list of all threads.
    private static final Optional<ThreadDump> NONE = Optional.empty();

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

    @Test
    void requests_run_on_virtual_threads_only_where_there_were_such() {
        var poller =
                Prints.thread(
                        "http-nio-8080-Poller",
                        21,
                        1,
                        "RUNNABLE",
                        "sun.nio.ch.EPoll.wait(E.java:1)");
        var history = Prints.history(poller);
        var sample = new SampleEvidence().printed(history).threads(Part.missing("not listed"));
        assertThat(WebServerThreads.of(sample.evidence(), history))
                .containsExactly(new WebServerThreads("Tomcat", Kind.PROBABLY_VIRTUAL));
        assertThat(WebServerThreads.of(sample.mayHaveVirtual().evidence(), history))
                .containsExactly(new WebServerThreads("Tomcat", Kind.UNKNOWN));
    }

    /// The main thread initialises the connector before there is a thread for requests.
    @Test
    void the_start_of_a_server_is_no_request() {
        var start =
                Prints.thread(
                        "main",
                        1,
                        1,
                        "RUNNABLE",
                        "org.apache.coyote.AbstractProtocol.<init>(AbstractProtocol.java:60)",
                        "com.example.Shop.main(Shop.java:5)");
        var history = Prints.history(start);
        var evidence = new SampleEvidence().printed(history).evidence();
        assertThat(WebServerThreads.of(evidence, history)).isEmpty();
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
                "default-eventLoopGroup-2-1, Micronaut",
                "eventLoopGroupProxy-4-1, Ktor",
                "grpc-default-boss-ELG-1-1, gRPC",
                "armeria-boss-http-*:8080, Armeria",
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

    /// It hands the request to a virtual thread, or calls the handler.
    @Test
    void an_event_loop_in_calls_of_its_server_shows_no_handler() {
        var read =
                new String[] {
                    "io.micronaut.http.server.RouteExecutor.callRoute(R.java:1)",
                    "io.netty.channel.nio.NioIoHandler.run(N.java:1)",
                    "io.netty.channel.SingleThreadIoEventLoop.run(S.java:1)"
                };
        var loop = Prints.thread("default-eventLoopGroup-2-1", 21, 1, "RUNNABLE", read);
        assertThat(WebServerThreads.of(Prints.history(loop), NONE, true))
                .containsExactly(new WebServerThreads("Micronaut", Kind.UNKNOWN));
        var server = "\tat io.micronaut";
        var called = loop.replace(server, "\tat Shop.order(Shop.java:1)\n" + server);
        assertThat(WebServerThreads.of(Prints.history(called), NONE, true))
                .containsExactly(new WebServerThreads("Micronaut", Kind.PLATFORM));
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
                "DubboServerHandler-10.0.0.7:20880-thread-3, Dubbo, DubboServerHandler-10.0.0.7:20880-thread",
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
        "org.apache.dubbo.remoting.exchange.support.header.HeaderExchangeHandler.handleRequest, Dubbo",
        "io.ktor.server.routing.RoutingNode.handle, Ktor",
        "com.linecorp.armeria.internal.server.annotation.DefaultAnnotatedService.invoke, Armeria",
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
