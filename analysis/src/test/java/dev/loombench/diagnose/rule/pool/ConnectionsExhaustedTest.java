package dev.loombench.diagnose.rule.pool;

import static dev.loombench.diagnose.RuleFindings.figure;
import static dev.loombench.diagnose.RuleFindings.findings;
import static dev.loombench.diagnose.RuleFindings.only;
import static dev.loombench.diagnose.SampleThreads.IDLE;
import static dev.loombench.diagnose.SampleThreads.PARK;
import static dev.loombench.diagnose.SampleThreads.PARKED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.rule.lock.NoProgress;
import dev.loombench.finding.Severity;
import dev.loombench.observe.proc.UnreadConnections;
import dev.loombench.observe.proc.UnreadConnections.Port;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tomcat at the limit of its connections, with no request in service.
class ConnectionsExhaustedTest {
    private static final String FULL =
            Prints.thread(
                    "http-nio-8080-Acceptor",
                    32,
                    1,
                    PARKED,
                    PARK,
                    "- parking to wait for  <0x1> (a org.apache.tomcat.util.threads.LimitLatch$Sync)",
                    "java.util.concurrent.locks.AbstractQueuedSynchronizer.acquireSharedInterruptibly(java.base@25.0.4/A.java:1)",
                    "org.apache.tomcat.util.threads.LimitLatch.countUpOrAwait(LimitLatch.java:115)",
                    "org.apache.tomcat.util.net.AbstractEndpoint.countUpOrAwaitConnection(A.java:1)",
                    "org.apache.tomcat.util.net.Acceptor.run(Acceptor.java:1)");

    private static final String ACCEPTS =
            Prints.thread(
                    "http-nio-8080-Acceptor",
                    32,
                    1,
                    "RUNNABLE",
                    "sun.nio.ch.Net.accept(java.base@25.0.4/Native Method)",
                    "sun.nio.ch.ServerSocketChannelImpl.accept(java.base@25.0.4/S.java:1)",
                    "org.apache.tomcat.util.net.Acceptor.run(Acceptor.java:1)");

    /// @param waiting connections that are not accepted, beside ten that are
    private static ThreadHistory history(int waiting, String acceptor) {
        return history(acceptor, new Port(8080, 10, waiting));
    }

    private static ThreadHistory history(String acceptor, Port... ports) {
        int unaccepted = Stream.of(ports).mapToInt(Port::unaccepted).sum();
        return Prints.history(
                Optional.of(new UnreadConnections(List.of(ports), unaccepted, 0)),
                acceptor + IDLE,
                acceptor + IDLE,
                acceptor + IDLE);
    }

    @ParameterizedTest
    @CsvSource({"1, WARNING", "10, CRITICAL"})
    void clients_that_wait_to_be_accepted_at_the_limit_are_named(int waiting, Severity severity) {
        var finding = only(history(waiting, FULL));
        assertThat(finding.id()).isEqualTo(PoolExhausted.ID);
        assertThat(finding.severity()).isEqualTo(severity);
        assertThat(finding.figures())
                .isEqualTo(new ConnectionsExhausted.Figures(8080, 10, waiting, 3));
        assertThat(finding.text().message()).contains("Tomcat");
    }

    /// The connections of another port are not at its limit.
    @Test
    void each_port_has_connections_of_its_own() {
        var other = new Port(8081, 500, 0);
        assertThat(only(history(FULL, new Port(8080, 10, 3), other)).figures())
                .isEqualTo(new ConnectionsExhausted.Figures(8080, 10, 3, 3));
        var both = FULL + FULL.replace("8080-Acceptor\" #32", "8081-Acceptor\" #33");
        assertThat(findings(history(both, new Port(8080, 10, 3), new Port(8081, 500, 1))))
                .extracting(ServiceFinding::figures)
                .containsExactlyInAnyOrder(
                        new ConnectionsExhausted.Figures(8080, 10, 3, 3),
                        new ConnectionsExhausted.Figures(8081, 500, 1, 3));
    }

    /// Its name is without the port that the system has chosen.
    @Test
    void an_acceptor_without_a_port_may_accept_at_any() {
        var acceptor = FULL.replace("nio-8080-Acceptor", "nio-auto-1-Acceptor");
        assertThat(figure(only(history(acceptor, new Port(41_000, 10, 3))), "port"))
                .isEqualTo(41_000);
    }

    @Test
    void a_limit_that_no_client_waits_for_is_no_fault() {
        assertThat(findings(history(0, FULL))).isEmpty();
    }

    @Test
    void clients_that_are_not_accepted_below_the_limit_have_another_cause() {
        assertThat(only(history(3, ACCEPTS)).id()).isEqualTo(NoProgress.ID);
    }

    @Test
    void the_limit_has_a_property_in_spring_boot() {
        var evidence = new SampleEvidence().printed(history(3, FULL));
        assertThat(only(evidence).text().remedy()).startsWith("raise maxConnections of the");
        evidence.words("java", "-jar", "shop.jar", "--server.port=8080");
        assertThat(only(evidence).text().remedy())
                .startsWith("raise server.tomcat.max-connections,");
    }
}
