package dev.loombench.diagnose.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.analysis.defect.KnownDefects;
import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.evidence.ContainerUse;
import dev.loombench.diagnose.evidence.Part;
import dev.loombench.diagnose.evidence.PoolReading;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.finding.ServiceFinding.Setting;
import dev.loombench.diagnose.finding.Severity;
import dev.loombench.diagnose.rule.carrier.CarriersBlocked;
import dev.loombench.diagnose.rule.carrier.CarriersComputing;
import dev.loombench.diagnose.rule.carrier.PinnedCarriers;
import dev.loombench.diagnose.rule.lock.UnboundedQueue;
import dev.loombench.diagnose.rule.pool.PoolExhausted;
import dev.loombench.diagnose.rule.resource.ContainerRules;
import dev.loombench.diagnose.rule.resource.MemoryRules;
import dev.loombench.observe.jvm.ClassHistogram;
import dev.loombench.observe.jvm.ClassHistogram.Count;
import dev.loombench.observe.jvm.LimitedMemory;
import dev.loombench.observe.jvm.LimitedMemory.Kind;
import dev.loombench.observe.jvm.ThreadLocalSample;
import dev.loombench.observe.jvm.ThreadLocalSample.ValueClass;
import dev.loombench.observe.proc.ContainerLimits;
import dev.loombench.observe.result.Library;
import dev.loombench.observe.result.Observation.Pinned;
import dev.loombench.observe.result.Observation.Pool;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.PinnedWaitGroup;
import dev.loombench.observe.result.StackGroup;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import dev.loombench.text.RecordJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RulesTest {
    private static final KnownDefects TABLE = KnownDefects.load();
    private static final String SHOP = "com.example.Shop.order(Shop.java:30)";

    private static List<ServiceFinding> findings(SampleEvidence evidence) {
        return Rules.apply(evidence.evidence(), TABLE);
    }

    private static ServiceFinding only(SampleEvidence evidence) {
        var findings = findings(evidence);
        assertThat(findings).hasSize(1);
        return findings.getFirst();
    }

    @Test
    void a_healthy_service_has_no_finding() {
        assertThat(findings(new SampleEvidence())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "java.io.FileInputStream.readBytes(Native Method), in file I/O, com.example.Shop.order(Shop.java:30)",
        "sun.nio.ch.UnixFileDispatcherImpl.read0(Native Method), in file I/O, com.example.Shop.order(Shop.java:30)",
        "com.example.Driver.poll(Native Method), in native code, com.example.Driver.poll(Native Method)",
        "com.example.Driver.poll(Driver.java:7), in native code, com.example.Driver.poll(Driver.java:7)",
        "jdk.internal.misc.Unsafe.park(Native Method), while pinned, com.example.Shop.order(Shop.java:30)"
    })
    void blocked_carriers_are_found_with_the_cause_on_their_stacks(
            String top, String where, String call) {
        var finding =
                only(
                        new SampleEvidence()
                                .history(SampleEvidence.history(2, 46, 0.05, 0.01))
                                .stacks(SampleEvidence.passing(top, SHOP)));
        assertThat(finding.id()).isEqualTo(CarriersBlocked.ID);
        assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(finding.confidence()).isEqualTo(Confidence.HIGH);
        assertThat(finding.text().message())
                .startsWith("2 of 2 carriers are blocked ")
                .contains(where)
                .endsWith("while 46 virtual threads wait for one");
        assertThat(finding.frames()).containsExactly(call);
        assertThat(finding.setting().orElseThrow().proposed())
                .as("2 carriers and one per waiting thread")
                .isEqualTo(48);
    }

    @Test
    void a_limit_that_forbids_more_carriers_is_to_be_raised_too() {
        var blocked =
                new SampleEvidence()
                        .history(SampleEvidence.history(2, 46, 0.05, 0.01))
                        .stacks(SampleEvidence.passing("com.example.Lib.f(Native Method)", SHOP));
        var limit = "-Djdk.virtualThreadScheduler.maxPoolSize=";
        assertThat(only(blocked.words("java", limit + 9, limit + 2)).text().remedy())
                .endsWith(limit + 2);
        assertThat(only(blocked.words("java", limit + 48)).text().remedy())
                .doesNotContain("maxPoolSize");
    }

    @Test
    void a_class_initialiser_on_the_stack_is_the_cause_whatever_it_does() {
        var finding =
                only(
                        new SampleEvidence()
                                .history(SampleEvidence.history(2, 46, 0, 0))
                                .stacks(
                                        SampleEvidence.held(
                                                "jdk.internal.misc.Unsafe.park(Native Method)",
                                                "com.example.Config.<clinit>(Config.java:9)",
                                                SHOP)));
        assertThat(finding.text().message()).contains("blocked in a class initialiser");
        assertThat(finding.frames()).containsExactly("com.example.Config.<clinit>(Config.java:9)");
    }

    @Test
    void carriers_that_are_blocked_without_a_stack_are_found_with_less_confidence() {
        var finding = only(new SampleEvidence().history(SampleEvidence.history(2, 46, 0.05, 0.01)));
        assertThat(finding.id()).isEqualTo(CarriersBlocked.ID);
        assertThat(finding.confidence()).isEqualTo(Confidence.MEDIUM);
    }

    /// Before JDK 24 stacks are sampled: a thread that ran at one time may be blocked at another.
    @Test
    void before_jdk_24_only_a_sampled_native_method_shows_why_carriers_are_blocked() {
        var blocked =
                new SampleEvidence()
                        .version("21.0.8+9")
                        .history(SampleEvidence.history(2, 46, 0.05, 0));
        var ran = only(blocked.stacks(SampleEvidence.held(SHOP)));
        assertThat(ran.text().message()).contains("for a reason that no stack shows");
        assertThat(ran.text().remedy()).contains("synchronized");

        var lookup = "java.net.Inet6AddressImpl.lookupAllHostAddr(Native Method)";
        var waited = only(blocked.stacks(SampleEvidence.held(lookup, SHOP)));
        assertThat(waited.text().message()).contains("in native code");
        assertThat(waited.frames()).containsExactly(SHOP);
    }

    @Test
    void recorded_pinned_waits_explain_blocked_carriers_where_they_take_most_of_the_time() {
        var wait = new PinnedWaitGroup(900, 50_000_000_000L, List.of(SHOP));
        var pinned = new Pinned("attach", 900, wait.nanos(), 1, List.of(wait));
        var finding =
                only(
                        new SampleEvidence()
                                .version("21.0.8+9")
                                .history(SampleEvidence.history(2, 46, 0.05, 0))
                                .stacks(SampleEvidence.held("com.example.Tls.read(Native Method)"))
                                .pinned(pinned));
        assertThat(finding.text().message()).contains("blocked by waits while pinned");
        assertThat(finding.text().remedy()).contains("update to JDK 24");
        assertThat(finding.frames()).containsExactly(SHOP);
    }

    @Test
    void idle_carriers_and_a_short_queue_are_no_fault() {
        assertThat(findings(new SampleEvidence().history(SampleEvidence.history(0, 0, 0, 0))))
                .isEmpty();
        assertThat(findings(new SampleEvidence().history(SampleEvidence.history(2, 0, 0, 0))))
                .as("blocked carriers that no thread waits for")
                .isEmpty();
        assertThat(findings(new SampleEvidence().history(SampleEvidence.history(1, 3, 0.2, 0))))
                .as("a free carrier")
                .isEmpty();
    }

    @Test
    void virtual_threads_that_stay_on_computing_carriers_monopolize_them() {
        var finding =
                only(
                        new SampleEvidence()
                                .history(SampleEvidence.history(2, 46, 0.6, 0.4))
                                .stacks(SampleEvidence.held(SHOP)));
        assertThat(finding.id()).isEqualTo(CarriersComputing.MONOPOLIZED);
        assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(finding.text().message())
                .isEqualTo(
                        "2 virtual threads compute without a pause on 2 carriers while 46 virtual"
                                + " threads wait for one");
        assertThat(finding.frames()).containsExactly(SHOP);
    }

    @Test
    void carriers_that_compute_in_turns_are_busy_or_starved() {
        var passing = SampleEvidence.passing(SHOP);
        assertThat(
                        only(new SampleEvidence()
                                        .history(SampleEvidence.history(2, 46, 0.9, 0.1))
                                        .stacks(passing))
                                .id())
                .isEqualTo(CarriersComputing.BUSY);
        assertThat(
                        only(new SampleEvidence()
                                        .history(SampleEvidence.history(2, 46, 0.3, 0.6))
                                        .stacks(passing))
                                .id())
                .isEqualTo(CarriersComputing.STARVED);
    }

    @ParameterizedTest
    @CsvSource({"2.9, ''", "3.1, WARNING", "29, WARNING", "31, CRITICAL"})
    void pinned_waits_count_by_their_share_of_the_carriers_time(double seconds, String severity) {
        var pinned = SampleEvidence.pinned(100, seconds);
        var findings =
                findings(
                        new SampleEvidence()
                                .version("21.0.8+9")
                                .pinned(
                                        new Pinned(
                                                "attach",
                                                pinned.count(),
                                                pinned.nanos(),
                                                pinned.observedNanos(),
                                                List.of(
                                                        new PinnedWaitGroup(
                                                                100,
                                                                pinned.nanos(),
                                                                List.of(
                                                                        "java.lang.Thread.sleep(line 1)",
                                                                        "com.example.Shop.order(line 9)"))))));
        if (severity.isEmpty()) {
            assertThat(findings).isEmpty();
            return;
        }
        assertThat(findings)
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.id()).isEqualTo(PinnedCarriers.ID);
                    assertThat(finding.severity().name()).isEqualTo(severity);
                    assertThat(finding.frames()).containsExactly("com.example.Shop.order(line 9)");
                    assertThat(finding.text().remedy()).contains("ReentrantLock");
                });
    }

    @Test
    void a_pool_without_a_free_connection_is_exhausted() {
        assertThat(findings(new SampleEvidence().pools(List.of(SampleEvidence.pool(10, 0)))))
                .as("in use, and no request waits")
                .isEmpty();
        var finding = only(new SampleEvidence().pools(List.of(SampleEvidence.pool(10, 40))));
        assertThat(finding.id()).isEqualTo(PoolExhausted.ID);
        assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(finding.text().message())
                .isEqualTo(
                        "pool shop of HikariCP is exhausted: all 10 are in use, and up to 40 requests"
                                + " wait");
        assertThat(finding.text().remedy()).contains("maximumPoolSize");
        assertThat(only(new SampleEvidence().pools(List.of(SampleEvidence.pool(10, 9)))).severity())
                .isEqualTo(Severity.WARNING);
    }

    /// 10 in use, and 50 requests per second: S = 10 / 50 s.
    @Test
    void the_time_of_a_use_by_requests_is_said_to_be_an_assumption() {
        var readings = SampleEvidence.pool(10, 40).readings();
        var pool = new PoolReading(readings, OptionalDouble.of(50));
        assertThat(only(new SampleEvidence().pools(List.of(pool))).evidence())
                .containsExactly(
                        "exhausted in 100 % of 4 readings; if each request uses it once, a use takes 200 ms on average, so 10 allow 50 per second at most (Little's law)");
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

    private static Part<ThreadDump> dump(int count, String... frames) {
        var group = new StackGroup(ThreadKind.VIRTUAL, "WAITING", count, List.of(frames));
        return Part.of(new ThreadDump("attach", 0, 20, 2, count, List.of(group)));
    }

    @Test
    void many_threads_before_a_semaphore_are_an_unbounded_queue() {
        String[] waiting = {
            "java.lang.VirtualThread.park(VirtualThread.java:1)",
            "java.util.concurrent.Semaphore.acquire(Semaphore.java:1)",
            SHOP
        };
        assertThat(findings(new SampleEvidence().threads(dump(99, waiting)))).isEmpty();
        var finding = only(new SampleEvidence().threads(dump(100, waiting)));
        assertThat(finding.id()).isEqualTo(UnboundedQueue.ID);
        assertThat(finding.frames()).containsExactly(SHOP);
        assertThat(finding.evidence().getLast())
                .as("an acquired permit has an owner only in the code")
                .contains("no other thread is in this method");
    }

    @Test
    void permits_are_taken_by_the_threads_in_the_method_that_do_not_wait_for_one() {
        var gate = "com.example.Gate.lambda$pass$1(Gate.java:9)";
        var waits = List.of("java.util.concurrent.Semaphore.acquire(Semaphore.java:1)", gate);
        var works = List.of("java.lang.Thread.sleep(Thread.java:540)", gate);
        var groups =
                List.of(
                        new StackGroup(ThreadKind.VIRTUAL, "WAITING", 290, waits),
                        new StackGroup(ThreadKind.VIRTUAL, "TIMED_WAITING", 10, works));
        var dump = new ThreadDump("attach", 0, 20, 2, 300, groups);
        var finding = only(new SampleEvidence().threads(Part.of(dump)));
        assertThat(finding.evidence().getLast()).contains("by stacks about 10 are taken");
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
        assertThat(finding.text().message())
                .isEqualTo("10 threads wait for a connection of HikariCP");
        assertThat(finding.text().remedy())
                .contains(
                        "maximumPoolSize (unknown; 10 where nothing sets it; spring.datasource.hikari.maximum-pool-size)");
        assertThat(finding.frames())
                .as("who waits, with the line")
                .containsExactly(SHOP);
        assertThat(finding.evidence())
                .containsExactly(
                        "10 threads in com.zaxxer.hikari.HikariDataSource.getConnection at one moment");
        var full = new SampleEvidence().pools(List.of(SampleEvidence.pool(10, 0)));
        assertThat(findings(full.threads(dump(10, waiting))))
                .as("they may wait for that one")
                .isEmpty();
    }

    /// Its bean shows that the published pool is not exhausted; its size is not that of the other.
    @Test
    void threads_that_do_not_wait_for_the_published_pool_wait_for_a_further_one() {
        var finding =
                only(
                        new SampleEvidence()
                                .words("java", "-Dspring.datasource.hikari.maximumPoolSize=5")
                                .threads(waitingForHikari()));
        assertThat(finding.text().message())
                .isEqualTo(
                        "10 threads wait for a connection of HikariCP, in a further pool that is not published");
        assertThat(finding.evidence().getFirst())
                .endsWith("at one moment, while none waits for the published pool shop");
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
        var use = "2 threads use its connections, most in " + PAY;
        for (var pools : List.of(List.of(SampleEvidence.pool(10, 10)), List.<PoolReading>of())) {
            var finding = only(listed.pools(pools));
            assertThat(finding.frames()).containsExactly(SHOP, PAY);
            assertThat(finding.evidence().getLast()).isEqualTo(use);
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
        assertThat(finding.text().message())
                .isEqualTo("10 threads wait for a connection of Commons Pool");
        assertThat(finding.text().remedy()).contains("maxTotal (unknown; 8 where nothing sets it)");
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

    @Test
    void threads_that_wait_for_data_or_time_are_no_queue() {
        assertThat(
                        findings(
                                new SampleEvidence()
                                        .threads(
                                                dump(
                                                        9_000,
                                                        "sun.nio.ch.NioSocketImpl.park(NioSocketImpl.java:1)",
                                                        SHOP))))
                .isEmpty();
        assertThat(
                        findings(
                                new SampleEvidence()
                                        .threads(
                                                dump(
                                                        9_000,
                                                        "java.lang.Thread.sleep(Thread.java:1)",
                                                        SHOP))))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1, ''", "2, WARNING", "16, CRITICAL"})
    void a_quota_counts_by_the_time_for_which_it_stops_threads(double seconds, String severity) {
        var findings =
                findings(
                        new SampleEvidence()
                                .container(
                                        SampleEvidence.container(OptionalDouble.of(0.5), seconds)));
        assertThat(findings).hasSize(severity.isEmpty() ? 0 : 1);
        findings.forEach(finding -> {
            assertThat(finding.id()).isEqualTo(ContainerRules.THROTTLED);
            assertThat(finding.severity().name()).isEqualTo(severity);
        });
    }

    /// 30 % of a processor in place of two: threads are stopped on their carriers, and a kernel may
    /// count that neither as running nor as waiting for a processor.
    @ParameterizedTest
    @CsvSource({"0.15, 0", "0.15, 0.85"})
    void a_quota_explains_carriers_that_hardly_run(double ran, double waited) {
        var evidence =
                new SampleEvidence()
                        .history(SampleEvidence.history(2, 9, ran, waited))
                        .stacks(SampleEvidence.passing("com.example.Shop.index(Shop.java:8)"))
                        .container(SampleEvidence.container(OptionalDouble.of(0.3), 51));
        assertThat(only(evidence).id()).isEqualTo(ContainerRules.THROTTLED);
    }

    /// Of the 1 s between moments a carrier ran for 40 and 150 ms.
    @ParameterizedTest
    @CsvSource({"0.04, 57.6, 1", "0.15, 51, 2"})
    void a_quota_comes_before_a_virtual_thread_that_keeps_its_carrier(
            double ran, double throttledSeconds, int expected) {
        var evidence =
                new SampleEvidence()
                        .history(SampleEvidence.history(2, 9, ran, 1 - ran))
                        .stacks(SampleEvidence.held("com.example.Shop.index(Shop.java:8)"))
                        .container(
                                SampleEvidence.container(
                                        OptionalDouble.of(2 * ran), throttledSeconds));
        var findings = findings(evidence);
        assertThat(findings)
                .extracting(ServiceFinding::id)
                .containsExactlyElementsOf(
                        List.of(ContainerRules.THROTTLED, CarriersComputing.MONOPOLIZED)
                                .subList(0, expected));
    }

    /// 90 % blocked, of which the quota explains 5 %.
    @Test
    void a_quota_does_not_hide_carriers_that_are_blocked() {
        var evidence =
                new SampleEvidence()
                        .history(SampleEvidence.history(2, 9, 0.1, 0))
                        .stacks(SampleEvidence.held("com.example.Native.read(Native.java:8)"))
                        .container(SampleEvidence.container(OptionalDouble.of(1), 3));
        assertThat(findings(evidence))
                .extracting(ServiceFinding::id)
                .containsExactly(CarriersBlocked.ID, ContainerRules.THROTTLED);
    }

    @Test
    void a_heap_of_nearly_the_containers_memory_is_too_large() {
        var limits =
                new ContainerLimits(
                        OptionalDouble.empty(), OptionalLong.empty(), OptionalLong.of(1L << 30));
        var use = new ContainerUse(limits, limits, 1, OptionalLong.empty());
        assertThat(only(new SampleEvidence().container(use)).id()).isEqualTo(ContainerRules.HEAP);
    }

    private static ClassHistogram histogram(long threads, long maps, long stackBytes) {
        var classes = new LinkedHashMap<String, Count>();
        classes.put("[B", new Count(threads, 64 << 20));
        classes.put("java.lang.VirtualThread", new Count(threads, threads * 104));
        classes.put("java.lang.ThreadLocal$ThreadLocalMap", new Count(maps, maps * 24));
        classes.put("jdk.internal.vm.StackChunk", new Count(threads, stackBytes));
        return new ClassHistogram(classes);
    }

    @Test
    void values_of_half_of_the_virtual_threads_are_found() {
        assertThat(only(new SampleEvidence().histogram(histogram(1_000, 522, 0))).id())
                .as("500 of virtual threads beside 22 of platform threads")
                .isEqualTo(MemoryRules.THREAD_LOCALS);
        assertThat(findings(new SampleEvidence().histogram(histogram(1_000, 521, 0)))).isEmpty();
        assertThat(findings(new SampleEvidence().histogram(histogram(999, 999, 0)))).isEmpty();
    }

    @Test
    void sampled_values_are_named_with_their_size() {
        var sample =
                new ThreadLocalSample(
                        1_000,
                        100,
                        100,
                        List.of(
                                new ValueClass("shop.Cache", 200, 200 << 20),
                                new ValueClass("shop.Config", 100, 0)));
        var finding =
                only(new SampleEvidence().histogram(histogram(1_000, 522, 0)).threadLocals(sample));
        assertThat(finding.evidence())
                .contains(
                        "shop.Cache: 200 values in a sample of 100 threads, 1,048,576 bytes each",
                        "shop.Config: 100 values in a sample of 100 threads, shared by threads");
        assertThat(finding.confidence()).isEqualTo(Confidence.HIGH);
    }

    @Test
    void stacks_of_a_quarter_of_the_heap_are_found() {
        assertThat(only(new SampleEvidence().histogram(histogram(10, 0, 256 << 20))).id())
                .isEqualTo(MemoryRules.STACKS);
        assertThat(findings(new SampleEvidence().histogram(histogram(10, 0, 255 << 20)))).isEmpty();
    }

    @Test
    void direct_buffers_near_their_limit_are_found() {
        assertThat(only(new SampleEvidence().directBytes(1_000L << 20)).id())
                .isEqualTo(MemoryRules.DIRECT);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "METADATA | metaspace | metadata of classes take 90 % of their limit | raise -XX:MaxMetaspaceSize, or find",
                "CLASSES | metaspace | metadata of classes take 90 % of the compressed class space | raise -XX:CompressedClassSpaceSize, and -XX:MaxMetaspaceSize where it is set, or find",
                "CODE | code-cache | compiled code takes 90 % of the code cache | raise -XX:ReservedCodeCacheSize"
            })
    void metadata_and_code_near_their_limits_are_found(
            Kind kind, String id, String message, String remedy) {
        var finding = only(new SampleEvidence().limited(new LimitedMemory(kind, 90, 100)));
        assertThat(finding.id()).isEqualTo(id);
        assertThat(finding.text().message()).isEqualTo(message);
        assertThat(finding.text().remedy()).startsWith(remedy);
        assertThat(findings(new SampleEvidence().limited(new LimitedMemory(kind, 89, 100))))
                .isEmpty();
    }

    /// However much is in use later.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "METADATA | metaspace | metadata of classes found no room within their limit, 1 time",
                "CLASSES | metaspace | metadata of classes found no room within the compressed class space, 1 time",
                "CODE | code-cache | compiled code found no room within the code cache, 1 time"
            })
    void metadata_and_code_without_room_are_found(Kind kind, String id, String message) {
        var finding = only(new SampleEvidence().limited(new LimitedMemory(kind, 50, 100, 1)));
        assertThat(finding.id()).isEqualTo(id);
        assertThat(finding.text().message()).isEqualTo(message);
        assertThat(RecordJson.tree(finding.figures().orElseThrow()).toString())
                .isEqualTo("{\"bytes\":50,\"limitBytes\":100,\"failures\":1}");
        assertThat(finding.evidence().getFirst()).endsWith("; 1 time without room");
    }

    @Test
    void a_defect_on_the_stacks_is_at_work() {
        var spinning =
                SampleEvidence.passing(
                        "java.lang.Thread.yield(Thread.java:443)",
                        "com.zaxxer.hikari.util.ConcurrentBag.requite(ConcurrentBag.java:199)",
                        SHOP);
        var finding =
                only(
                        new SampleEvidence()
                                .libraries(new Library("HikariCP", "7.0.2"))
                                .stacks(spinning));
        assertThat(finding.id()).isEqualTo("HikariCP-2398");
        assertThat(finding.text().message()).startsWith("a known defect of HikariCP 7.0.2 is");
        assertThat(findings(new SampleEvidence().stacks(spinning))).as("of 7.1.0").isEmpty();
        var busy =
                only(
                        new SampleEvidence()
                                .libraries(new Library("HikariCP", "7.0.2"))
                                .history(SampleEvidence.history(2, 46, 0.3, 0.6))
                                .stacks(spinning));
        assertThat(busy.id()).as("the defect explains busy carriers").isEqualTo("HikariCP-2398");
    }

    @Test
    void the_most_severe_finding_is_first() {
        var findings =
                findings(
                        new SampleEvidence()
                                .directBytes(1_000L << 20)
                                .history(SampleEvidence.history(2, 46, 0, 0))
                                .pools(List.of(SampleEvidence.pool(10, 9))));
        assertThat(findings)
                .extracting(ServiceFinding::id)
                .containsExactly(CarriersBlocked.ID, PoolExhausted.ID, MemoryRules.DIRECT);
    }
}
