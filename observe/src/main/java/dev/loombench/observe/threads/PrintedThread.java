package dev.loombench.observe.threads;

import java.lang.Thread.State;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// A platform thread of Java code in a [ThreadPrint].
///
/// @param number `Thread.threadId()`
/// @param osThread its id in the operating system
/// @param state empty for a carrier of a virtual thread, and where the text has none
/// @param cpuNanos that it has used since its start; empty where the JVM does not know it
/// @param carried the virtual thread that it carries
public record PrintedThread(
        String name,
        long number,
        long osThread,
        Optional<State> state,
        OptionalLong cpuNanos,
        PrintedStack stack,
        Optional<Virtual> carried) {
    private static final Pattern WORKER = Pattern.compile("ForkJoinPool-\\d+-worker-\\d+");

    /// A virtual thread on its carrier.
    ///
    /// @param number `Thread.threadId()`
    /// @param name empty where it has none
    /// @param stack without frames before JDK 24, which does not print it
    public record Virtual(long number, String name, PrintedStack stack) {}

    /// Whether it has the name of a carrier. Other pools of the JVM may have such workers too.
    public boolean isWorker() {
        return WORKER.matcher(name).matches();
    }

    /// `ForkJoinPool-1` of `ForkJoinPool-1-worker-2`.
    public String pool() {
        return name.substring(0, name.indexOf("-worker-"));
    }
}
