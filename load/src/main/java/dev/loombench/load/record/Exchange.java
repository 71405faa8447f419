package dev.loombench.load.record;

/// A request and its response, on the monotonic clock, ns. Each connection reuses its own.
public final class Exchange {
    private long intended;

    /// The time that a connection of its own took to open, or to fail; 0 for a kept one.
    private long opening;

    private long sent;
    private boolean isSent;
    private boolean inFlight;
    private boolean counted;
    private boolean hasFirst;
    private boolean foundNoneFree;
    private int kind;
    private int interval;

    /// Starts a new request.
    ///
    /// @param when intended send: by the schedule, or when the user started it
    /// @param which index of the request in the mix
    /// @param counts whether it belongs to the measured window
    public void start(int which, long when, boolean counts) {
        kind = which;
        intended = when;
        opening = 0;
        isSent = false;
        inFlight = false;
        counted = counts;
        hasFirst = false;
    }

    /// Sets for the next request whether all connections were in use when it was to be sent.
    public void foundNoneFree(boolean found) {
        foundNoneFree = found;
    }

    /// Records that the connection which the request has for itself is open, or will not open.
    ///
    /// @param nanos from the start of the attempt
    public void opened(long nanos) {
        opening = nanos;
    }

    /// Records that the request is being sent.
    public void send(long when) {
        sent = when;
        isSent = true;
        inFlight = true;
    }

    /// Records that its connection closed before any response; the request will be sent again.
    public void connectionLost() {
        inFlight = false;
    }

    public long intended() {
        return intended;
    }

    /// The second of the interval to which it belongs, where it counts.
    int interval() {
        return interval;
    }

    void interval(int second) {
        interval = second;
    }

    /// The index of the request in the mix.
    public int kind() {
        return kind;
    }

    /// Whether it was sent, at least once.
    public boolean isSent() {
        return isSent;
    }

    /// Whether its response or failure is pending.
    public boolean isInFlight() {
        return inFlight;
    }

    public boolean counted() {
        return counted;
    }

    boolean foundNoneFree() {
        return foundNoneFree;
    }

    /// Records that the first part of its response has come.
    void firstCame() {
        hasFirst = true;
    }

    /// Whether the first part of its response has come.
    boolean hasFirst() {
        return hasFirst;
    }

    /// The delay that the generator, or the wait for a free connection, added before the request
    /// was sent. A connection that is opened for it alone is a part of what the load requests.
    long sendLag() {
        return sent - intended - opening;
    }

    /// The same delay of a request that failed without being sent.
    long unsentLag(long failedNanos) {
        return failedNanos - intended - opening;
    }

    /// The latency for the user, including the wait before sending: the figure in reports.
    public long responseTime(long completedNanos) {
        return completedNanos - intended;
    }

    /// The latency from the actual send; omits the requests that a slow server kept from being
    /// sent, so it is never reported alone.
    long serviceTime(long completedNanos) {
        return completedNanos - sent;
    }
}
