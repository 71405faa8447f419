package dev.loombench.diagnose.rule.pool;

import static dev.loombench.diagnose.RuleFindings.figure;
import static dev.loombench.diagnose.RuleFindings.findings;
import static dev.loombench.diagnose.RuleFindings.only;
import static dev.loombench.diagnose.SampleThreads.IDLE;
import static dev.loombench.diagnose.SampleThreads.SHOP;
import static dev.loombench.diagnose.SampleThreads.dump;
import static dev.loombench.diagnose.SampleThreads.requests;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.evidence.Part;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.Observation.ThreadDump;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Four threads that wait for a connection of HikariCP, whose pool has ten: those that were not
/// returned, and those that are not opened.
class LeakedConnectionsTest {
    private static final String WAITING =
            requests(
                            4,
                            1,
                            "java.util.concurrent.SynchronousQueue.poll(SynchronousQueue.java:1)",
                            "com.zaxxer.hikari.util.ConcurrentBag.borrow(ConcurrentBag.java:1)",
                            "com.zaxxer.hikari.HikariDataSource.getConnection(HikariDataSource.java:1)",
                            SHOP)
                    + IDLE;

    /// A thread of the pool that cannot open a connection.
    private static final String OPENS =
            Prints.thread(
                    "HikariPool-1:connection-adder",
                    71,
                    1,
                    "TIMED_WAITING (sleeping)",
                    "com.zaxxer.hikari.util.UtilityElf.quietlySleep(UtilityElf.java:1)",
                    "com.zaxxer.hikari.pool.HikariPool$PoolEntryCreator.call(HikariPool.java:1)");

    /// Virtual threads of an executor without a task.
    private static final Part<ThreadDump> FREE =
            dump(3, "java.util.concurrent.ThreadPoolExecutor.getTask(T.java:1)");

    /// @param more printed threads
    private static SampleEvidence sample(String more, Part<ThreadDump> listed) {
        return new SampleEvidence().printed(Prints.four(WAITING + more)).threads(listed);
    }

    /// All connections are in use.
    private static ServiceFinding exhausted(String more, Part<ThreadDump> listed) {
        return only(sample(more, listed).pools(List.of(SampleEvidence.pool(10, 4))));
    }

    @Test
    void connections_that_no_thread_can_hold_were_not_returned() {
        var leaked = exhausted("", FREE);
        assertThat(leaked.text().remedy())
                .contains("REQUIRES_NEW", "leakDetectionThreshold", "maximumPoolSize");
        assertThat(leaked.evidence().getFirst()).contains("no thread was at work");
        var query =
                Prints.thread(
                        "batch", 70, 1, "RUNNABLE", "org.postgresql.Driver.read(D.java:1)", SHOP);
        for (var other :
                List.of(
                        exhausted(query, FREE),
                        exhausted(OPENS, FREE),
                        exhausted("", dump(3, SHOP)),
                        exhausted("", Part.missing("not listed")))) {
            assertThat(other.text().remedy()).startsWith("hold a connection");
            assertThat(other.evidence().getFirst()).doesNotContain("no thread was at work");
        }
    }

    /// Virtual threads, which are not listed, may hold them or not.
    @Test
    void connections_that_no_known_thread_holds_may_not_have_been_returned() {
        assertThat(exhausted("", Part.missing("not listed")).text().remedy())
                .contains("leakDetectionThreshold");
        assertThat(exhausted("", dump(3, SHOP)).text().remedy())
                .doesNotContain("leakDetectionThreshold");
    }

    @Test
    void connections_of_a_pool_without_a_bean_may_not_have_been_returned_either() {
        var leaked = only(sample("", FREE).pools(List.of()));
        assertThat(leaked.figures()).isEqualTo(new PoolExhausted.Waiting(4));
        assertThat(leaked.text().message()).contains("HikariCP");
        assertThat(leaked.text().remedy()).contains("leakDetectionThreshold", "maximumPoolSize");
    }

    /// As where the database does not run.
    @Test
    void a_pool_that_opens_no_connection_is_not_too_small() {
        var published = only(sample(OPENS, FREE).pools(List.of(SampleEvidence.pool(0, 4))));
        assertThat(published.id()).isEqualTo(PoolExhausted.ID);
        assertThat(published.severity()).isEqualTo(Severity.WARNING);
        assertThat(figure(published, "capacity")).isEqualTo(10);
        assertThat(figure(published, "waiting")).isEqualTo(4);
        assertThat(figure(published, "exhaustedShare")).isZero();
        assertThat(published.text().message()).contains("shop", "HikariCP");
        assertThat(published.evidence().getFirst()).contains("connection-adder");
        assertThat(only(sample(OPENS, FREE).pools(List.of())).text().remedy())
                .startsWith("look why the pool opens no connection");
        assertThat(findings(sample(OPENS, FREE).pools(List.of(SampleEvidence.pool(6, 4)))))
                .as("it may be full, with some just returned")
                .isEmpty();
    }
}
