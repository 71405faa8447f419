package dev.loombench.observe.proc;

/// The time that a process has been stopped by a signal (SIGSTOP, Ctrl-Z) or a debugger, from
/// samples of its state. Not thread-safe.
public final class StoppedTime {
    private boolean stopped;
    private long lastSampleNanos;
    private long stoppedSinceNanos;
    private long totalNanos;

    /// Whether a process is stopped now; false where the system does not report it.
    ///
    /// @throws ProcessEndedException when the process has ended
    public static boolean isStopped(long pid) {
        return Platform.isLinux() && ProcessStat.read(pid).stopped();
    }

    /// Adds a sample. A process that was stopped at only one of two successive samples counts as
    /// stopped for half of the time between them.
    ///
    /// @param nanos time of the sample on the monotonic clock, not before the previous one
    public void sample(boolean nowStopped, long nanos) {
        if (nowStopped && !stopped) {
            stoppedSinceNanos = nanos;
        }
        if (lastSampleNanos != 0) {
            int ends = (stopped ? 1 : 0) + (nowStopped ? 1 : 0);
            totalNanos += (nanos - lastSampleNanos) * ends / 2;
        }
        stopped = nowStopped;
        lastSampleNanos = nanos;
    }

    /// Total time stopped, ns.
    public long totalNanos() {
        return totalNanos;
    }

    /// Uninterrupted time stopped until the latest sample, ns; 0 when it was not stopped then.
    public long currentStopNanos() {
        return stopped ? lastSampleNanos - stoppedSinceNanos : 0;
    }
}
