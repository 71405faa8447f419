package dev.loombench.diagnose.rule.resource;

import static dev.loombench.diagnose.RuleFindings.figure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.analysis.defect.KnownDefects;
import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.rule.Rules;
import dev.loombench.finding.Severity;
import dev.loombench.observe.proc.UnreadConnections;
import dev.loombench.observe.proc.UnreadConnections.Port;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Four moments over 30 s, and two processors of which the service uses 1.1.
class SaturatedThreadsTest {
    private static final String WORK = "com.example.Shop.encode(Shop.java:40)";
    private static final String WORKER =
            "java.util.concurrent.ThreadPoolExecutor.runWorker(java.base@25.0.4/T.java:1090)";
    private static final String[] NETTY = {
        WORK,
        "io.netty.channel.nio.NioEventLoop.processSelectedKeys(NioEventLoop.java:580)",
        "io.netty.util.concurrent.SingleThreadEventExecutor$4.run(SingleThreadEventExecutor.java:997)"
    };
    private static final String HTTP_2 =
            "io.netty.handler.codec.http2.DefaultHttp2FrameReader.readFrame(D.java:1)";

    private static List<ServiceFinding> findings(ThreadHistory printed) {
        return findings(printed, OptionalDouble.empty(), 0, 1.1);
    }

    private static List<ServiceFinding> findings(
            ThreadHistory printed, OptionalDouble quota, double throttledSeconds, double used) {
        var evidence =
                new SampleEvidence()
                        .printed(printed)
                        .container(SampleEvidence.container(quota, throttledSeconds, used));
        return Rules.apply(evidence.evidence(), KnownDefects.load());
    }

    /// @param share of a processor that the threads of a print use, which has their CPU time in ms
    private static ThreadHistory history(double share, DoubleFunction<String> print) {
        return history(Optional.empty(), share, print);
    }

    private static ThreadHistory history(
            Optional<UnreadConnections> connections, double share, DoubleFunction<String> print) {
        return Prints.history(
                connections,
                DoubleStream.of(0, 10_000, 20_000, 30_000)
                        .mapToObj(elapsed -> print.apply(share * elapsed))
                        .toArray(String[]::new));
    }

    private static String thread(String name, int number, double cpuMillis, String... frames) {
        return Prints.thread(name, number, cpuMillis, "RUNNABLE", frames);
    }

    private static ThreadHistory loop(double share) {
        return history(
                share,
                cpu ->
                        thread("reactor-http-epoll-1", 31, cpu, NETTY)
                                + thread("reactor-http-epoll-2", 32, cpu / 10, NETTY));
    }

    @Test
    void an_event_loop_that_never_waits_is_the_bound_while_processors_are_free() {
        var finding = findings(loop(0.99)).getFirst();
        assertThat(finding.id()).isEqualTo(SaturatedThreads.ID);
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(figure(finding, "saturated")).isEqualTo(1);
        assertThat(figure(finding, "threads")).isEqualTo(2);
        assertThat(figure(finding, "processorShare")).isCloseTo(0.99, within(0.001));
        assertThat(figure(finding, "freeProcessors")).isCloseTo(0.9, within(0.001));
        assertThat(finding.text().message()).contains("reactor-http-epoll");
        assertThat(finding.frames()).containsExactly(WORK);
    }

    /// 0.9 of 2 processors are unused. A loop with 0.75 of a processor, which waits for one for 0.2
    /// of the time, has as much to do; of two that wait for 0.25 each, they are used up.
    @Test
    void a_loop_that_waits_for_a_processor_is_as_saturated_as_one_that_has_it() {
        assertThat(findings(loop(0.75))).isEmpty();
        var finding = findings(waiting(loop(0.75), 0.2, 31L)).getFirst();
        assertThat(finding.id()).isEqualTo(SaturatedThreads.ID);
        assertThat(figure(finding, "processorShare")).isCloseTo(0.75, within(0.001));
        assertThat(figure(finding, "waitShare")).isCloseTo(0.2, within(0.001));
        assertThat(figure(finding, "freeProcessors")).isCloseTo(0.9, within(0.001));
        var both =
                history(
                        0.7,
                        cpu ->
                                thread("reactor-http-epoll-1", 31, cpu, NETTY)
                                        + thread("reactor-http-epoll-2", 32, cpu, NETTY));
        assertThat(findings(waiting(both, 0.25, 31L, 32L))).isEmpty();
        assertThat(findings(waiting(loop(0.5), 0.45, 31L)))
                .as("each of its events may wait for a processor")
                .isEmpty();
    }

    /// @param share of the time for which the threads wait for a processor
    private static ThreadHistory waiting(ThreadHistory history, double share, long... numbers) {
        return new ThreadHistory(
                history.moments().stream()
                        .map(moment -> moment.withWaits(waits(share * moment.nanos(), numbers)))
                        .toList());
    }

    private static Map<Long, Long> waits(double nanos, long... numbers) {
        return LongStream.of(numbers)
                .boxed()
                .collect(Collectors.toMap(number -> number, _ -> Math.round(nanos)));
    }

    /// Clients that share a connection of HTTP/2 leave the other event loops without work.
    @ParameterizedTest
    @CsvSource({"1, 0.1, true", "2, 0.1, false", "1, 0.5, false"})
    void an_event_loop_that_serves_the_only_connection_is_named(
            int connections, double other, boolean named) {
        String[] http2 = {WORK, HTTP_2, NETTY[1]};
        var printed =
                history(
                        Optional.of(Prints.connections(connections, 0, 0)),
                        0.99,
                        cpu ->
                                thread("reactor-http-epoll-1", 31, cpu, http2)
                                        + thread("reactor-http-epoll-2", 32, other * cpu, NETTY));
        var finding = findings(printed).getFirst();
        assertThat(figure(finding, "saturated")).isEqualTo(1);
        assertThat(finding.text().message().contains("connection")).isEqualTo(named);
        assertThat(finding.text().remedy().contains("connections")).isEqualTo(named);
    }

    /// The message on a saturated event loop of two.
    private static String message(UnreadConnections connections, String... frames) {
        var printed =
                history(
                        Optional.of(connections),
                        0.99,
                        cpu ->
                                thread("reactor-http-epoll-1", 31, cpu, frames)
                                        + thread("reactor-http-epoll-2", 32, cpu / 10, NETTY));
        return findings(printed).getFirst().text().message();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "io.grpc.netty.NettyClientHandler.onDataRead(NettyClientHandler.java:1)",
                "jdk.internal.net.http.Http2Connection.processFrame(Http2Connection.java:1)"
            })
    void a_client_of_http2_shows_no_connection_that_is_served(String client) {
        var one = Prints.connections(1, 0, 0);
        assertThat(message(one, WORK, HTTP_2, NETTY[1])).contains("connection");
        assertThat(message(one, WORK, client, HTTP_2, NETTY[1])).doesNotContain("connection");
    }

    @Test
    void one_connection_to_each_of_two_ports_is_not_the_only_one() {
        var both = new UnreadConnections(List.of(new Port(8080, 1, 0), new Port(8081, 1, 0)), 0, 0);
        assertThat(message(both, WORK, HTTP_2, NETTY[1])).doesNotContain("connection");
    }

    /// More event loops would help it too.
    @Test
    void a_single_event_loop_has_no_idle_ones_beside_it() {
        var printed =
                history(
                        Optional.of(Prints.connections(1, 0, 0)),
                        0.99,
                        cpu -> thread("reactor-http-epoll-1", 31, cpu, WORK, HTTP_2, NETTY[1]));
        assertThat(findings(printed).getFirst().text().remedy()).doesNotContain("connections");
    }

    @Test
    void one_connection_of_another_protocol_has_one_request_at_a_time() {
        assertThat(message(Prints.connections(1, 0, 0), NETTY)).doesNotContain("connection");
    }

    @ParameterizedTest
    @CsvSource({"0.91, 1", "0.89, 0"})
    void a_loop_that_waits_for_a_tenth_of_the_time_is_no_bound(double share, int findings) {
        assertThat(findings(loop(share))).hasSize(findings);
    }

    @ParameterizedTest
    @CsvSource({"1.5, 1", "1.51, 0"})
    void a_service_that_uses_its_processors_has_no_such_bound(double used, int findings) {
        assertThat(findings(loop(0.99), OptionalDouble.empty(), 0, used)).hasSize(findings);
    }

    /// With a quota of one processor a thread that uses it is not what bounds the service.
    @ParameterizedTest
    @CsvSource({"1.0, 0", "1.6, 1"})
    void a_quota_is_all_that_the_service_may_use(double quota, int findings) {
        assertThat(findings(loop(0.99), OptionalDouble.of(quota), 0, 1))
                .filteredOn(finding -> finding.id().equals(SaturatedThreads.ID))
                .hasSize(findings);
    }

    @Test
    void a_quota_that_stops_the_service_is_the_only_finding() {
        assertThat(findings(loop(0.95), OptionalDouble.of(1.6), 15, 1))
                .extracting(ServiceFinding::id)
                .containsExactly(ContainerRules.THROTTLED);
    }

    @Test
    void the_only_thread_of_an_executor_is_the_bound_but_not_one_of_several() {
        var single = history(0.95, cpu -> thread("orders-1", 31, cpu, WORK, WORKER));
        var finding = findings(single).getFirst();
        assertThat(figure(finding, "threads")).isEqualTo(1);
        assertThat(finding.text().message()).contains("\"orders-1\"");
        assertThat(finding.text().remedy()).contains("executor");

        var free =
                history(
                        0.95,
                        cpu ->
                                thread("orders-1", 31, cpu, WORK, WORKER)
                                        + thread("orders-2", 32, 1, WORK, WORKER));
        assertThat(findings(free)).isEmpty();
    }

    @Test
    void other_threads_may_compute() {
        assertThat(findings(history(0.99, cpu -> thread("main", 1, cpu, WORK)))).isEmpty();
    }

    @Test
    void a_thread_of_its_own_kind_is_the_bound_where_requests_stay_unread() {
        var unread = Optional.of(Prints.connections(8, 3, 0));
        var own = history(unread, 0.99, cpu -> thread("server", 31, cpu, WORK));
        assertThat(findings(own))
                .extracting(ServiceFinding::id)
                .containsExactly(SaturatedThreads.ID);

        var beside =
                history(
                        unread,
                        0.99,
                        cpu ->
                                thread("report", 31, cpu, WORK)
                                        + thread("http-nio-8080-Poller", 32, 1, WORK));
        assertThat(findings(beside)).as("Tomcat reads the requests").isEmpty();
    }

    @Test
    void a_thread_that_takes_events_from_a_queue_is_known_by_any_moment() {
        var take = "java.util.concurrent.LinkedBlockingQueue.take(java.base@25.0.4/L.java:435)";
        var busy = thread("dispatcher", 31, 0, WORK);
        var printed =
                Prints.history(
                        busy,
                        thread("dispatcher", 31, 9_500, take, WORK),
                        busy,
                        thread("dispatcher", 31, 28_500, WORK));
        assertThat(findings(printed))
                .extracting(ServiceFinding::id)
                .containsExactly(SaturatedThreads.ID);
    }
}
