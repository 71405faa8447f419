package dev.loombench.diagnose.rule.pool;

import static dev.loombench.diagnose.RuleFindings.figure;
import static dev.loombench.diagnose.RuleFindings.findings;
import static dev.loombench.diagnose.RuleFindings.only;
import static dev.loombench.diagnose.SampleThreads.IDLE;
import static dev.loombench.diagnose.SampleThreads.PARK;
import static dev.loombench.diagnose.SampleThreads.SLEEP;
import static dev.loombench.diagnose.SampleThreads.requests;
import static dev.loombench.diagnose.SampleThreads.requestsIn;
import static dev.loombench.diagnose.SampleThreads.served;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.evidence.PoolReading;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.Observation.Pool;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Requests that the threads of a web server have not read.
class WebPoolExhaustedTest {
    private static final String PROPERTY = "server.tomcat.threads.max";

    @Test
    void a_web_server_without_a_free_thread_for_unread_requests_is_exhausted() {
        var finding = only(served(60, 50, ""));
        assertThat(finding.id()).isEqualTo(PoolExhausted.ID);
        assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(finding.figures()).isEqualTo(new WebPoolExhausted.Figures(10, 50, 3));
        assertThat(finding.text().message()).contains("http-nio-8080-exec", "Tomcat");
        assertThat(finding.text().remedy()).contains("maxThreads").doesNotContain(PROPERTY);
        assertThat(finding.frames()).containsExactly("Shop.order(Shop.java:30)");
    }

    @Test
    void the_threads_of_a_web_server_in_spring_boot_have_a_property() {
        var evidence =
                new SampleEvidence()
                        .printed(served(60, 50, ""))
                        .words("java", "-jar", "shop.jar", "--server.port=8080");
        assertThat(only(evidence).text().remedy()).contains("maxThreads", PROPERTY);
    }

    /// Of two processors; ten threads compute, and more of them would wait for the same ones.
    @ParameterizedTest
    @CsvSource({"1.9, false", "1.0, true"})
    void more_threads_help_only_where_a_processor_is_free(double used, boolean more) {
        var call = "Shop.sum(Shop.java:9)";
        var evidence =
                new SampleEvidence()
                        .printed(
                                Prints.history(
                                        Optional.of(Prints.connections(60, 50, 0)),
                                        requestsIn("RUNNABLE", 10, 10, call),
                                        requestsIn("RUNNABLE", 10, 1_900, call),
                                        requestsIn("RUNNABLE", 10, 3_800, call)))
                        .container(SampleEvidence.container(OptionalDouble.empty(), 0, used))
                        .words("java", "-jar", "shop.jar", "--server.port=8080");
        var finding =
                findings(evidence).stream()
                        .filter(f -> f.id().equals(PoolExhausted.ID))
                        .findFirst()
                        .orElseThrow();
        assertThat(finding.text().remedy().contains("maxThreads")).isEqualTo(more);
        assertThat(finding.setting().isPresent()).isEqualTo(more);
    }

    /// Helidon has a system property of this name too.
    @Test
    void a_port_as_a_system_property_shows_no_framework() {
        var evidence =
                new SampleEvidence()
                        .printed(served(60, 50, ""))
                        .words("java", "-Dserver.port=8080", "-jar", "shop.jar");
        assertThat(only(evidence).text().remedy()).contains("maxThreads").doesNotContain(PROPERTY);
    }

    /// A handler may wait for the reply in a queue.
    @Test
    void a_web_server_whose_handlers_take_from_a_queue_is_exhausted() {
        var take = "java.util.concurrent.LinkedBlockingQueue.take(java.base@25.0.4/L.java:435)";
        var printed =
                Prints.history(
                        Optional.of(Prints.connections(60, 50, 0)),
                        requests(10, 10, PARK, take, "Shop.order(Shop.java:30)"),
                        requests(10, 20, PARK, take, "Shop.order(Shop.java:30)"),
                        requests(10, 30, PARK, take, "Shop.order(Shop.java:30)"));
        var finding = only(printed);
        assertThat(finding.id()).isEqualTo(PoolExhausted.ID);
        assertThat(finding.frames()).containsExactly("Shop.order(Shop.java:30)");
    }

    @ParameterizedTest
    @CsvSource({"11, 1, 1", "11, 0, 0", "10, 10, 0"})
    void requests_wait_in_unread_connections_beyond_the_busy_threads(
            int connections, int unread, int expected) {
        assertThat(findings(served(connections, unread, ""))).hasSize(expected);
    }

    private static String worker(int i, double cpuMillis) {
        return Prints.thread(
                "XNIO-1 task-" + i,
                30 + i,
                cpuMillis,
                "TIMED_WAITING (sleeping)",
                SLEEP,
                "Shop.order(Shop.java:30)",
                "io.undertow.server.Connectors.executeRootHandler(Connectors.java:393)",
                "org.jboss.threads.EnhancedQueueExecutor$ThreadBody.run(E.java:1282)");
    }

    /// Two workers, and requests of 2 and 5 connections that Undertow has read.
    @ParameterizedTest
    @CsvSource({"2, 0", "5, 1"})
    void a_pool_of_undertow_is_exhausted_where_more_requests_were_read(int read, int expected) {
        var printed =
                Prints.history(
                        Optional.of(Prints.connections(60, 0, read)),
                        worker(1, 10) + worker(2, 10),
                        worker(1, 20) + worker(2, 20),
                        worker(1, 30) + worker(2, 30));
        var findings = findings(printed);
        assertThat(findings).hasSize(expected);
        assertThat(printed.busyExecutors())
                .as("otherwise the queue is unknown")
                .hasSize(1 - expected);
        for (var finding : findings) {
            assertThat(finding.figures()).isEqualTo(new WebPoolExhausted.Figures(2, 3, 3));
            assertThat(finding.text().message()).contains("XNIO-1 task", "Undertow");
            assertThat(finding.text().remedy()).contains("worker threads");
        }
    }

    @Test
    void requests_that_wait_for_other_threads_are_said_to_do_so() {
        var latch = "java.util.concurrent.CountDownLatch.await(java.base@25.0.4/C.java:232)";
        var printed =
                Prints.history(
                        Optional.of(Prints.connections(60, 50, 0)),
                        requests(4, 10, PARK, latch, "Shop.order(Shop.java:30)"),
                        requests(4, 20, PARK, latch, "Shop.order(Shop.java:30)"),
                        requests(4, 30, PARK, latch, "Shop.order(Shop.java:30)"));
        assertThat(only(printed).evidence().getLast()).contains("4 of 4", "(CountDownLatch)");
        assertThat(only(served(60, 50, "")).evidence()).hasSize(1);
    }

    private static ThreadHistory loops(int selecting) {
        var loops =
                IntStream.rangeClosed(1, 4)
                        .mapToObj(i ->
                                Prints.thread(
                                        "reactor-http-epoll-" + i,
                                        30 + i,
                                        1,
                                        "RUNNABLE",
                                        i <= selecting
                                                ? "io.netty.channel.epoll.Native.epollWait(Native.java:1)"
                                                : "Shop.order(Shop.java:30)",
                                        "io.netty.util.concurrent.FastThreadLocalRunnable.run(F.java:1)"))
                        .collect(Collectors.joining());
        var unread = Optional.of(Prints.connections(60, 50, 0));
        return Prints.history(unread, loops, loops, loops);
    }

    @Test
    void an_event_loop_that_waits_for_events_is_free() {
        assertThat(findings(loops(1))).noneMatch(f -> f.id().equals(PoolExhausted.ID));
        assertThat(findings(loops(0))).anyMatch(f -> f.id().equals(PoolExhausted.ID));
    }

    @Test
    void a_pool_with_a_free_thread_is_not_exhausted() {
        assertThat(findings(served(60, 50, IDLE))).isEmpty();
    }

    private static SampleEvidence withBean(long capacity, OptionalLong waiting) {
        var bean =
                new Pool(
                        "attach",
                        0,
                        "Tomcat",
                        "http-nio-8080",
                        capacity,
                        OptionalLong.of(10),
                        waiting);
        return new SampleEvidence()
                .printed(served(60, 50, ""))
                .pools(List.of(new PoolReading(List.of(bean), OptionalDouble.empty())));
    }

    @Test
    void the_bean_of_a_pool_knows_its_limit() {
        assertThat(findings(withBean(200, OptionalLong.empty()))).isEmpty();
    }

    /// That of Tomcat shows no queue.
    @Test
    void the_threads_of_a_pool_show_what_its_bean_does_not() {
        assertThat(only(withBean(10, OptionalLong.empty())).figures())
                .isEqualTo(new WebPoolExhausted.Figures(10, 50, 3));
        var shown = only(withBean(10, OptionalLong.of(7)));
        assertThat(shown.figures()).isInstanceOf(PoolExhausted.Figures.class);
        assertThat(figure(shown, "capacity")).isEqualTo(10);
        assertThat(figure(shown, "waiting")).isEqualTo(7);
    }

    private static final String[] CALL = {SLEEP, "Shop.order(Shop.java:30)"};

    /// As in a thread dump: Tomcat has 200 threads where nothing sets another number.
    @Test
    void a_pool_with_all_threads_that_it_may_have_in_calls_is_named_without_its_requests() {
        var finding = only(Prints.history(requests(200, 10, CALL)));
        assertThat(finding.id()).isEqualTo(PoolExhausted.ID);
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.confidence()).isEqualTo(Confidence.LOW);
        assertThat(finding.figures()).isEqualTo(new WebPoolExhausted.AtLimit(200, 1));
        assertThat(finding.text().message()).contains("http-nio-8080-exec", "maxThreads");
        assertThat(finding.frames()).containsExactly("Shop.order(Shop.java:30)");
        assertThat(findings(Prints.history(requests(199, 10, CALL)))).as("it may grow").isEmpty();
        assertThat(findings(Prints.history(requests(200, 10, CALL), requests(199, 20, CALL))))
                .as("at one of two moments")
                .isEmpty();
        var none = Optional.of(Prints.connections(200, 0, 0));
        assertThat(findings(Prints.history(none, requests(200, 10, CALL))))
                .as("no request waits")
                .isEmpty();
    }

    /// Its acceptors are threads of its pool, with names of their own.
    @Test
    void a_pool_of_jetty_has_its_acceptors_too() {
        var acceptor =
                Prints.thread(
                        "qtp1234567-45-acceptor-0@1b28cdfa-ServerConnector@5c7933ad{HTTP/1.1, (http/1.1)}{0.0.0.0:8080}",
                        900,
                        1,
                        "RUNNABLE",
                        "sun.nio.ch.Net.accept(java.base@25.0.4/Native Method)",
                        "sun.nio.ch.ServerSocketChannelImpl.accept(java.base@25.0.4/S.java:1)",
                        "org.eclipse.jetty.server.ServerConnector.accept(ServerConnector.java:1)");
        var finding = only(Prints.history(jetty(199) + acceptor));
        assertThat(finding.figures()).isEqualTo(new WebPoolExhausted.AtLimit(199, 1));
        assertThat(finding.text().message()).contains("qtp1234567", "Jetty");
        assertThat(findings(Prints.history(jetty(198) + acceptor))).as("it may grow").isEmpty();
        assertThat(findings(Prints.history(jetty(199)))).as("without an acceptor").isEmpty();
    }

    /// Its bean has another name than its threads, and shows its queue.
    @ParameterizedTest
    @CsvSource({"Tomcat executor, 1", "executor, 2"})
    void a_shared_executor_of_tomcat_is_told_once(String library, int expected) {
        var pool =
                new Pool(
                        "attach",
                        0,
                        library,
                        "tomcatThreadPool",
                        10,
                        OptionalLong.of(10),
                        OptionalLong.of(50));
        var bean = new PoolReading(List.of(pool, pool, pool, pool), OptionalDouble.empty());
        var printed =
                Prints.history(
                        Optional.of(Prints.connections(60, 50, 0)),
                        catalina(10),
                        catalina(20),
                        catalina(30));
        assertThat(findings(new SampleEvidence().printed(printed).pools(List.of(bean))))
                .hasSize(expected)
                .anySatisfy(f -> assertThat(f.message()).contains("tomcatThreadPool"));
    }

    /// Another connector is as large, and has about as many threads in use, and free ones.
    @Test
    void a_bean_of_another_connector_hides_no_pool() {
        var own = connector("http-nio-8080", 10);
        var other = connector("http-nio-8443", 8);
        var printed =
                Prints.history(
                        Optional.of(Prints.connections(60, 50, 0)),
                        requests(10, 10, SLEEP, "Shop.order(Shop.java:30)"),
                        requests(10, 20, SLEEP, "Shop.order(Shop.java:30)"),
                        requests(10, 30, SLEEP, "Shop.order(Shop.java:30)"));
        assertThat(findings(new SampleEvidence().printed(printed).pools(List.of(own, other))))
                .singleElement()
                .satisfies(f -> assertThat(f.message()).contains("http-nio-8080-exec"));
    }

    private static PoolReading connector(String name, long inUse) {
        var pool =
                new Pool(
                        "attach",
                        0,
                        "Tomcat",
                        name,
                        10,
                        OptionalLong.of(inUse),
                        OptionalLong.empty());
        return new PoolReading(List.of(pool, pool, pool), OptionalDouble.empty());
    }

    private static String catalina(double cpuMillis) {
        return requests(10, cpuMillis, SLEEP, "Shop.order(Shop.java:30)")
                .replace("http-nio-8080-exec-", "catalina-exec-");
    }

    /// Two workers of Undertow write to clients that do not read, and three further requests have
    /// been read.
    @Test
    void workers_that_wait_for_slow_clients_are_busy() {
        var printed =
                Prints.history(
                        Optional.of(Prints.connections(60, 0, 5)),
                        writing(1, 10) + writing(2, 10),
                        writing(1, 20) + writing(2, 20),
                        writing(1, 30) + writing(2, 30));
        var finding = only(printed);
        assertThat(finding.figures()).isEqualTo(new WebPoolExhausted.Figures(2, 3, 3));
        assertThat(finding.frames()).anyMatch(frame -> frame.contains("Shop.export"));
    }

    private static String writing(int i, double cpuMillis) {
        return Prints.thread(
                "XNIO-1 task-" + i,
                30 + i,
                cpuMillis,
                "RUNNABLE",
                "sun.nio.ch.EPoll.wait(java.base@25.0.4/Native Method)",
                "sun.nio.ch.SelectorImpl.select(java.base@25.0.4/SelectorImpl.java:141)",
                "org.xnio.nio.SelectorUtils.await(SelectorUtils.java:51)",
                "io.undertow.servlet.spec.ServletOutputStreamImpl.writeBufferBlocking(S.java:587)",
                "Shop.export(Shop.java:9)",
                "io.undertow.server.Connectors.executeRootHandler(Connectors.java:393)",
                "org.jboss.threads.EnhancedQueueExecutor$ThreadBody.run(E.java:1282)");
    }

    /// One of its threads is free for what another one hands to it, and takes no request from the
    /// queue.
    @ParameterizedTest
    @CsvSource({"50, 1", "0, 0"})
    void a_pool_of_jetty_whose_only_free_thread_is_reserved_is_exhausted(int unread, int expected) {
        var reserved =
                Prints.thread(
                        "qtp1234567-500",
                        500,
                        1,
                        "WAITING (parking)",
                        PARK,
                        "org.eclipse.jetty.util.thread.ReservedThreadExecutor$ReservedThread.waitForTask(R.java:1)",
                        "org.eclipse.jetty.util.thread.QueuedThreadPool$Runner.run(Q.java:1)");
        var print = jetty(3) + reserved;
        var printed =
                Prints.history(
                        Optional.of(Prints.connections(60, unread, 0)), print, print, print, print);
        var found = findings(printed);
        assertThat(found).hasSize(expected);
        assertThat(found)
                .allSatisfy(f ->
                        assertThat(f.figures()).isEqualTo(new WebPoolExhausted.Figures(4, 50, 4)))
                .allSatisfy(f -> assertThat(f.message()).contains("free but reserved ones"));
    }

    private static String jetty(int threads) {
        return IntStream.rangeClosed(1, threads)
                .mapToObj(i ->
                        Prints.thread(
                                "qtp1234567-" + (100 + i),
                                30 + i,
                                10,
                                "TIMED_WAITING (sleeping)",
                                SLEEP,
                                "Shop.order(Shop.java:30)",
                                "org.eclipse.jetty.server.Server.handle(Server.java:1)",
                                "org.eclipse.jetty.util.thread.QueuedThreadPool$Runner.run(Q.java:1)"))
                .collect(Collectors.joining());
    }

    @Test
    void the_configuration_of_a_pool_shows_its_limit() {
        var sample =
                new SampleEvidence()
                        .printed(Prints.history(requests(10, 10, CALL), requests(10, 20, CALL)));
        assertThat(findings(sample)).isEmpty();
        assertThat(only(sample.words("java", "-D" + PROPERTY + "=10")).figures())
                .isEqualTo(new WebPoolExhausted.AtLimit(10, 2));
        assertThat(findings(sample.words("java", "-D" + PROPERTY + "=20"))).isEmpty();
    }
}
