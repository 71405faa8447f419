package dev.loombench.load.record;

import dev.loombench.load.request.EncodedRequests;

/// The first part of a response, where it has a time of its own beside that of the whole.
public enum FirstPart {
    /// It has none.
    NONE,
    /// A server-sent event.
    EVENT,
    /// A message of gRPC.
    MESSAGE;

    /// That of the responses to these requests.
    public static FirstPart of(EncodedRequests requests) {
        if (requests.isGrpc()) {
            return MESSAGE;
        }
        return requests.isOfEvents() ? EVENT : NONE;
    }
}
