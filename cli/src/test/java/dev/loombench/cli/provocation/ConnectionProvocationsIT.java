package dev.loombench.cli.provocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.loombench.analysis.validity.evidence.ConditionsDiffer;
import dev.loombench.analysis.validity.load.ConnectionsClosed;
import dev.loombench.analysis.validity.load.ConnectionsNotAchieved;
import dev.loombench.analysis.validity.machine.ListenQueueOverflowed;
import dev.loombench.launch.limit.HostLimits;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// Findings about connections that real servers refuse, queue or close.
class ConnectionProvocationsIT extends ProvocationFixture {
    /// The server accepts 20 connections, some of them the observer's; 2 or 3 wait in its backlog,
    /// until their timeout, which is long after the last of them begins.
    @Test
    void connections_that_a_server_does_not_accept_are_found() throws Exception {
        var findings =
                findings(
                        experiment(
                                "provoking, model: full",
                                "held-connections: 40, connect-rate: 100/s, path: /, timeout: 4s",
                                "warm-up: 500ms, measure: 500ms"));
        assertThat(findings)
                .filteredOn(ConnectionsNotAchieved.class::isInstance)
                .singleElement()
                .isInstanceOfSatisfying(
                        ConnectionsNotAchieved.class,
                        f -> assertThat(f.established()).isLessThanOrEqualTo(23));
    }

    /// A connection that Tomcat does not accept waits in the listen queue, by default of 100; the
    /// connect rate is low for machines on which its acceptor has to wait. Run by hand, with
    /// `-Dloombench.proof=long`.
    @Test
    @EnabledIfSystemProperty(named = "loombench.proof", matches = "long")
    void tomcat_s_default_limit_refuses_connections() throws Exception {
        int connections = 8_600;
        assumeThat(HostLimits.ofThisMachine().connections().check(connections))
                .as("files may be open")
                .isEmpty();
        var findings =
                findings(
                        """
                        question: Are all connections held?
                        variants:
                          - server: tomcat
                            model: virtual
                            container-limits: default
                            jvm: ["-XX:TieredStopAtLevel=1"]
                        load:
                          held-connections: 8600
                          connect-rate: 1000/s
                          path: /hello
                          timeout: 3s
                        phases: {warm-up: 1s, measure: 14s}
                        trials: 1
                        """);
        assertThat(findings)
                .filteredOn(ConnectionsNotAchieved.class::isInstance)
                .singleElement()
                .isInstanceOfSatisfying(
                        ConnectionsNotAchieved.class,
                        // 8,192 in Tomcat, and 100 or a few more in the listen queue
                        f -> assertThat(f.established()).isBetween(8_192, 8_192 + 200));
    }

    @Test
    void connections_closed_every_hundred_requests_and_different_limits_are_found()
            throws Exception {
        var findings =
                findings(
                        """
                        question: Which is faster?
                        variants:
                          - {server: tomcat, model: virtual, container-limits: default, jvm: [-XX:TieredStopAtLevel=1]}
                          - {server: jdk-httpserver, model: virtual, jvm: [-XX:TieredStopAtLevel=1]}
                        load: {users: 5, path: /hello}
                        phases: {warm-up: 500ms, measure: 1s}
                        trials: 2
                        mode: sequential
                        """);
        assertThat(findings).contains(new ConditionsDiffer(List.of("container-limits")));
        var found =
                findings.stream()
                        .filter(ConnectionsClosed.class::isInstance)
                        .map(ConnectionsClosed.class::cast)
                        .toList();
        assertThat(found).hasSize(1);
        var loads = loadsOf(found.getFirst().variant());
        double responses = loads.stream().mapToLong(l -> l.counts().succeededInWindow()).sum();
        long closed = loads.stream().mapToLong(l -> l.connections().closed()).sum();
        assertThat(found.getFirst().responsesEach()).isEqualTo(responses / closed);
        // Each of five users has every hundredth of its n requests per trial closed: n / 100, give
        // or take one. That holds for a window without gaps: users keep in step, so slices may hold
        // none or all of the five.
        assertThat((double) closed).isCloseTo(responses / 100, within(6.0 * loads.size()));
    }

    /// 30 users with a connection per request, and a server that accepts one every 20 ms with a
    /// backlog of two.
    @Test
    @EnabledOnOs(OS.LINUX)
    void a_listen_queue_that_overflows_is_noted() throws Exception {
        assertThat(provoked("cramped", "users: 30, keep-alive: false"))
                .filteredOn(ListenQueueOverflowed.class::isInstance)
                .singleElement()
                .isInstanceOfSatisfying(
                        ListenQueueOverflowed.class, f -> assertThat(f.connections()).isPositive());
    }
}
