package dev.loombench.observe.perf;

import java.util.OptionalLong;

/// The reason why the kernel does not count an event, and what the user can do.
///
/// @param remedy a command or an instruction
public record PerfRefusal(String reason, String remedy) {
    static final int EPERM = 1;
    static final int ENOENT = 2;
    static final int ESRCH = 3;
    static final int EACCES = 13;
    static final int EBUSY = 16;
    static final int ENODEV = 19;
    static final int ENFILE = 23;
    static final int EMFILE = 24;
    static final int ENOSYS = 38;
    static final int EOPNOTSUPP = 95;

    /// From this level of `kernel.perf_event_paranoid` on, unprivileged users count user mode only.
    private static final long USER_MODE_ONLY = 2;

    private static final String ALLOW = "sudo sysctl kernel.perf_event_paranoid=1";

    /// The reason in one sentence.
    public String message() {
        return reason + "; " + remedy;
    }

    /// Explains an error number of `perf_event_open`.
    ///
    /// @param paranoid `kernel.perf_event_paranoid`; empty where it is unknown
    static PerfRefusal of(int error, OptionalLong paranoid) {
        return switch (error) {
            case EPERM, EACCES -> notPermitted(paranoid);
            case ENOENT, ENODEV, EOPNOTSUPP ->
                    new PerfRefusal(
                            "the processor offers no such counter, as in most virtual machines",
                            "measure on the host, or give the virtual machine a PMU");
            case EBUSY ->
                    new PerfRefusal(
                            "another program reserves the counters", "end the other profiler");
            case EMFILE, ENFILE ->
                    new PerfRefusal("too few file descriptors", "raise the limit with ulimit -n");
            case ENOSYS ->
                    new PerfRefusal(
                            "this kernel has no performance events",
                            "use a kernel with CONFIG_PERF_EVENTS");
            default ->
                    new PerfRefusal(
                            "perf_event_open failed with error " + error, "see perf_event_open(2)");
        };
    }

    /// Counting is permitted, but only outside the kernel, where this event never happens.
    static PerfRefusal userModeOnly(OptionalLong paranoid) {
        return new PerfRefusal("the kernel counts user mode only" + level(paranoid), ALLOW);
    }

    /// Levels above 2 are those of Debian and Ubuntu, where the kernel refuses unprivileged users
    /// altogether. At lower levels a user may count its own processes, so something else refuses.
    private static PerfRefusal notPermitted(OptionalLong paranoid) {
        return paranoid.isPresent() && paranoid.getAsLong() <= USER_MODE_ONLY
                ? new PerfRefusal(
                        "a seccomp profile or a security module refuses perf_event_open",
                        "docker run --cap-add PERFMON, with a seccomp profile that allows it")
                : new PerfRefusal(
                        "the kernel does not permit performance events" + level(paranoid), ALLOW);
    }

    private static String level(OptionalLong paranoid) {
        return paranoid.isPresent()
                ? " (kernel.perf_event_paranoid is " + paranoid.getAsLong() + ")"
                : "";
    }
}
