package dev.loombench.load.http2;

/// Whether the server of a connection is still there, once a request is given up.
///
/// A machine or its network may be gone without a notice, and the kernel waits for many minutes
/// before it gives a connection up: until then, all requests on it would time out. So a request
/// that is given up, and since whose send nothing has come on its connection, asks the server for a
/// sign: a PING. Servers of gRPC end a connection with more than a few of them between two
/// responses, so that no more than [#MAX_ASKED] are sent. A server that sends nothing until its
/// time is over is gone. Nothing is asked while responses come.
///
/// Source: the transport of Go's `net/http`, which sends a PING with the reset of such a stream;
/// gRFC A8, "Server Enforcement", on the limits of servers.
final class Liveness {
    /// PINGs between two responses, at most.
    private static final int MAX_ASKED = 2;

    /// [slots] the number of reads before the request of a slot was sent.
    private final long[] readsBefore;

    private long reads;

    /// PINGs since a response began.
    private int asked;

    /// Whether the server was asked and has sent nothing since, and until when it has time.
    private boolean waits;

    private long endNanos;

    Liveness(int slots) {
        readsBefore = new long[slots];
    }

    /// Handles that the connection is being opened.
    void opening() {
        asked = 0;
        waits = false;
    }

    /// Handles that the request of a slot is being sent.
    void sent(int slot) {
        readsBefore[slot] = reads;
    }

    /// Handles that bytes have come.
    void received() {
        reads++;
        waits = false;
    }

    /// Handles that a response has begun.
    void responding() {
        asked = 0;
    }

    /// Whether to ask the server for a sign, as the request of a slot is given up.
    boolean isDoubtful(int slot) {
        return !waits && asked < MAX_ASKED && reads == readsBefore[slot];
    }

    /// Handles that the server is being asked.
    ///
    /// @param end of the time that it has
    void asked(long end) {
        asked++;
        waits = true;
        endNanos = end;
    }

    /// Whether the server was asked, and has sent nothing since.
    boolean waits() {
        return waits;
    }

    /// The end of the time that the server has, once it was asked.
    long endNanos() {
        return endNanos;
    }

    /// Whether the server was asked, and has let its time pass.
    ///
    /// @param read a time of which all has been read that had come: a generator that was stopped
    ///   would else find no sign that has long come
    boolean isGone(long read) {
        return waits && endNanos - read <= 0;
    }
}
