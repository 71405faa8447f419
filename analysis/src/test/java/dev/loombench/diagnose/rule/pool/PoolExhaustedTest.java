package dev.loombench.diagnose.rule.pool;

import static dev.loombench.diagnose.RuleFindings.figure;
import static dev.loombench.diagnose.RuleFindings.findings;
import static dev.loombench.diagnose.RuleFindings.only;
import static dev.loombench.diagnose.SampleThreads.IDLE;
import static dev.loombench.diagnose.SampleThreads.PARK;
import static dev.loombench.diagnose.SampleThreads.PARKED;
import static dev.loombench.diagnose.SampleThreads.SHOP;
import static dev.loombench.diagnose.SampleThreads.dump;
import static dev.loombench.diagnose.SampleThreads.requests;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.evidence.Part;
import dev.loombench.diagnose.evidence.PoolReading;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.finding.ServiceFinding.Setting;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.Library;
import dev.loombench.observe.result.Observation.Pool;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.StackGroup;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Pools by their beans, and by the threads that wait for a connection.
class PoolExhaustedTest {
    @Test
    void a_pool_without_a_free_connection_is_exhausted() {
        assertThat(findings(new SampleEvidence().pools(List.of(SampleEvidence.pool(10, 0)))))
                .as("in use, and no request waits")
                .isEmpty();
        var finding = only(new SampleEvidence().pools(List.of(SampleEvidence.pool(10, 40))));
        assertThat(finding.id()).isEqualTo(PoolExhausted.ID);
        assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(figure(finding, "capacity")).isEqualTo(10);
        assertThat(figure(finding, "waiting")).isEqualTo(40);
        assertThat(finding.text().message()).contains("shop", "HikariCP", "10", "40");
        assertThat(finding.text().remedy()).contains("maximumPoolSize");
        assertThat(only(new SampleEvidence().pools(List.of(SampleEvidence.pool(10, 9)))).severity())
                .isEqualTo(Severity.WARNING);
    }

    /// 10 in use, and 50 requests per second: S = 10 / 50 s.
    @Test
    void the_time_of_a_use_by_requests_is_said_to_be_an_assumption() {
        var readings = SampleEvidence.pool(10, 40).readings();
        var pool = new PoolReading(readings, OptionalDouble.of(50));
        var finding = only(new SampleEvidence().pools(List.of(pool)));
        assertThat(figure(finding, "exhaustedShare")).isEqualTo(1);
        assertThat(figure(finding, "holdSeconds")).isEqualTo(0.2);
        assertThat(figure(finding, "limitPerSecond")).isEqualTo(50);
        assertThat(finding.evidence())
                .singleElement()
                .asString()
                .contains("if each request", "200 ms", "50 per second");
    }

    @ParameterizedTest
    @CsvSource({
        "Oracle UCP, spring.datasource.oracleucp.max-pool-size",
        "Commons DBCP, spring.datasource.dbcp2.max-total",
        "Jedis, spring.data.redis.jedis.pool.max-active",
        "Lettuce, spring.data.redis.lettuce.pool.max-active"
    })
    void the_size_of_a_pool_is_set_by_the_property_of_its_library(String library, String property) {
        assertThat(exhausted(library).setting()).contains(new Setting(property, 10, 20));
    }

    /// A service of Spring Boot.
    private static ServiceFinding exhausted(String library) {
        var pool =
                new Pool("attach", 0, library, "shop", 10, OptionalLong.of(10), OptionalLong.of(4));
        var reading = new PoolReading(List.of(pool, pool, pool, pool), OptionalDouble.empty());
        var evidence =
                new SampleEvidence()
                        .pools(List.of(reading))
                        .libraries(new Library("spring-boot", "4.1.1"));
        return findings(evidence).getFirst();
    }

    /// Only a URL publishes it, and beside the URL no property may be set.
    @Test
    void the_size_of_a_pool_of_r2dbc_is_set_by_its_url() {
        var finding = exhausted("R2DBC");
        assertThat(finding.setting()).isEmpty();
        assertThat(finding.text().remedy()).contains("raise maxSize in its r2dbc:pool: URL");
    }

    /// As many again, or as many as wait; five times as many at most.
    @ParameterizedTest
    @CsvSource({"4, 20", "25, 35", "200, 50"})
    void an_exhausted_pool_of_a_service_of_spring_boot_has_a_size_to_try(
            long waiting, long proposed) {
        var evidence = new SampleEvidence().pools(List.of(SampleEvidence.pool(10, waiting)));
        assertThat(only(evidence).setting()).as("no property is known").isEmpty();
        var library = new Library("spring-boot", "4.1.1");
        assertThat(findings(evidence.libraries(library)).getFirst().setting())
                .contains(new Setting("spring.datasource.hikari.maximum-pool-size", 10, proposed));
    }

    private static Part<ThreadDump> waitingForHikari() {
        return dump(
                10,
                "java.util.concurrent.SynchronousQueue.poll(SynchronousQueue.java:1)",
                "com.zaxxer.hikari.util.ConcurrentBag.borrow(ConcurrentBag.java:1)",
                "com.zaxxer.hikari.HikariDataSource.getConnection(HikariDataSource.java:1)",
                SHOP);
    }

    @ParameterizedTest
    @CsvSource({
        "SPRING_DATASOURCE_HIKARI_MAXIMUM_POOL_SIZE, 5, JAVA_HOME, 5 in its configuration",
        "SPRING_DATASOURCE_HIKARI_MAXIMUMPOOLSIZE, 5, SPRING_PROFILES_ACTIVE, 5 in its configuration",
        "SPRING_DATASOURCE_HIKARI_MAXIMUMPOOLSIZE, '', JAVA_HOME, unknown",
        "SPRING_DATASOURCE_HIKARI_MAXIMUMPOOLSIZE, 5, SPRING_APPLICATION_JSON, unknown",
        "SPRING_DATASOURCE_HIKARI_MAXIMUMPOOLSIZE, 5, JAVA_TOOL_OPTIONS, unknown"
    })
    void the_size_of_a_pool_without_a_bean_is_that_of_the_environment(
            String variable, String value, String other, String expected) {
        var finding =
                only(
                        new SampleEvidence()
                                .pools(List.of())
                                .variables(Map.of(variable, value, other, ""))
                                .threads(waitingForHikari()));
        assertThat(finding.text().remedy()).contains("maximumPoolSize (" + expected + ";");
    }

    @Test
    void the_size_of_a_pool_without_a_bean_is_that_of_the_command_line() {
        var finding =
                only(
                        new SampleEvidence()
                                .pools(List.of())
                                .words(
                                        "java",
                                        "-Dspring.datasource.hikari.maximumPoolSize=5",
                                        "-jar",
                                        "shop.jar")
                                .variables(
                                        Map.of("SPRING_DATASOURCE_HIKARI_MAXIMUM_POOL_SIZE", "7"))
                                .threads(waitingForHikari()));
        assertThat(finding.text().remedy()).contains("maximumPoolSize (5 in its configuration;");
        assertThat(finding.setting())
                .contains(new Setting("spring.datasource.hikari.maximum-pool-size", 5, 15));
    }

    @ParameterizedTest
    @CsvSource({"4, 1", "0, 0"})
    void a_pool_that_publishes_only_what_waits_is_exhausted_while_something_waits(
            long waiting, int expected) {
        var pool =
                new Pool(
                        "attach",
                        0,
                        "Undertow",
                        "XNIO-1",
                        4,
                        OptionalLong.empty(),
                        OptionalLong.of(waiting));
        var reading = new PoolReading(List.of(pool, pool, pool, pool), OptionalDouble.empty());
        assertThat(findings(new SampleEvidence().pools(List.of(reading)))).hasSize(expected);
    }

    @Test
    void threads_that_wait_for_a_connection_of_a_pool_without_a_bean_exhaust_it() {
        String[] waiting = {
            "java.util.concurrent.SynchronousQueue.poll(SynchronousQueue.java:1)",
            "com.zaxxer.hikari.util.ConcurrentBag.borrow(ConcurrentBag.java:1)",
            "com.zaxxer.hikari.HikariDataSource.getConnection(HikariDataSource.java:1)",
            SHOP
        };
        var unpublished = new SampleEvidence().pools(List.of());
        assertThat(findings(unpublished.threads(dump(9, waiting)))).isEmpty();
        var finding = only(unpublished.threads(dump(10, waiting)));
        assertThat(finding.id()).isEqualTo(PoolExhausted.ID);
        assertThat(finding.figures()).isEqualTo(new PoolExhausted.Waiting(10));
        assertThat(finding.text().message()).contains("HikariCP");
        assertThat(finding.text().remedy()).contains("maximumPoolSize (unknown; 10 ");
        assertThat(finding.frames()).as("who waits, with the line").containsExactly(SHOP);
        assertThat(finding.evidence())
                .singleElement()
                .asString()
                .contains("com.zaxxer.hikari.HikariDataSource.getConnection");
        var full = new SampleEvidence().pools(List.of(SampleEvidence.pool(10, 0)));
        assertThat(findings(full.threads(dump(10, waiting))))
                .as("they may wait for that one")
                .isEmpty();
    }

    /// Its bean shows that the published pool is not exhausted; its size is not that of the other.
    @Test
    void threads_that_do_not_wait_for_the_published_pool_wait_for_a_further_one() {
        assertThat(findings(new SampleEvidence().threads(waitingForHikari())))
                .as("the list is of one moment, at which the published one was not read")
                .isEmpty();
        var threads =
                IntStream.range(0, 10)
                        .mapToObj(i ->
                                Prints.thread(
                                        "worker-" + i,
                                        40 + i,
                                        i,
                                        PARKED,
                                        PARK,
                                        "com.zaxxer.hikari.util.ConcurrentBag.borrow(ConcurrentBag.java:1)",
                                        SHOP))
                        .collect(Collectors.joining());
        var finding =
                findings(
                                new SampleEvidence()
                                        .words(
                                                "java",
                                                "-Dspring.datasource.hikari.maximumPoolSize=5")
                                        .printed(Prints.four(threads)))
                        .stream()
                        .filter(f -> f.id().equals(PoolExhausted.ID))
                        .findFirst()
                        .orElseThrow();
        assertThat(finding.figures()).isEqualTo(new PoolExhausted.Waiting(10));
        assertThat(finding.text().message()).contains("HikariCP");
        assertThat(finding.evidence().getFirst()).contains("published pool shop");
        assertThat(finding.setting()).isEmpty();
    }

    /// Of a library with more connections where nothing is set.
    @Test
    void the_rank_of_a_pool_of_unknown_size_follows_the_threads_that_wait() {
        var unpublished = new SampleEvidence().pools(List.of());
        assertThat(only(unpublished.threads(waitingForHikari())).lost()).isEqualTo(0.5);
        assertThat(
                        only(unpublished.threads(
                                        dump(
                                                30,
                                                "java.util.concurrent.Semaphore.acquire(S.java:1)",
                                                "org.vibur.objectpool.ConcurrentPool.take(C.java:1)",
                                                SHOP)))
                                .lost())
                .isEqualTo(0.75);
    }

    private static final String PAY = "com.example.Shop.pay(Shop.java:40)";

    /// One waits, and two are in a call of the driver, one of them without the application.
    private static ThreadDump connections() {
        var proxy = "com.zaxxer.hikari.pool.ProxyStatement.execute(ProxyStatement.java:94)";
        var read = "sun.nio.ch.NioSocketImpl.park(NioSocketImpl.java:191)";
        var driver = "org.postgresql.core.PGStream.receive(PGStream.java:450)";
        var waits =
                List.of(
                        "java.util.concurrent.SynchronousQueue.poll(SynchronousQueue.java:1)",
                        "com.zaxxer.hikari.util.ConcurrentBag.borrow(ConcurrentBag.java:1)",
                        SHOP);
        var groups =
                List.of(
                        new StackGroup(ThreadKind.VIRTUAL, "WAITING", 10, waits),
                        new StackGroup(
                                ThreadKind.VIRTUAL,
                                "WAITING",
                                2,
                                List.of(read, driver, proxy, PAY)),
                        new StackGroup(
                                ThreadKind.PLATFORM,
                                "RUNNABLE",
                                1,
                                List.of(read, driver, "com.zaxxer.hikari.pool.PoolBase.x(P:1)")));
        return new ThreadDump("attach", 0, 20, 2, 12, groups);
    }

    @Test
    void who_waits_for_a_connection_and_who_uses_one_is_named_with_and_without_a_bean() {
        var listed = new SampleEvidence().threads(Part.of(connections()));
        for (var pools : List.of(List.of(SampleEvidence.pool(10, 10)), List.<PoolReading>of())) {
            var finding = only(listed.pools(pools));
            assertThat(finding.frames()).containsExactly(SHOP, PAY);
            assertThat(finding.evidence().getLast()).startsWith("2 ").endsWith(PAY);
        }
    }

    @Test
    void the_calls_of_the_threads_of_a_published_pool_are_named() {
        var pool =
                new Pool(
                        "attach",
                        0,
                        "executor",
                        "orders",
                        2,
                        OptionalLong.of(2),
                        OptionalLong.of(7));
        var threads =
                IntStream.range(0, 2)
                        .mapToObj(i -> Prints.thread("orders-" + i, 40 + i, i, "RUNNABLE", SHOP))
                        .collect(Collectors.joining());
        var reading = new PoolReading(List.of(pool, pool, pool, pool), OptionalDouble.empty());
        var sample = new SampleEvidence().pools(List.of(reading)).printed(Prints.four(threads));
        assertThat(findings(sample).getFirst().frames()).containsExactly(SHOP);
    }

    /// As Jedis does; the property of another library would do nothing.
    @Test
    void a_pool_of_objects_has_no_property_of_spring_boot() {
        var waiting =
                dump(
                        10,
                        "org.apache.commons.pool2.impl.LinkedBlockingDeque.takeFirst(L.java:1)",
                        "org.apache.commons.pool2.impl.GenericObjectPool.borrowObject(G.java:1)",
                        "net.example.client.Client.borrow(Client.java:1)",
                        SHOP);
        var finding = only(new SampleEvidence().pools(List.of()).threads(waiting));
        assertThat(finding.figures()).isEqualTo(new PoolExhausted.Waiting(10));
        assertThat(finding.text().message()).contains("Commons Pool");
        assertThat(finding.text().remedy()).contains("maxTotal (unknown; 8 ");
    }

    @Test
    void threads_of_a_client_that_wait_for_events_or_responses_exhaust_no_pool() {
        var printed =
                IntStream.range(0, 4)
                        .mapToObj(i ->
                                Prints.thread(
                                                "I/O dispatcher " + i,
                                                40 + i,
                                                1,
                                                "RUNNABLE",
                                                "sun.nio.ch.EPollArrayWrapper.epollWait(Native Method)",
                                                "sun.nio.ch.SelectorImpl.select(SelectorImpl.java:86)",
                                                "org.apache.http.impl.nio.reactor.AbstractIOReactor.execute(A.java:255)",
                                                "org.apache.http.impl.nio.reactor.AbstractMultiworkerIOReactor$Worker.run(A.java:588)")
                                        + Prints.thread(
                                                "orders-" + i,
                                                50 + i,
                                                1,
                                                "RUNNABLE",
                                                "sun.nio.ch.Net.poll(Native Method)",
                                                "sun.nio.ch.NioSocketImpl.park(NioSocketImpl.java:191)",
                                                "org.apache.http.impl.io.SessionInputBufferImpl.streamRead(S.java:137)",
                                                SHOP))
                        .collect(Collectors.joining());
        assertThat(findings(new SampleEvidence().printed(Prints.four(printed)))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"2, 0", "3, 1"})
    void threads_that_wait_for_a_connection_at_most_moments_exhaust_their_pool(
            int waiting, int expected) {
        var wait =
                requests(
                        waiting,
                        5,
                        PARK,
                        "java.util.concurrent.SynchronousQueue.poll(java.base@25.0.4/S.java:1)",
                        "com.zaxxer.hikari.util.ConcurrentBag.borrow(ConcurrentBag.java:151)",
                        "com.zaxxer.hikari.HikariDataSource.getConnection(HikariDataSource.java:99)",
                        "Shop.order(Shop.java:30)");
        var evidence = new SampleEvidence().pools(List.of()).printed(Prints.four(wait + IDLE));
        assertThat(findings(evidence))
                .hasSize(expected)
                .allSatisfy(finding -> {
                    assertThat(finding.id()).isEqualTo(PoolExhausted.ID);
                    assertThat(finding.figures()).isEqualTo(new PoolExhausted.Waiting(3));
                    assertThat(finding.text().message()).contains("HikariCP");
                    assertThat(finding.text().remedy()).contains("maximumPoolSize (");
                });
    }
}
