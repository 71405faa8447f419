package dev.loombench.agent.link;

import dev.loombench.text.UrlText;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.Event;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.stack.IpAddress;

/// One end of the connection between a controller and an agent.
///
/// Each agent is a cluster of its own, which its controller joins: no agent waits for another, and
/// the loss of one changes nothing for the others.
public final class LinkEnd implements AutoCloseable {
    /// Of one call to send: longer ones do not arrive.
    public static final long MAX_BYTES = (long) Fragments.MOST * Fragments.BYTES;

    private static final String CLUSTER = "loombench";

    /// Time in which an agent that starts looks for others: there are none.
    private static final long LISTEN_MILLIS = 100;

    /// Time limit of each step of a connect, generous: agents and controller may lack CPU.
    private static final int CONNECT_MILLIS = 10_000;

    private final JChannel channel;
    private final LinkHandler handler;
    private final Map<Address, Peer> peers = new HashMap<>();

    private LinkEnd(JChannel channel, LinkHandler handler) {
        this.channel = channel;
        this.handler = handler;
        channel.setReceiver(new Events());
    }

    /// Listens as an agent.
    ///
    /// @param local resolved; port 0 for a free one
    /// @param key empty for neither encryption nor authentication, on loopback only
    /// @throws LinkFailed when others could reach it without a key, or the address cannot be used
    public static LinkEnd listen(
            InetSocketAddress local, Optional<SharedKey> key, LinkHandler handler)
            throws LinkFailed {
        return listen(local, key, handler, GuardedSockets.Limits.ofProcess());
    }

    /// Listens with other limits of connections of strangers.
    static LinkEnd listen(
            InetSocketAddress local,
            Optional<SharedKey> key,
            LinkHandler handler,
            GuardedSockets.Limits limits)
            throws LinkFailed {
        var address = local.getAddress();
        var text = UrlText.authority(local);
        if (address.isAnyLocalAddress()) {
            throw new LinkFailed(
                    "an agent listens on one address, the one that the controller uses, and not on "
                            + text);
        }
        if (key.isEmpty() && !address.isLoopbackAddress()) {
            throw new LinkFailed(
                    "without a key an agent listens on loopback only, and %s can be reached from other machines: give --key-file"
                            .formatted(text));
        }
        checkFree(local, text);
        try {
            var endpoint =
                    new LinkEnd(
                            ProtocolStack.channel(
                                    local, key, List.of(local), LISTEN_MILLIS, limits),
                            handler);
            endpoint.connect(text);
            return endpoint;
        } catch (LinkFailed e) {
            throw e;
        } catch (Exception e) {
            throw new LinkFailed("cannot listen on %s: %s".formatted(text, e.getMessage()), e);
        }
    }

    /// Connects to an agent as its controller.
    ///
    /// @param agent resolved
    /// @throws LinkFailed when no agent with the same key responds
    public static LinkEnd connect(
            InetSocketAddress agent, Optional<SharedKey> key, LinkHandler handler)
            throws LinkFailed {
        var text = UrlText.authority(agent);
        var local = localAddress(agent, key, text);
        LinkEnd endpoint;
        try {
            endpoint =
                    new LinkEnd(
                            ProtocolStack.channel(
                                    new InetSocketAddress(local, 0),
                                    key,
                                    List.of(agent),
                                    CONNECT_MILLIS,
                                    GuardedSockets.Limits.ofProcess()),
                            handler);
            endpoint.connect(text);
        } catch (LinkFailed e) {
            throw e;
        } catch (Exception e) {
            throw new LinkFailed(
                    "cannot connect to the agent %s: %s".formatted(text, e.getMessage()), e);
        }
        if (endpoint.channel.getView().size() < 2) {
            endpoint.close();
            throw noAgent(text, key.isPresent() ? "" : " and without a key file");
        }
        return endpoint;
    }

    /// @param further condition besides the version
    private static LinkFailed noAgent(String text, String further) {
        return new LinkFailed(
                "%s does not respond as an agent: check that loombench agent listens there, with the same version%s, and that no other program keeps it busy with connections"
                        .formatted(text, further));
    }

    private static LinkFailed otherKey(String text) {
        return new LinkFailed(
                "%s has another key: give the agent and its controller the same key file"
                        .formatted(text));
    }

    private void connect(String text) throws Exception {
        boolean connected = false;
        try {
            channel.connect(CLUSTER);
            connected = true;
        } catch (Exception e) {
            if (hasCause(e, BindException.class)) {
                throw new LinkFailed("%s cannot be used: %s".formatted(text, rootMessage(e)), e);
            }
            throw e;
        } finally {
            if (!connected) {
                channel.close();
            }
        }
    }

    private static void checkFree(InetSocketAddress local, String text) throws LinkFailed {
        try (var probe = new ServerSocket()) {
            probe.bind(local);
        } catch (IOException e) {
            throw new LinkFailed(
                    "%s cannot be used: %s; is another agent running, or is the address that of another machine?"
                            .formatted(text, e.getMessage()),
                    e);
        }
    }

    /// The address of this machine that reaches the agent, which has the same key.
    private static InetAddress localAddress(
            InetSocketAddress agent, Optional<SharedKey> key, String text) throws LinkFailed {
        try (var socket = new Socket()) {
            socket.connect(agent, CONNECT_MILLIS);
            socket.setSoTimeout(CONNECT_MILLIS);
            if (key.isPresent()) {
                switch (GuardedSockets.keyOf(key.get().tls(), socket)) {
                    case SAME -> {}
                    case OTHER -> throw otherKey(text);
                    case NOT_SHOWN -> throw noAgent(text, " and with a key file");
                }
            }
            return socket.getLocalAddress();
        } catch (IOException e) {
            throw new LinkFailed(
                    "no agent can be reached at %s (%s): start one there with loombench agent --listen %s"
                            .formatted(text, e.getMessage(), text),
                    e);
        }
    }

    private static boolean hasCause(Throwable error, Class<? extends Throwable> type) {
        for (var cause = error; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return true;
            }
        }
        return false;
    }

    private static String rootMessage(Throwable error) {
        var root = error;
        for (var cause = error.getCause(); cause != null; cause = cause.getCause()) {
            root = cause;
        }
        return String.valueOf(root.getMessage());
    }

    /// The member that was here first: for a controller, its agent.
    public Peer first() {
        var address = channel.getView().getCoord();
        synchronized (peers) {
            return peers.computeIfAbsent(address, this::peer);
        }
    }

    /// Whether a peer has joined and has not left.
    public boolean isHere(Peer peer) {
        var view = channel.getView();
        return view != null && view.containsMember(peer.address());
    }

    /// The port on which this end listens.
    public int port() {
        var local = physical(channel.getAddress());
        return local.map(IpAddress::getPort).orElse(0);
    }

    /// Sends bytes; they arrive once and in the order of these calls, or the peer has left. Waits
    /// while the peer does not keep up.
    ///
    /// @throws IOException when the connection is closed
    public void send(Peer to, byte[] bytes) throws IOException {
        try {
            channel.send(new BytesMessage(to.address(), bytes));
        } catch (Exception e) {
            throw new IOException("cannot send to %s: %s".formatted(to, e.getMessage()), e);
        }
    }

    /// Sends bytes to a peer that may be gone: they may be lost, and come before what was sent
    /// earlier.
    ///
    /// @throws IOException when the connection is closed
    public void sendOnce(Peer to, byte[] bytes) throws IOException {
        try {
            channel.send(
                    new BytesMessage(to.address(), bytes).setFlag(Message.Flag.NO_RELIABILITY));
        } catch (Exception e) {
            throw new IOException("cannot send to %s: %s".formatted(to, e.getMessage()), e);
        }
    }

    /// Leaves; the other end knows.
    @Override
    public void close() {
        channel.close();
    }

    private Peer peer(Address address) {
        return new Peer(
                address,
                physical(address)
                        .map(ip -> new InetSocketAddress(ip.getIpAddress(), ip.getPort()))
                        .map(UrlText::authority)
                        .orElseGet(address::toString));
    }

    private Optional<IpAddress> physical(Address address) {
        return channel.down(new Event(Event.GET_PHYSICAL_ADDRESS, address)) instanceof IpAddress ip
                ? Optional.of(ip)
                : Optional.empty();
    }

    private final class Events implements Receiver {
        @Override
        public void viewAccepted(View view) {
            synchronized (peers) {
                for (var gone : List.copyOf(peers.keySet())) {
                    if (!view.containsMember(gone)) {
                        handler.left(known(gone));
                        peers.remove(gone);
                    }
                }
                for (var member : view) {
                    if (!member.equals(channel.getAddress())) {
                        known(member);
                    }
                }
            }
        }

        @Override
        public void receive(Message message) {
            // The flag means that the bytes are those of an object.
            if (message instanceof BytesMessage bytes
                    && bytes.hasPayload()
                    && !bytes.isFlagSet(Message.Flag.SERIALIZED)) {
                Peer peer;
                synchronized (peers) {
                    peer = known(message.getSrc());
                }
                handler.received(peer, content(bytes));
            }
        }

        /// The array of a message, copied where it contains more.
        private static byte[] content(BytesMessage message) {
            var array = message.getArray();
            int start = message.getOffset();
            int length = message.getLength();
            return length == array.length
                    ? array
                    : Arrays.copyOfRange(array, start, start + length);
        }

        private Peer known(Address address) {
            return peers.computeIfAbsent(address, LinkEnd.this::peer);
        }
    }
}
