package dev.loombench.agent.link;

import org.jgroups.Address;

/// The other end of a connection.
public final class Peer {
    private final Address address;
    private final String name;

    Peer(Address address, String name) {
        this.address = address;
        this.name = name;
    }

    Address address() {
        return address;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Peer peer && peer.address.equals(address);
    }

    @Override
    public int hashCode() {
        return address.hashCode();
    }

    /// Its host and port.
    @Override
    public String toString() {
        return name;
    }
}
