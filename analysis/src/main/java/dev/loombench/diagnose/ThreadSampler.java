package dev.loombench.diagnose;

import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.Part;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.evidence.ThreadMoment;
import dev.loombench.observe.jvm.InspectedJvm;
import dev.loombench.observe.jvm.JvmIdentity;
import dev.loombench.observe.proc.UnreadConnections;
import dev.loombench.observe.threads.ListedThread;
import dev.loombench.observe.threads.PrintedThread;
import dev.loombench.observe.threads.ThreadPrint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Prints the threads of a JVM at a few moments, each at two safepoints: one for the stacks, one
/// for the deadlocks. It is safe on every JDK, as it lists only virtual threads on carriers.
///
/// The owners of locks of `java.util.concurrent` are printed only where the heap is small: the JVM
/// walks the whole heap to find them, at a safepoint.
final class ThreadSampler {
    /// The largest heap that is walked, bytes.
    private static final long WALKED_HEAP = 64L << 20;

    private final long pid;
    private final InspectedJvm jvm;
    private final boolean usesVirtualThreads;
    private final boolean owners;
    private final long printLimit;
    private final List<ThreadMoment> moments = new ArrayList<>();
    private Optional<String> notPrinted = Optional.empty();

    ThreadSampler(
            Inspection.Request request,
            InspectedJvm jvm,
            JvmIdentity identity,
            boolean usesVirtualThreads) {
        this.pid = request.pid();
        this.jvm = jvm;
        this.usesVirtualThreads = usesVirtualThreads;
        owners = request.allowPauses() || identity.maxHeapBytes().orElseThrow() <= WALKED_HEAP;
        printLimit = request.printLimit();
    }

    /// Prints the threads; empty where that may take long, or has failed.
    Optional<ThreadPrint> print() throws IOException {
        if (!mayPrint()) {
            return Optional.empty();
        }
        try {
            var print = jvm.printThreads(owners);
            var carriers =
                    usesVirtualThreads
                            ? CarrierSampler.workers(print.threads())
                            : List.<PrintedThread>of();
            moments.add(
                    ThreadMoment.of(System.nanoTime(), print, carriers, UnreadConnections.of(pid)));
            return Optional.of(print);
        } catch (IOException e) {
            notPrinted = Optional.of("the JVM prints no threads: " + e.getMessage());
            return Optional.empty();
        }
    }

    private boolean mayPrint() throws IOException {
        long threads = jvm.threads();
        if (threads > printLimit) {
            notPrinted =
                    Optional.of(
                            "printing %,d threads may stop the JVM for more than 50 ms; --allow-pauses prints them"
                                    .formatted(threads));
        }
        return notPrinted.isEmpty();
    }

    /// Why the threads are not printed, or not any more.
    Optional<String> notPrinted() {
        return notPrinted;
    }

    /// @param monitors threads that hold or await a monitor, where all threads were listed
    Part<ThreadHistory> history(List<ListedThread> monitors) {
        return moments.isEmpty()
                ? Part.missing(notPrinted.orElse("no print"))
                : Part.of(
                        new ThreadHistory(
                                moments,
                                monitors.stream()
                                        .flatMap(t -> LiveThread.of(t).stream())
                                        .toList()));
    }
}
