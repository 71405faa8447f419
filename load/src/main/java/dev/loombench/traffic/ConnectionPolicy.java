package dev.loombench.traffic;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.Units;
import dev.loombench.text.WrongInput;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// How a load opens its connections, and how long it keeps them.
///
/// @param keepAlive whether a connection carries many requests; otherwise each request opens its
///   own connection, and the time to open it is part of the response time
/// @param connectTimeout how long opening a connection may take; empty for the request timeout
/// @param sourceAddresses local addresses that connections use in turn, as literals; empty if the
///   system chooses
/// @param tls how they are secured; empty for plain TCP
/// @param http2 how they carry several requests at a time; empty for HTTP/1.1 and lines
/// @param webSocket what their messages are, where they are of WebSocket; empty for the default
public record ConnectionPolicy(
        boolean keepAlive,
        Optional<Duration> connectTimeout,
        List<String> sourceAddresses,
        @JsonInclude(Include.NON_ABSENT) Optional<TlsPolicy> tls,
        @JsonInclude(Include.NON_ABSENT) Optional<Http2Policy> http2,
        @JsonInclude(Include.NON_ABSENT) Optional<WebSocketPolicy> webSocket) {

    /// Keep-alive, no connect timeout of its own, local addresses chosen by the system.
    public static final ConnectionPolicy DEFAULT =
            new ConnectionPolicy(true, Optional.empty(), List.of());

    /// Without TLS, with HTTP/1.1 or lines.
    public ConnectionPolicy(
            boolean keepAlive, Optional<Duration> connectTimeout, List<String> sourceAddresses) {
        this(keepAlive, connectTimeout, sourceAddresses, Optional.empty(), Optional.empty());
    }

    /// Without a policy of WebSocket.
    public ConnectionPolicy(
            boolean keepAlive,
            Optional<Duration> connectTimeout,
            List<String> sourceAddresses,
            Optional<TlsPolicy> tls,
            Optional<Http2Policy> http2) {
        this(keepAlive, connectTimeout, sourceAddresses, tls, http2, Optional.empty());
    }

    public ConnectionPolicy {
        connectTimeout.ifPresent(ConnectionPolicy::checkedTimeout);
        sourceAddresses.forEach(ConnectionPolicy::checkedAddress);
        sourceAddresses = List.copyOf(sourceAddresses);
        if (!keepAlive && http2.isPresent() && http2.get().streams() > 1) {
            throw new WrongInput(
                    "a connection of one request has one stream, and streams were %,d: give 1, or keep"
                                    .formatted(http2.get().streams())
                            + " connections alive");
        }
    }

    /// The same policy, secured otherwise.
    public ConnectionPolicy withTls(Optional<TlsPolicy> other) {
        return new ConnectionPolicy(
                keepAlive, connectTimeout, sourceAddresses, other, http2, webSocket);
    }

    /// The same policy with other use of HTTP/2.
    public ConnectionPolicy withHttp2(Optional<Http2Policy> other) {
        return new ConnectionPolicy(
                keepAlive, connectTimeout, sourceAddresses, tls, other, webSocket);
    }

    /// The same policy with other messages of WebSocket.
    public ConnectionPolicy withWebSocket(Optional<WebSocketPolicy> other) {
        return new ConnectionPolicy(keepAlive, connectTimeout, sourceAddresses, tls, http2, other);
    }

    /// The most requests at a time on one connection.
    public int streams() {
        return http2.map(Http2Policy::streams).orElse(1);
    }

    private static void checkedTimeout(Duration timeout) {
        if (timeout.isNegative() || timeout.isZero()) {
            throw new WrongInput("connect-timeout must be above 0, was " + Units.text(timeout));
        }
    }

    /// @return the address
    public static String checkedAddress(String address) {
        literal(address);
        return address;
    }

    /// The local addresses, parsed without a DNS lookup.
    public List<InetAddress> sources() {
        return sourceAddresses.stream().map(ConnectionPolicy::literal).toList();
    }

    private static InetAddress literal(String address) {
        try {
            return InetAddress.ofLiteral(address);
        } catch (IllegalArgumentException e) {
            throw new WrongInput(
                    "a source address must be an IP address like 127.0.0.2, was "
                            + TextSanitizer.quoted(address));
        }
    }
}
