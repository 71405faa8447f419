package dev.loombench.launch.process;

import dev.loombench.cgroup.OutOfMemoryKills;
import dev.loombench.cgroup.OutOfMemoryKills.Kill;
import dev.loombench.launch.process.ProcessExit.ExitCause;
import java.util.Optional;

/// What led to the end of a process, as far as the lab knows it. Thread-safe.
final class EndCause {
    private static final String OUT_OF_MEMORY = "java.lang.OutOfMemoryError";

    /// From before its start, in the group of the lab.
    private volatile OutOfMemoryKills kills = OutOfMemoryKills.ofThisProcess();

    private volatile boolean requested;
    private volatile boolean killed;
    private volatile boolean outOfMemory;
    private volatile boolean outOfMemoryReported;

    /// Whether a line of the output of a server of the zoo reports that its JVM is out of memory,
    /// which is recorded. Such a JVM has to be killed: it may have lost threads that it needs,
    /// hang, and ignore a SIGTERM.
    boolean reportsOutOfMemory(String line) {
        if (line.contains(OUT_OF_MEMORY)) {
            outOfMemory = true;
            return true;
        }
        return false;
    }

    /// Records a line of the output of a service that reports that a JVM is out of memory. The
    /// service may handle that and continue, or show the line of another: it is the cause only of
    /// an end by itself.
    void serviceReports(String line) {
        if (line.contains(OUT_OF_MEMORY)) {
            outOfMemoryReported = true;
        }
    }

    /// The lab asks it to end.
    void request() {
        requested = true;
    }

    boolean isRequested() {
        return requested;
    }

    /// The lab kills it.
    void kill() {
        killed = true;
    }

    /// Counts the kernel's kills in the control group of the process that serves, from now on.
    void serves(long pid) {
        kills = OutOfMemoryKills.of(pid);
    }

    /// Counts them where this process runs before: it may have moved to another group.
    void runsAs(long pid) {
        kills = kills.following(pid);
    }

    /// @param otherwise the cause where the lab did not end it
    ProcessExit exit(int status, ExitCause otherwise) {
        var known = get(otherwise);
        var kill = known == otherwise ? kills.since() : Optional.<Kill>empty();
        boolean reported = outOfMemoryReported && known == ExitCause.UNREQUESTED && kill.isEmpty();
        return new ProcessExit(status, reported ? ExitCause.OUT_OF_MEMORY : known, kill);
    }

    private ExitCause get(ExitCause otherwise) {
        if (outOfMemory) {
            return ExitCause.OUT_OF_MEMORY;
        }
        if (killed) {
            return ExitCause.KILLED;
        }
        return requested ? ExitCause.ON_REQUEST : otherwise;
    }
}
