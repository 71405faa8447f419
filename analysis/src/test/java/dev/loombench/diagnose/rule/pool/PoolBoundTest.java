package dev.loombench.diagnose.rule.pool;

import static dev.loombench.diagnose.RuleFindings.findings;
import static dev.loombench.diagnose.SampleThreads.BLOCKED;
import static dev.loombench.diagnose.SampleThreads.PARK;
import static dev.loombench.diagnose.SampleThreads.PARKED;
import static dev.loombench.diagnose.SampleThreads.SHOP;
import static dev.loombench.diagnose.SampleThreads.SLEEP;
import static dev.loombench.diagnose.SampleThreads.WORKER;
import static dev.loombench.diagnose.SampleThreads.requestsIn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.evidence.PoolReading;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.rule.lock.Deadlock;
import dev.loombench.diagnose.rule.lock.LockBound;
import dev.loombench.diagnose.rule.lock.PermitBound;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.Library;
import dev.loombench.observe.result.Observation.Pool;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Pools without a free thread that another fault bounds: it is the cause, and the pool its
/// consequence.
class PoolBoundTest {
    private static final Library SPRING = new Library("spring-boot", "4.1.1");

    /// Four moments at which 50 requests are unread.
    ///
    /// @param print by the CPU time of its threads, ms
    private static ThreadHistory unread(DoubleFunction<String> print) {
        return Prints.history(
                Optional.of(Prints.connections(60, 50, 0)),
                print.apply(10),
                print.apply(20),
                print.apply(30),
                print.apply(40));
    }

    /// Nine threads of Tomcat that await a monitor, and one that holds it.
    private static String convoy(double cpuMillis) {
        return requestsIn(
                        BLOCKED,
                        9,
                        cpuMillis,
                        "Shop.audit(Shop.java:9)",
                        "- waiting to lock <0xa0> (a Shop)")
                + Prints.thread(
                        "http-nio-8080-exec-10",
                        90,
                        cpuMillis,
                        "TIMED_WAITING (sleeping)",
                        SLEEP,
                        "Shop.audit(Shop.java:9)",
                        "- locked <0xa0> (a Shop)",
                        "org.apache.coyote.AbstractProtocol$ConnectionHandler.process(A.java:1)");
    }

    @Test
    void a_lock_that_all_threads_of_a_web_server_await_is_the_cause() {
        var found = findings(new SampleEvidence().printed(unread(PoolBoundTest::convoy)));
        assertThat(found)
                .extracting(ServiceFinding::id)
                .containsExactly(LockBound.ID, PoolExhausted.ID);
        assertThat(found.getLast().isConsequenceOf(found.getFirst())).isTrue();
        assertThat(found.getLast().lost()).isLessThan(found.getFirst().lost());
        assertThat(found.getLast().text().remedy())
                .contains(LockBound.ID)
                .doesNotContain("maxThreads");
    }

    /// Ten threads of Tomcat: some await a monitor, one holds it, and the others sleep.
    private static String queue(int waiting, double cpuMillis) {
        return IntStream.rangeClosed(1, 10)
                .mapToObj(i ->
                        i <= waiting
                                ? Prints.thread(
                                        "http-nio-8080-exec-" + i,
                                        30 + i,
                                        cpuMillis,
                                        BLOCKED,
                                        "Shop.audit(Shop.java:9)",
                                        "- waiting to lock <0xa0> (a Shop)")
                                : Prints.thread(
                                        "http-nio-8080-exec-" + i,
                                        30 + i,
                                        cpuMillis,
                                        "TIMED_WAITING (sleeping)",
                                        SLEEP,
                                        SHOP,
                                        i == 10 ? "- locked <0xa0> (a Shop)" : SHOP))
                .collect(Collectors.joining());
    }

    /// Its own threads bound it, and the lock is a fault beside that.
    @Test
    void a_lock_that_most_threads_await_at_one_moment_only_is_no_cause() {
        var printed =
                Prints.history(
                        Optional.of(Prints.connections(60, 50, 0)),
                        queue(3, 10),
                        queue(3, 20),
                        queue(3, 30),
                        queue(9, 40));
        var found = findings(new SampleEvidence().printed(printed));
        assertThat(found)
                .extracting(ServiceFinding::id)
                .containsExactly(PoolExhausted.ID, LockBound.ID);
        assertThat(found).allSatisfy(f -> assertThat(f.cause()).isEmpty());
    }

    /// More threads would wait for it too.
    @Test
    void a_pool_that_a_lock_bounds_has_no_size_to_try() {
        var locked = new SampleEvidence().printed(unread(PoolBoundTest::convoy)).libraries(SPRING);
        assertThat(findings(locked)).allSatisfy(f -> assertThat(f.setting()).isEmpty());
        var sleeping = unread(cpu -> requestsIn("TIMED_WAITING (sleeping)", 10, cpu, SLEEP, SHOP));
        var free = findings(new SampleEvidence().printed(sleeping).libraries(SPRING));
        assertThat(free).singleElement().satisfies(f -> assertThat(f.setting()).isPresent());
    }

    /// Ten threads of Tomcat wait for one of ten connections. By what waits, 50 of 60 requests, the
    /// pool of threads would be first.
    @Test
    void a_pool_of_connections_that_the_threads_of_another_await_is_the_cause() {
        var printed =
                unread(cpu ->
                        requestsIn(
                                PARKED,
                                10,
                                cpu,
                                PARK,
                                "java.util.concurrent.SynchronousQueue.poll(S.java:1)",
                                "com.zaxxer.hikari.util.ConcurrentBag.borrow(C.java:1)",
                                "com.zaxxer.hikari.HikariDataSource.getConnection(H.java:1)",
                                SHOP));
        var found =
                findings(
                        new SampleEvidence()
                                .printed(printed)
                                .pools(List.of(SampleEvidence.pool(10, 40))));
        assertThat(found)
                .extracting(ServiceFinding::id)
                .containsExactly(PoolExhausted.ID, PoolExhausted.ID);
        assertThat(found.getFirst().message()).contains("HikariCP");
        assertThat(found.getLast().message()).contains("http-nio-8080-exec");
        assertThat(found.getLast().isConsequenceOf(found.getFirst())).isTrue();
    }

    /// Threads of Tomcat, from the eleventh on.
    private static String others(int count, double cpuMillis, String state, String... frames) {
        return IntStream.rangeClosed(11, 10 + count)
                .mapToObj(i ->
                        Prints.thread("http-nio-8080-exec-" + i, 100 + i, cpuMillis, state, frames))
                .collect(Collectors.joining());
    }

    private static String borrowing(int count, double cpuMillis) {
        return others(
                count,
                cpuMillis,
                PARKED,
                PARK,
                "java.util.concurrent.SynchronousQueue.poll(S.java:1)",
                "com.zaxxer.hikari.util.ConcurrentBag.borrow(C.java:1)",
                "com.zaxxer.hikari.HikariDataSource.getConnection(H.java:1)",
                SHOP,
                "org.apache.coyote.AbstractProtocol$ConnectionHandler.process(A.java:1)");
    }

    /// Forty threads wait for one of ten connections, and ten others for one lock or hold it.
    @Test
    void a_lock_that_the_holders_of_connections_await_is_the_cause_of_both_pools() {
        var connections = List.of(SampleEvidence.pool(10, 40));
        var locked = unread(cpu -> convoy(cpu) + borrowing(40, cpu));
        var found = findings(new SampleEvidence().printed(locked).pools(connections));
        assertThat(found)
                .extracting(ServiceFinding::id, ServiceFinding::severity)
                .containsExactly(
                        tuple(LockBound.ID, Severity.CRITICAL),
                        tuple(PoolExhausted.ID, Severity.CRITICAL),
                        tuple(PoolExhausted.ID, Severity.WARNING));
        assertThat(found.get(1).message()).contains("HikariCP");
        assertThat(found.get(1).isConsequenceOf(found.getFirst())).isTrue();
        assertThat(found.getLast().isConsequenceOf(found.get(1))).isTrue();
        assertThat(found).filteredOn(f -> f.endsWith(found.getFirst())).hasSize(2);
    }

    /// Those that hold them may be among twenty others.
    @Test
    void a_lock_that_fewer_threads_await_than_may_hold_connections_is_no_cause() {
        var printed =
                unread(cpu ->
                        convoy(cpu)
                                + borrowing(40, cpu)
                                + others(20, cpu, "TIMED_WAITING (sleeping)", SLEEP, SHOP)
                                        .replace("exec-", "exec-9")
                                        .replace("#1", "#9"));
        var found =
                findings(
                        new SampleEvidence()
                                .printed(printed)
                                .pools(List.of(SampleEvidence.pool(10, 40))));
        assertThat(found)
                .filteredOn(f -> f.message().contains("HikariCP"))
                .singleElement()
                .satisfies(f -> assertThat(f.cause()).isEmpty());
    }

    /// As severe as the pool, for which more requests wait than it has threads.
    @Test
    void permits_that_the_threads_of_a_pool_await_are_the_cause() {
        var printed =
                unread(cpu ->
                        requestsIn(
                                PARKED,
                                10,
                                cpu,
                                PARK,
                                "java.util.concurrent.Semaphore.acquire(Semaphore.java:318)",
                                "com.example.Gate.pass(Gate.java:9)"));
        var found = findings(new SampleEvidence().printed(printed));
        assertThat(found)
                .extracting(ServiceFinding::id, ServiceFinding::severity)
                .containsExactly(
                        tuple(PermitBound.ID, Severity.CRITICAL),
                        tuple(PoolExhausted.ID, Severity.CRITICAL));
        assertThat(found.getLast().isConsequenceOf(found.getFirst())).isTrue();
    }

    @Test
    void a_full_queue_that_the_threads_of_a_pool_put_into_is_the_cause() {
        var printed =
                unread(cpu ->
                        requestsIn(
                                PARKED,
                                10,
                                cpu,
                                PARK,
                                "java.util.concurrent.ArrayBlockingQueue.put(java.base@25.0.4/A.java:1)",
                                "Shop.log(Shop.java:7)"));
        var found = findings(new SampleEvidence().printed(printed));
        assertThat(found)
                .extracting(ServiceFinding::id)
                .containsExactly(FullQueue.ID, PoolExhausted.ID);
        assertThat(found.getLast().isConsequenceOf(found.getFirst())).isTrue();
    }

    /// Two threads of Tomcat wait for each other, and the other two for one of them.
    @Test
    void a_deadlock_that_stops_the_threads_of_a_pool_is_the_cause() {
        var print =
                stopped(1, "0xa0", "0xb0")
                        + stopped(2, "0xb0", "0xa0")
                        + stopped(3, "0xa0", "0xc0")
                        + stopped(4, "0xa0", "0xd0");
        var found = findings(new SampleEvidence().printed(unread(_ -> print)));
        assertThat(found)
                .extracting(ServiceFinding::id)
                .containsExactly(Deadlock.ID, PoolExhausted.ID);
        assertThat(found.getLast().isConsequenceOf(found.getFirst())).isTrue();
    }

    private static String stopped(int number, String awaited, String held) {
        return Prints.thread(
                "http-nio-8080-exec-" + number,
                30 + number,
                1,
                BLOCKED,
                "Shop.pay(Shop.java:9)",
                "- waiting to lock <%s> (a Shop)".formatted(awaited),
                "- locked <%s> (a Shop)".formatted(held),
                "org.apache.coyote.AbstractProtocol$ConnectionHandler.process(A.java:1)");
    }

    /// Four threads, one of which holds the lock, and a task that ends in 50 ms.
    ///
    /// @param waiting threads that await the lock, while the others sleep
    private static List<ServiceFinding> executor(int waiting) {
        DoubleFunction<String> print =
                cpu ->
                        IntStream.range(0, 4)
                                .mapToObj(i ->
                                        i > 0 && i <= waiting
                                                ? Prints.thread(
                                                        "orders-" + i,
                                                        40 + i,
                                                        cpu,
                                                        BLOCKED,
                                                        "Shop.audit(Shop.java:9)",
                                                        "- waiting to lock <0xa0> (a Shop)",
                                                        WORKER)
                                                : Prints.thread(
                                                        "orders-" + i,
                                                        40 + i,
                                                        cpu,
                                                        "TIMED_WAITING (sleeping)",
                                                        SLEEP,
                                                        "Shop.audit(Shop.java:9)",
                                                        i == 0 ? "- locked <0xa0> (a Shop)" : SHOP,
                                                        WORKER))
                                .collect(Collectors.joining());
        return findings(
                new SampleEvidence()
                        .printed(
                                Prints.history(
                                        print.apply(10),
                                        print.apply(20),
                                        print.apply(30),
                                        print.apply(40)))
                        .executors(List.of(reading("orders", 80))));
    }

    private static PoolReading reading(String name, double perSecond) {
        var pool =
                new Pool("attach", 0, "executor", name, 4, OptionalLong.of(4), OptionalLong.of(12));
        return new PoolReading(Collections.nCopies(4, pool), OptionalDouble.of(perSecond));
    }

    /// The lock is what 80 per second follow from, or the four threads: S = 4 / 80 s.
    @Test
    void a_ceiling_is_stated_only_of_a_pool_that_is_the_bound() {
        var locked = executor(3);
        assertThat(locked)
                .extracting(ServiceFinding::id)
                .containsExactly(LockBound.ID, PoolExhausted.ID);
        assertThat(locked.getLast().figures())
                .isEqualTo(
                        new PoolExhausted.Figures(
                                4, 12, 1, OptionalDouble.of(0.05), OptionalDouble.empty()));
        assertThat(locked.getLast().evidence()).noneMatch(line -> line.contains("per second"));
        var free = executor(0);
        assertThat(free).hasSize(1);
        assertThat(free.getFirst().figures())
                .isEqualTo(
                        new PoolExhausted.Figures(
                                4, 12, 1, OptionalDouble.of(0.05), OptionalDouble.of(80)));
        assertThat(free.getFirst().evidence()).anyMatch(line -> line.contains("80 per second"));
    }

    /// The JDK's server runs its requests in an executor of four threads, which is one pool;
    /// another executor with as many threads is not that.
    @ParameterizedTest
    @CsvSource({"pool-1-thread, 1", "orders, 2"})
    void the_executor_of_a_web_server_is_told_once(String executor, int expected) {
        var printed =
                unread(cpu ->
                        IntStream.rangeClosed(1, 4)
                                .mapToObj(i ->
                                        Prints.thread(
                                                "pool-1-thread-" + i,
                                                40 + i,
                                                cpu,
                                                "TIMED_WAITING (sleeping)",
                                                SLEEP,
                                                SHOP,
                                                "sun.net.httpserver.ServerImpl$Exchange.run(S.java:1)",
                                                WORKER))
                                .collect(Collectors.joining()));
        var found =
                findings(
                        new SampleEvidence()
                                .printed(printed)
                                .executors(List.of(reading(executor, 80))));
        assertThat(found).hasSize(expected);
        assertThat(found).extracting(ServiceFinding::id).containsOnly(PoolExhausted.ID);
        assertThat(found)
                .anySatisfy(
                        f -> assertThat(f.message()).contains("pool-1-thread of JDK HttpServer"));
        if (expected == 1) {
            assertThat(found.getFirst().evidence().getFirst())
                    .as("what its tasks allow")
                    .contains("80 per second");
        }
    }
}
