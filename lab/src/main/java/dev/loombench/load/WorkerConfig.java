package dev.loombench.load;

import dev.loombench.load.request.EncodedRequests;
import dev.loombench.load.transport.Transport;

/// A loop's part of the load.
///
/// @param messages what it sends
/// @param keepAlive whether a connection carries one request after another
/// @param connectTimeoutNanos how long opening a connection may take; Long.MAX_VALUE for as long as
///   an answer may
/// @param timeoutNanos from the intended send to the end of the answer
/// @param startNanos when the load begins, the same for all loops
/// @param part which of the loops it is
record WorkerConfig(
        Transport transport,
        int connections,
        EncodedRequests messages,
        boolean keepAlive,
        long timeoutNanos,
        long connectTimeoutNanos,
        long startNanos,
        WorkerShard part) {}
