package dev.loombench.load.websocket;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.loombench.base.RandomStream;
import dev.loombench.load.request.RequestMix;
import dev.loombench.load.transport.Transport;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.WebSocketPolicy;
import dev.loombench.websocket.FrameEncoder;
import dev.loombench.websocket.OpeningHandshake;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/// What all connections of WebSocket of a load have in common: the handshake, the room for a
/// message, and the kind of messages.
public final class WebSocketSetup {
    /// Maximum length of a received message.
    static final long MESSAGE_LIMIT = 64L << 20;

    /// Limit of the memory for frames: each connection needs its own.
    private static final long MAX_MEMORY = 1L << 30;

    private static final String PROTOCOLS = "sec-websocket-protocol:";

    private final byte[] request;
    private final int keyAt;
    private final Set<String> protocols;
    private final long longestSend;
    private final WebSocketPolicy policy;

    private WebSocketSetup(
            byte[] request,
            int keyAt,
            Set<String> protocols,
            long longestSend,
            WebSocketPolicy policy) {
        this.request = request;
        this.keyAt = keyAt;
        this.protocols = protocols;
        this.longestSend = longestSend;
        this.policy = policy;
    }

    /// @throws WrongInput when the handshake has values that change
    public static WebSocketSetup of(RequestMix mix, InetSocketAddress target) {
        var request = mix.handshake(target);
        var name = OpeningHandshake.KEY + ": ";
        int keyAt = new String(request, ISO_8859_1).indexOf("\r\n" + name) + 2 + name.length();
        long frame =
                FrameEncoder.MAX_HEADER
                        + Math.max(WebSocketConnection.CONTROL_BYTES, mix.longestMessage());
        return new WebSocketSetup(
                request,
                keyAt,
                protocols(request),
                Math.max(frame, request.length),
                mix.webSocket());
    }

    /// The subprotocols that a handshake offers, as it is sent: in the headers of the traffic they
    /// may be a placeholder, as a token among them is a secret.
    private static Set<String> protocols(byte[] handshake) {
        return new String(handshake, ISO_8859_1)
                .lines()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(PROTOCOLS))
                .flatMap(line -> Arrays.stream(line.substring(PROTOCOLS.length()).split(",", -1)))
                .map(String::strip)
                .collect(Collectors.toSet());
    }

    /// WebSocket over the transports of a load, which are closed when this fails.
    ///
    /// @param connections of each transport
    /// @param seed of keys and masks
    /// @throws WrongInput when frames would need more than 1 GiB
    public List<Transport> over(List<Transport> transports, List<Integer> connections, long seed) {
        long all = connections.stream().mapToLong(Integer::longValue).sum();
        if (longestSend * all > MAX_MEMORY) {
            transports.forEach(Transport::close);
            throw new WrongInput(
                    "messages need memory per connection, and %,d bytes on %,d connections exceed the limit of 1 GiB"
                            .formatted(longestSend, all));
        }
        var filters = new ArrayList<Transport>();
        for (int i = 0; i < transports.size(); i++) {
            filters.add(
                    new WebSocketTransport(
                            transports.get(i),
                            this,
                            connections.get(i),
                            RandomStream.WEBSOCKET_MASKS.random(seed, i)));
        }
        return filters;
    }

    byte[] request() {
        return request;
    }

    /// Where the key is in the request.
    int keyAt() {
        return keyAt;
    }

    Set<String> protocols() {
        return protocols;
    }

    /// What the messages are.
    WebSocketPolicy policy() {
        return policy;
    }

    /// The longest that is sent at once, bytes.
    long longestSend() {
        return longestSend;
    }
}
