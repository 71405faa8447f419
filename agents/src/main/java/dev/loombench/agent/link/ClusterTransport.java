package dev.loombench.agent.link;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jgroups.Address;
import org.jgroups.blocks.cs.Connection;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.TCP;

/// TCP that closes, with a new view, the connections of members that have left. JGroups closes all
/// but those of members, and with them the connection by which a next member is joining.
///
/// Nothing is sent to a member that is lost: a process that is stopped takes what its kernel has
/// room for, and JGroups waits for the rest without a limit, also with the view that it is not in.
final class ClusterTransport extends TCP {
    private final Set<Address> lost = ConcurrentHashMap.newKeySet();
    private Set<Address> ofView = Set.of();

    ClusterTransport() {
        setId(ClassConfigurator.getProtocolId(TCP.class));
    }

    @Override
    public synchronized void retainAll(Collection<Address> members) {
        for (var before : ofView) {
            if (lost.contains(before)) {
                end(before);
            } else if (!members.contains(before)) {
                srv.closeConnection(before, false);
            }
        }
        ofView = Set.copyOf(members);
        lost.clear();
    }

    @Override
    public void send(Address to, byte[] bytes, int offset, int length) throws Exception {
        if (!lost.contains(to)) {
            super.send(to, bytes, offset, length);
        }
    }

    /// Ends the connections of members that are lost, and every send that is stuck on one.
    void endConnections(List<Address> members) {
        members.stream()
                .map(this::getPhysicalAddressFromCache)
                .filter(Objects::nonNull)
                .forEach(member -> {
                    lost.add(member);
                    Thread.startVirtualThread(() -> end(member));
                });
    }

    /// Without the words of a regular end, which would wait behind what is stuck.
    private void end(Address member) {
        srv.forAllConnections((address, connection) -> {
            if (address.equals(member)) {
                closeAtOnce(connection);
            }
        });
    }

    private static void closeAtOnce(Connection connection) {
        try {
            connection.close(false);
        } catch (IOException _) {
            // It is of no use any more.
        }
    }

    /// Members were heard of again, before a view without them.
    void takeBack() {
        lost.clear();
    }
}
