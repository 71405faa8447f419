package dev.loombench.observe.threads;

import java.util.List;
import java.util.OptionalLong;

/// The threads of Java code in the text of `Thread.print` (JDK 21 to 25; also that of `jstack` and
/// of the signal `QUIT`).
///
/// The text shows the platform threads at one safepoint, and after them the deadlocks that the JVM
/// finds among them at the next. It names the virtual thread that a carrier runs (JDK 21) and has
/// its stack (JDK 24, JDK-8330846); it does not list virtual threads without a carrier.
///
/// Source: `JavaThread::print_on`, `javaVFrame::print_lock_info_on` and
/// `DeadlockCycle::print_on_with` of HotSpot.
///
/// @param threads in the order of the text
/// @param deadlocks the cycles that the JVM found, each thread before the one that it waits for;
///   the last one waits for the first
/// @param omitted threads beyond the number that is kept
/// @param jvmNanos CPU time so far of the threads that run no Java code: those of the collectors
///   and the one that stops the others; empty where the text has none
/// @param owners whether the owners of locks of `java.util.concurrent` are shown (`Thread.print
///   -l`)
/// @param cut whether the text begins or ends within the threads
public record ThreadPrint(
        List<PrintedThread> threads,
        List<List<DeadlockedThread>> deadlocks,
        int omitted,
        OptionalLong jvmNanos,
        boolean owners,
        boolean cut) {

    /// A thread of a deadlock. It may wait for a lock whose owner is printed nowhere else.
    public record DeadlockedThread(String name, PrintedLock awaited) {}

    public ThreadPrint {
        threads = List.copyOf(threads);
        deadlocks = deadlocks.stream().map(List::copyOf).toList();
    }

    /// Whether it has all threads of the JVM.
    public boolean isWhole() {
        return omitted == 0 && !cut;
    }

    /// The threads that the text has.
    public int count() {
        return threads.size() + omitted;
    }

    /// The threads of a text; none of another text.
    public static ThreadPrint parse(String text) {
        var parser = new ThreadPrintParser();
        text.lines().forEach(parser::line);
        return parser.end();
    }
}
