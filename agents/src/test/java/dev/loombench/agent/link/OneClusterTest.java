package dev.loombench.agent.link;

import dev.loombench.load.Listener;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jgroups.JChannel;
import org.jgroups.protocols.FD_ALL3;
import org.jgroups.protocols.TCP;
import org.jgroups.protocols.TCPPING;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.junit.jupiter.api.Test;

/// Why each agent is a cluster of its own: the members of one cluster connect to one another and
/// send each their heartbeats, where only a controller needs to hear its agents. `bench/agents/run
/// clusters` measures what it costs.
class OneClusterTest {
    private static final int MEMBERS = 4;

    private static JChannel member(int port, InetSocketAddress first) throws Exception {
        var tcp = new TCP();
        tcp.setBindAddress(TestChannels.LOOPBACK);
        tcp.setBindPort(port);
        tcp.setPortRange(0);
        tcp.setDiagnosticsHandler(ProtocolStack.noDiagnostics());
        var hosts = new TCPPING();
        hosts.setInitialHosts(List.of(first));
        hosts.setPortRange(0);
        return new JChannel(
                tcp,
                hosts,
                new FD_ALL3().setTimeout(3_000).setInterval(500),
                new NAKACK2().useMcastXmit(false),
                new UNICAST3(),
                new GMS().printLocalAddress(false).setJoinTimeout(1_000));
    }

    @Test
    void members_of_one_cluster_connect_to_one_another() throws Exception {
        var members = new ArrayList<JChannel>();
        try {
            var first = new InetSocketAddress(TestChannels.LOOPBACK, Listener.freePort());
            for (int i = 0; i < MEMBERS; i++) {
                members.add(member(i == 0 ? first.getPort() : Listener.freePort(), first));
                members.getLast().connect(TestChannels.CLUSTER);
            }
            for (var member : members) {
                var transport = TestChannels.transport(member);
                while (transport.getOpenConnections() < MEMBERS - 1) {
                    Thread.sleep(20); // until the timeout of the test
                }
            }
        } finally {
            members.forEach(JChannel::close);
        }
    }
}
