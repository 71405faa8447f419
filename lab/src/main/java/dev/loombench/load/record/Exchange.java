package dev.loombench.load.record;

/// One request and its answer, on the monotonic clock, ns. Each connection has one and uses it over
/// and over.
public final class Exchange {
    private long intended;
    private long sent;
    private boolean isSent;
    private boolean inFlight;
    private boolean counted;
    private int kind;

    /// A new request.
    ///
    /// @param when it was meant to leave: by the schedule, or as its user came to want it
    /// @param which of the requests that are mixed, by its number
    /// @param counts whether it belongs to the measured window
    public void begin(int which, long when, boolean counts) {
        kind = which;
        intended = when;
        isSent = false;
        inFlight = false;
        counted = counts;
    }

    /// The request begins to leave.
    public void send(long when) {
        sent = when;
        isSent = true;
        inFlight = true;
    }

    /// Its connection closed before anything came back; it is to be sent again.
    public void lost() {
        inFlight = false;
    }

    long intended() {
        return intended;
    }

    /// Which of the requests that are mixed.
    public int kind() {
        return kind;
    }

    boolean isSent() {
        return isSent;
    }

    /// Whether its response, or its end, is awaited.
    public boolean isInFlight() {
        return inFlight;
    }

    public boolean counted() {
        return counted;
    }

    /// What the generator, or the wait for a free connection, added before the request left.
    long sendLag() {
        return sent - intended;
    }

    /// What the user felt, waiting to be sent included: the figure that reports quote.
    long responseTime(long answered) {
        return answered - intended;
    }

    /// What the server took once it was asked; hides the requests that a slow server kept from
    /// being sent, so never quoted alone.
    long serviceTime(long answered) {
        return answered - sent;
    }
}
