package dev.loombench.diagnose.rule.pool;

import static dev.loombench.diagnose.RuleFindings.findings;
import static dev.loombench.diagnose.SampleThreads.BLOCKED;
import static dev.loombench.diagnose.SampleThreads.PARK;
import static dev.loombench.diagnose.SampleThreads.PARKED;
import static dev.loombench.diagnose.SampleThreads.SHOP;
import static dev.loombench.diagnose.SampleThreads.SLEEP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.evidence.Part;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.StackGroup;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Pools of connections without a free one, of which a lock is the cause only where threads that
/// hold connections wait for it.
class ConnectionHoldersTest {
    private static final String STATEMENT =
            "com.zaxxer.hikari.pool.ProxyPreparedStatement.executeQuery(P.java:1)";

    private static final String OWNER = "owner-";
    private static final String LOCKED = "- locked <0xa0> (a Shop)";

    private static String threads(
            String name, int first, int count, double cpuMillis, String state, String... lines) {
        return IntStream.range(first, first + count)
                .mapToObj(i -> Prints.thread(name + i, i, cpuMillis, state, lines))
                .collect(Collectors.joining());
    }

    private static String borrowing(String name, int first, int count, double cpuMillis) {
        return threads(
                name,
                first,
                count,
                cpuMillis,
                PARKED,
                PARK,
                "java.util.concurrent.SynchronousQueue.poll(S.java:1)",
                "com.zaxxer.hikari.util.ConcurrentBag.borrow(C.java:1)",
                "com.zaxxer.hikari.HikariDataSource.getConnection(H.java:1)",
                SHOP,
                name.equals(OWNER) ? LOCKED : SHOP);
    }

    /// Forty threads that wait for a connection, and nine that wait for a lock.
    private static String waiting(double cpuMillis) {
        return borrowing("order-", 100, 40, cpuMillis)
                + threads(
                        "audit-",
                        200,
                        9,
                        cpuMillis,
                        BLOCKED,
                        "Shop.audit(Shop.java:9)",
                        "- waiting to lock <0xa0> (a Shop)");
    }

    /// The same with the owner of the lock, which has a connection or needs none.
    private static String print(double cpuMillis) {
        return waiting(cpuMillis)
                + threads(
                        OWNER,
                        209,
                        1,
                        cpuMillis,
                        "TIMED_WAITING (sleeping)",
                        SLEEP,
                        "Shop.audit(Shop.java:9)",
                        LOCKED);
    }

    /// Three threads that wait for the database.
    private static String querying(double cpuMillis) {
        return threads(
                "query-",
                300,
                3,
                cpuMillis,
                "RUNNABLE",
                "sun.nio.ch.Net.poll(java.base@25.0.4/Native Method)",
                "org.postgresql.core.PGStream.receiveChar(P.java:1)",
                STATEMENT,
                SHOP);
    }

    private static ThreadHistory history(boolean queried) {
        return Prints.history(
                IntStream.rangeClosed(1, 4)
                        .mapToObj(i -> print(10 * i) + (queried ? querying(10 * i) : ""))
                        .toArray(String[]::new));
    }

    /// Nothing shows who holds the connections.
    @Test
    void a_lock_whose_owner_waits_for_a_connection_is_no_cause() {
        var printed =
                Prints.history(
                        IntStream.rangeClosed(1, 4)
                                .mapToObj(i -> waiting(10 * i) + borrowing(OWNER, 209, 1, 10 * i))
                                .toArray(String[]::new));
        var pool = List.of(SampleEvidence.pool(10, 40));
        var evidence = new SampleEvidence().printed(printed).pools(pool);
        assertThat(ofPool(evidence).cause()).isEmpty();
        assertThat(ofPool(evidence.withoutVirtual().pools(List.of())).cause()).isEmpty();
    }

    private static ServiceFinding ofPool(SampleEvidence evidence) {
        return findings(evidence).stream()
                .filter(found -> found.message().contains("HikariCP"))
                .findFirst()
                .orElseThrow();
    }

    /// No bean shows the pool. Ten of thirteen threads await the lock or hold it.
    @Test
    void those_in_statements_hold_the_connections_of_a_pool_of_unknown_size() {
        var evidence = new SampleEvidence().withoutVirtual().pools(List.of());
        assertThat(ofPool(evidence.printed(history(false))).cause()).isPresent();
        assertThat(ofPool(evidence.printed(history(true))).cause()).isEmpty();
    }

    @Test
    void virtual_threads_at_work_may_hold_them() {
        var evidence =
                new SampleEvidence()
                        .printed(history(false))
                        .pools(List.of(SampleEvidence.pool(10, 40)));
        assertThat(ofPool(evidence).cause()).isPresent();
        assertThat(ofPool(evidence).evidence())
                .anySatisfy(line -> assertThat(line).contains("10 threads", "Shop.audit("));
        var group = new StackGroup(ThreadKind.VIRTUAL, "TIMED_WAITING", 10, List.of(SLEEP, SHOP));
        var listed = new ThreadDump("attach", 0, 60, 2, 10, List.of(group));
        assertThat(ofPool(evidence.threads(Part.of(listed))).cause()).isEmpty();
    }

    @Test
    void virtual_threads_that_are_not_listed_may_hold_them() {
        var evidence =
                new SampleEvidence()
                        .printed(history(false))
                        .pools(List.of(SampleEvidence.pool(10, 40)))
                        .threads(Part.missing("not listed"));
        assertThat(ofPool(evidence).cause()).isEmpty();
        assertThat(ofPool(evidence.withoutVirtual()).cause()).isPresent();
    }
}
