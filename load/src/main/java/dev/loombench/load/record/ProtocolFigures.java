package dev.loombench.load.record;

import dev.loombench.load.result.HeaderListExcess;
import dev.loombench.load.transport.Handshake;
import java.util.HashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/// A worker's figures of TLS, HTTP/2 and gRPC in one measured window, which it alone writes.
final class ProtocolFigures {
    /// UNAUTHENTICATED.
    static final int HIGHEST_GRPC_STATUS = 16;

    final Histogram handshakeTime = IntervalHistograms.empty();
    long resumedHandshakes;

    /// The last one before the end of the window; null where there was none.
    @Nullable Handshake lastHandshake;

    /// Alerts of TLS of the server, by name.
    final Map<String, Long> alerts = new HashMap<>();

    /// The most streams of a connection that the server allowed; `Long.MAX_VALUE` without a limit.
    long streamLimit = Long.MAX_VALUE;

    /// The first since the start; null without one.
    @Nullable HeaderListExcess headerList;

    long goAways;
    final ErrorCodeCounts errorCodes = new ErrorCodeCounts();
    long refused;
    long waited;
    long heldStreamsEnded;
    final Histogram firstMessage = IntervalHistograms.empty();

    /// Responses of a status of gRPC other than 0; the last counts those of none or an unknown one.
    final long[] grpcStatuses = new long[HIGHEST_GRPC_STATUS + 2];
}
