package dev.loombench.spec.load;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.TextSanitizer;
import dev.loombench.spec.text.Units;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// How a load makes its connections, and how long it keeps them.
///
/// @param keepAlive whether a connection carries one request after another; else each request has
///   one of its own, and the time to open it is part of its response time
/// @param connectTimeout how long opening a connection may take; empty for as long as an answer may
/// @param sourceAddresses what connections are bound to, in turn, as literals; empty for what the
///   system chooses
public record ConnectionPolicy(
        @JsonProperty("keepAlive") boolean keepAlive,
        @JsonProperty("connectTimeout") Optional<Duration> connectTimeout,
        @JsonProperty("sourceAddresses") List<String> sourceAddresses) {

    /// Kept alive, with no time-out of its own, from where the system chooses.
    public static final ConnectionPolicy DEFAULT =
            new ConnectionPolicy(true, Optional.empty(), List.of());

    public ConnectionPolicy {
        connectTimeout.ifPresent(ConnectionPolicy::checkedTimeout);
        sourceAddresses.forEach(ConnectionPolicy::checkedAddress);
        sourceAddresses = List.copyOf(sourceAddresses);
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

    /// What connections are bound to, resolved without asking anybody.
    public List<InetAddress> sources() {
        return sourceAddresses.stream().map(ConnectionPolicy::literal).toList();
    }

    private static InetAddress literal(String address) {
        try {
            return InetAddress.ofLiteral(address);
        } catch (IllegalArgumentException e) {
            throw new SpecError(
                    "a source address is an IP address like 127.0.0.2, was "
                            + TextSanitizer.quoted(address));
        }
    }
}
