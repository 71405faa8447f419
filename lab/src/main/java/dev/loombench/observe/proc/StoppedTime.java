package dev.loombench.observe.proc;

/// How long a process has been stopped, by a signal (SIGSTOP, Ctrl-Z) or a debugger, from looks at
/// its state. Not thread-safe.
public final class StoppedTime {
    private boolean stopped;
    private long lookedAt;
    private long since;
    private long totalNanos;

    /// Whether a process is stopped now; false where the system does not tell.
    ///
    /// @throws ProcessEndedException when the process has ended
    public static boolean isStopped(long pid) {
        return Platform.isLinux() && ProcessStat.read(pid).stopped();
    }

    /// Takes note of one look. A process that was stopped at one of two looks and not at the other
    /// counts as stopped for half of the time between them.
    ///
    /// @param nanos when, on the monotonic clock, not before the look before
    public void look(boolean nowStopped, long nanos) {
        if (nowStopped && !stopped) {
            since = nanos;
        }
        if (lookedAt != 0) {
            int ends = (stopped ? 1 : 0) + (nowStopped ? 1 : 0);
            totalNanos += (nanos - lookedAt) * ends / 2;
        }
        stopped = nowStopped;
        lookedAt = nanos;
    }

    /// In all, ns.
    public long totalNanos() {
        return totalNanos;
    }

    /// Without a break until the latest look, ns; 0 when it was not stopped then.
    public long unbrokenNanos() {
        return stopped ? lookedAt - since : 0;
    }
}
