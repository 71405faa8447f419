package dev.loombench.spec.load;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.TextSanitizer;
import dev.loombench.spec.text.Units;
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
public record ConnectionPolicy(
        boolean keepAlive,
        Optional<Duration> connectTimeout,
        List<String> sourceAddresses,
        @JsonInclude(Include.NON_ABSENT) Optional<TlsPolicy> tls) {

    /// Keep-alive, no connect timeout of its own, local addresses chosen by the system.
    public static final ConnectionPolicy DEFAULT =
            new ConnectionPolicy(true, Optional.empty(), List.of());

    /// Without TLS.
    public ConnectionPolicy(
            boolean keepAlive, Optional<Duration> connectTimeout, List<String> sourceAddresses) {
        this(keepAlive, connectTimeout, sourceAddresses, Optional.empty());
    }

    public ConnectionPolicy {
        connectTimeout.ifPresent(ConnectionPolicy::checkedTimeout);
        sourceAddresses.forEach(ConnectionPolicy::checkedAddress);
        sourceAddresses = List.copyOf(sourceAddresses);
    }

    /// The same policy, secured otherwise.
    public ConnectionPolicy withTls(Optional<TlsPolicy> other) {
        return new ConnectionPolicy(keepAlive, connectTimeout, sourceAddresses, other);
    }

    private static void checkedTimeout(Duration timeout) {
        if (timeout.isNegative() || timeout.isZero()) {
            throw new SpecError("connect-timeout must be above 0, was " + Units.text(timeout));
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
            throw new SpecError(
                    "a source address must be an IP address like 127.0.0.2, was "
                            + TextSanitizer.quoted(address));
        }
    }
}
