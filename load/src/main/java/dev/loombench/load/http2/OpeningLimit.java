package dev.loombench.load.http2;

import java.time.Duration;
import java.util.Optional;

/// The limit of the time to open a connection, up to the settings of its server.
///
/// @param nanos from the start of an attempt
/// @param fails whether requests that wait for the connection fail then; otherwise another attempt
///   follows, and they go on waiting
public record OpeningLimit(long nanos, boolean fails) {
    /// A request that waits for the whole attempt times out before, and by what it waits for.
    private static final Duration MARGIN = Duration.ofMillis(100);

    /// That of a load. Without a limit of its own, an attempt takes about as long as a request may:
    /// requests come one after another, so that one always waits for an attempt without an end.
    public static OpeningLimit of(Optional<Duration> connectTimeout, Duration requestTimeout) {
        return new OpeningLimit(
                connectTimeout.orElseGet(() -> requestTimeout.plus(MARGIN)).toNanos(),
                connectTimeout.isPresent());
    }
}
