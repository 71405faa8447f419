package dev.loombench.agent.link;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import org.jgroups.Event;
import org.jgroups.JChannel;
import org.jgroups.protocols.TCP;
import org.jgroups.stack.IpAddress;

/// Channels with the protocols of an endpoint, on loopback and without a key.
final class TestChannels {
    static final String CLUSTER = "loombench";
    static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
    static final InetSocketAddress ANY = new InetSocketAddress(LOOPBACK, 0);

    private TestChannels() {}

    /// One that has found no other member.
    static JChannel first() throws Exception {
        return channel(ANY, 100).connect(CLUSTER);
    }

    /// One that has joined.
    static JChannel joined(JChannel first) throws Exception {
        return channel(address(first), 10_000).connect(CLUSTER);
    }

    /// One that is not connected yet.
    ///
    /// @param other where another member may listen
    static JChannel channel(InetSocketAddress other, long joinMillis) throws Exception {
        return ProtocolStack.channel(
                ANY,
                Optional.empty(),
                List.of(other),
                joinMillis,
                GuardedSockets.Limits.ofProcess());
    }

    static TCP transport(JChannel channel) {
        return (TCP) channel.getProtocolStack().getTransport();
    }

    /// Where it listens.
    static InetSocketAddress address(JChannel channel) {
        var event = new Event(Event.GET_PHYSICAL_ADDRESS, channel.getAddress());
        var local = (IpAddress) channel.down(event);
        return new InetSocketAddress(local.getIpAddress(), local.getPort());
    }
}
