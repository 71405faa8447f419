package dev.loombench.base;

import java.io.IOException;
import java.util.Optional;
import java.util.regex.Pattern;

/// The alert of TLS by which the peer ended a connection, as an exception of the JDK names it.
public final class ReceivedAlert {
    /// As in `(handshake_failure) Received fatal alert: handshake_failure`.
    private static final Pattern TEXT = Pattern.compile("Received fatal alert: ([a-z_0-9]+)");

    private ReceivedAlert() {}

    /// Its name in the standard, as in `certificate_required`; empty for another failure.
    public static Optional<String> in(IOException failure) {
        var found = TEXT.matcher(String.valueOf(failure.getMessage()));
        return found.find() ? Optional.of(found.group(1)) : Optional.empty();
    }
}
