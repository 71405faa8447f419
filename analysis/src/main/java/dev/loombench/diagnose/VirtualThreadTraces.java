package dev.loombench.diagnose;

import dev.loombench.diagnose.evidence.CarrierEvidence;
import dev.loombench.observe.file.content.FileContent.ThreadsListed;
import dev.loombench.observe.file.content.JvmFacts;
import dev.loombench.observe.file.content.ThreadPrints.TimedPrint;
import dev.loombench.observe.proc.thread.VirtualThreadUse;
import dev.loombench.observe.threads.ListedThread;
import dev.loombench.observe.threads.PrintedThread;
import java.util.List;
import java.util.stream.Stream;

/// What files show of whether their JVM has run virtual threads. A print shows those on carriers,
/// and from JDK 24 on a thread that the JVM starts with the first one; before, it may hide all that
/// wait.
///
/// @param prints of threads
/// @param lists of all threads, or of platform threads only
record VirtualThreadTraces(JvmFacts jvm, List<TimedPrint> prints, List<ThreadsListed> lists) {
    private static final int FIRST_WITH_VIRTUAL_THREADS = 21;

    /// The first JDK with that thread.
    static final int FIRST_WITH_THREAD = 24;

    /// Whether carriers are printed, virtual threads are listed, or a thread that the JVM starts
    /// with the first virtual thread.
    boolean exist() {
        return lists.stream().anyMatch(list -> list.counts().virtual() > 0)
                || printed().anyMatch(thread -> thread.carried().isPresent())
                || Stream.concat(
                                printed().map(PrintedThread::name),
                                lists.stream()
                                        .flatMap(list -> list.threads().stream())
                                        .map(ListedThread::name))
                        .anyMatch(VirtualThreadUse::isShownBy);
    }

    private Stream<PrintedThread> printed() {
        return prints.stream().flatMap(print -> print.print().threads().stream());
    }

    /// The evidence of carriers where no virtual thread is shown.
    CarrierEvidence unseen() {
        if (isBefore(FIRST_WITH_VIRTUAL_THREADS)) {
            return CarrierEvidence.none(Unseen.VIRTUAL);
        }
        if (prints.isEmpty() && lists.isEmpty()) {
            return CarrierEvidence.unknown(Unseen.NO_THREADS);
        }
        boolean shown =
                lists.stream().anyMatch(list -> !list.platformOnly())
                        || (jvm.version().isPresent() && !isBefore(FIRST_WITH_THREAD));
        return shown
                ? CarrierEvidence.none(Unseen.VIRTUAL)
                : CarrierEvidence.unknown(Unseen.hidden(jvm));
    }

    private boolean isBefore(int feature) {
        return jvm.version().filter(v -> v.feature() < feature).isPresent();
    }
}
