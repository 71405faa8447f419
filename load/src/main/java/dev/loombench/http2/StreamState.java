package dev.loombench.http2;

import java.lang.foreign.MemorySegment;

/// The stream of a slot: its request, as far as it is sent, and its response, as far as it has come.
/// Reused by the slot's next request.
final class StreamState {
    /// 0 until its header fields are sent.
    int id;

    /// Whether it has a request.
    boolean active;

    // The request: a header block, then the content.
    MemorySegment bytes = MemorySegment.NULL;
    int headLength;
    int length;
    boolean isHead;

    /// Bytes of the request that are sent, once the header block is.
    int sent;

    /// Bytes that the peer accepts; below 0 where it has reduced its window.
    long sendWindow;

    // The response.
    int status;
    int grpcStatus;
    long contentLength;
    long received;

    /// Bytes received since the last WINDOW_UPDATE.
    int uncredited;

    void start(MemorySegment request, int newHeadLength, int newLength, boolean newIsHead) {
        id = 0;
        active = true;
        bytes = request;
        headLength = newHeadLength;
        length = newLength;
        isHead = newIsHead;
        sent = 0;
        sendWindow = 0;
        status = 0;
        grpcStatus = ResponseFields.NONE;
        contentLength = ResponseFields.NONE;
        received = 0;
        uncredited = 0;
    }

    /// Bytes of the content that are not sent.
    int unsent() {
        return id == 0 ? length - headLength : length - sent;
    }

    /// Whether a response of this status to this request has no content.
    boolean hasNoContent() {
        return isHead || status == 204 || status == 304;
    }
}
