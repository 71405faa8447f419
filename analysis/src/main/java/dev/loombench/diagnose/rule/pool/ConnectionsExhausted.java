package dev.loombench.diagnose.rule.pool;

import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.concurrency.Framework;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.Rule;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.rule.resource.GarbageCollections;
import dev.loombench.finding.Severity;
import dev.loombench.observe.proc.UnreadConnections.Port;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The limit of the connections of Tomcat, which accepts no more at most moments while clients wait
/// to be accepted. Those that it has accepted may be idle, so that no thread is at work.
public final class ConnectionsExhausted {
    static final Rule RULE =
            new Rule(
                    PoolExhausted.ID,
                    PoolExhausted.FOUND,
                    "printed threads; connections that are not accepted (`/proc/PID/net/tcp`)",
                    "the acceptor of Tomcat waits until a connection is closed (`LimitLatch`), and connections are not accepted, at three of four moments",
                    "warning; critical where as many are not accepted as it has",
                    "[threads and locks](#threads-and-locks)",
                    Figures.class);

    private ConnectionsExhausted() {}

    /// @param connections to the port that are accepted, at the last of the moments
    /// @param waiting connections that are not, most of the moments
    /// @param moments at which it accepted no more
    record Figures(int port, int connections, int waiting, int moments) {}

    public static Stream<ServiceFinding> in(Evidence evidence) {
        return evidence.printed().value().stream().flatMap(history -> in(history, evidence));
    }

    private static Stream<ServiceFinding> in(ThreadHistory history, Evidence evidence) {
        var ports =
                history.moments().stream()
                        .flatMap(moment -> moment.atLimit().stream())
                        .collect(
                                Collectors.groupingBy(
                                        Port::number, TreeMap::new, Collectors.toList()));
        return ports.values().stream()
                .filter(full -> history.isLasting(full.size()))
                .map(full -> finding(full, history.moments().size(), evidence));
    }

    /// @param moments of one port
    private static ServiceFinding finding(List<Port> moments, int all, Evidence evidence) {
        int waiting = moments.stream().mapToInt(Port::unaccepted).max().orElse(0);
        var last = moments.getLast();
        return ServiceFinding.of(
                RULE,
                waiting >= last.accepted() ? Severity.CRITICAL : Severity.WARNING,
                Confidence.HIGH,
                new FindingText(
                        "connections of Tomcat to port %d are exhausted: it has accepted %,d, and up to %,d more %s"
                                .formatted(
                                        last.number(),
                                        last.accepted(),
                                        waiting,
                                        waiting == 1 ? "waits" : "wait"),
                        "a client that is not accepted has no response until another one"
                                + " closes its connection, also where all of these are idle",
                        remedy(evidence)),
                List.of(
                        "its acceptor waited in LimitLatch while connections were not accepted, at %d of %s"
                                .formatted(moments.size(), counted(all, "moment"))),
                GarbageCollections.left(evidence) * waiting / (waiting + last.accepted()),
                new Figures(last.number(), last.accepted(), waiting, moments.size()));
    }

    private static String remedy(Evidence evidence) {
        return evidence.application().frameworks().contains(Framework.SPRING_BOOT)
                ? "raise server.tomcat.max-connections, or close idle connections earlier: lower server.tomcat.keep-alive-timeout"
                : "raise maxConnections of the connector, or close idle connections earlier: lower its keepAliveTimeout";
    }
}
