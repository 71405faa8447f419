package dev.loombench.load.worker;

import dev.loombench.load.request.EncodedRequests;
import dev.loombench.load.transport.Transport;

/// A worker's part of the load.
///
/// @param requests what it sends
/// @param keepAlive whether connections are kept for further requests
/// @param connectTimeoutNanos time limit for opening a connection; Long.MAX_VALUE when only the
///   request's timeout limits it
/// @param timeoutNanos from the intended send to the end of the response
/// @param deadlineNanos from the intended send to the end of a good response; Long.MAX_VALUE for
///   none
/// @param beginsWithWindow whether no request is sent before the first window opens
/// @param startNanos when the load begins, the same for all workers
/// @param shard the worker's position among all workers
public record WorkerConfig(
        Transport transport,
        int connections,
        EncodedRequests requests,
        boolean keepAlive,
        long timeoutNanos,
        long connectTimeoutNanos,
        long deadlineNanos,
        boolean beginsWithWindow,
        long startNanos,
        WorkerShard shard) {}
