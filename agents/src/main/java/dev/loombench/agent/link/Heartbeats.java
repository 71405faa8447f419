package dev.loombench.agent.link;

import java.util.List;
import org.jgroups.Address;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.FD_ALL3;

/// Heartbeats that tell the transport of a loss first: the next protocol sends a view at once.
final class Heartbeats extends FD_ALL3 {
    private final ClusterTransport transport;

    Heartbeats(ClusterTransport transport) {
        this.transport = transport;
        setId(ClassConfigurator.getProtocolId(FD_ALL3.class));
    }

    @Override
    protected void suspect(List<Address> suspects) {
        transport.endConnections(suspects);
        super.suspect(suspects);
    }

    @Override
    protected boolean unsuspect(Address member) {
        boolean wasSuspected = super.unsuspect(member);
        if (wasSuspected) {
            transport.takeBack();
        }
        return wasSuspected;
    }
}
