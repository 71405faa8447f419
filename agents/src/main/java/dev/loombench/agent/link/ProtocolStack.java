package dev.loombench.agent.link;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import org.jgroups.JChannel;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.logging.LogFactory;
import org.jgroups.protocols.BaseBundler;
import org.jgroups.protocols.TCP;
import org.jgroups.protocols.TCPPING;
import org.jgroups.protocols.UFC;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.stack.DiagnosticsHandler;
import org.jgroups.stack.IpAddress;
import org.jgroups.util.DefaultSocketFactory;
import org.jgroups.util.DefaultThreadFactory;

/// The JGroups protocols of a connection: TCP on one port, a static list of hosts, heartbeats.
///
/// Encryption is TLS below all other protocols, because `SYM_ENCRYPT` encrypts the payload of
/// messages and not their headers, by which others could join, and accepts messages without a
/// payload from everyone. `FD_SOCK2` is left out, because it needs a second port; TCP reports a
/// closed connection as well. `MERGE3` is left out: after a partition, a new controller joins.
final class ProtocolStack {
    /// The other end is lost at the fifth check in a row, a heartbeat apart, before which nothing
    /// of it has arrived: after 5 to 6 s. That is longer than a busy machine keeps a process from
    /// its processors, and than TCP takes for its fourth attempt to send again, which is after 3 s.
    private static final long FAILURE_MILLIS = 5_000;

    private static final long HEARTBEAT_MILLIS = 1_000;

    /// JGroups sends the request that finds an agent without retransmission, so that one that is
    /// lost, as with its connection, is sent again.
    private static final long DISCOVERY_MILLIS = 500;

    /// The limit after the last attempt: JGroups counts up to it from 1.
    private static final int JOIN_ATTEMPTS = 2 + 1;

    /// TCP loses nothing while its connection holds: only a new one makes messages be sent again.
    private static final long RETRANSMIT_MILLIS = 1_000;

    /// A thread sends to each member, so that no other waits where a send is stuck: that of timers
    /// finds out who is lost.
    private static final String THREAD_PER_MEMBER = "per-destination";

    /// A connection on which a send is stuck is closed after that time.
    private static final int LINGER_SECONDS = 1;

    private static final int MAX_MESSAGE_BYTES = 1 << 20;
    private static final int COOKIE_BYTES = 4;

    static {
        LogFactory.useNoopLogger(true); // errors are reported by exceptions and by the views
        ProtocolMessages.readNoOthers();
    }

    private ProtocolStack() {}

    /// A channel that is not connected yet.
    ///
    /// @param local where it listens; port 0 for a free one
    /// @param hosts where other members may listen
    /// @param joinMillis time limit of the search for other members, and of each attempt to join
    /// @param limits of connections of others
    static JChannel channel(
            InetSocketAddress local,
            Optional<SharedKey> key,
            List<InetSocketAddress> hosts,
            long joinMillis,
            GuardedSockets.Limits limits)
            throws Exception {
        var tcp = new ClusterTransport();
        tcp.setBindAddress(local.getAddress());
        tcp.setBindPort(local.getPort());
        tcp.setPortRange(0);
        tcp.tcpNodelay(true);
        tcp.enableSuspectEvents(true);
        tcp.setLinger(LINGER_SECONDS);
        tcp.setMaxLength(MAX_MESSAGE_BYTES);
        tcp.setBundlerType(THREAD_PER_MEMBER);
        tcp.setDiagnosticsHandler(noDiagnostics());
        tcp.setSocketFactory(
                key.map(shared -> GuardedSockets.of(shared.tls(), limits))
                        .orElseGet(() -> GuardedSockets.plain(helloBytes(local), limits)));
        var discovery = new Hosts();
        discovery.setInitialHosts(hosts);
        discovery.setPortRange(0);
        discovery.numDiscoveryRuns(Math.toIntExact(Math.max(1, joinMillis / DISCOVERY_MILLIS)));
        var channel =
                new JChannel(
                        tcp,
                        discovery,
                        new Heartbeats(tcp)
                                .setTimeout(FAILURE_MILLIS)
                                .setInterval(HEARTBEAT_MILLIS),
                        new NAKACK2().useMcastXmit(false).setXmitInterval(RETRANSMIT_MILLIS),
                        new UNICAST3().setXmitInterval(RETRANSMIT_MILLIS),
                        new STABLE(),
                        new GMS()
                                .setJoinTimeout(joinMillis)
                                .setMaxJoinAttempts(JOIN_ATTEMPTS)
                                .printLocalAddress(false)
                                .printPhysicalAddress(false),
                        new UFC(),
                        new Fragments());
        ((BaseBundler) tcp.getBundler()).useSingleSenderThread(false);
        return channel;
    }

    /// What a member sends first: a cookie, its version, the length of its address, its address,
    /// which is of the same family.
    private static int helloBytes(InetSocketAddress local) {
        return COOKIE_BYTES
                + 2 * Short.BYTES
                + new IpAddress(local.getAddress(), local.getPort()).serializedSize();
    }

    /// Without it, each member would respond to diagnostic requests over multicast.
    static DiagnosticsHandler noDiagnostics() {
        return new DiagnosticsHandler(
                        LogFactory.getLog(TCP.class),
                        new DefaultSocketFactory(),
                        new DefaultThreadFactory("diagnostics", true))
                .setEnabled(false);
    }

    /// A static list of hosts for a member on any free port, which `TCPPING` itself refuses.
    private static final class Hosts extends TCPPING {
        Hosts() {
            setId(ClassConfigurator.getProtocolId(TCPPING.class));
        }

        @Override
        public boolean isDynamic() {
            return true;
        }
    }
}
