package dev.loombench.diagnose.rule.pool;

import dev.loombench.analysis.concurrency.PoolLibrary;
import dev.loombench.analysis.concurrency.RequestWaits;
import dev.loombench.analysis.concurrency.StackFrames;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.evidence.ThreadMoment;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.StackGroup;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import java.util.List;

/// Connections that are in use at all moments although no thread is at work but those that wait for
/// one: they were not returned, or those that wait hold one already. Where other threads are at
/// work, one of them may hold a connection while it calls something else.
final class LeakedConnections {
    static final String EVIDENCE =
            "no thread was at work at any moment but those that wait for a connection";

    static final String REMEDY =
            "return each connection, also after an exception (try-with-resources), and take no second one"
                    + " while a thread holds the first (as REQUIRES_NEW of Spring does), since no other"
                    + " threads seem to hold any; the pool logs where an overdue one was taken, as HikariCP"
                    + " with leakDetectionThreshold. Else ";

    /// Of a pool of [#HIKARI].
    static final String POSSIBLE =
            "; where no virtual thread holds them, which only a list of all threads shows, they were not"
                    + " returned: leakDetectionThreshold logs where an overdue one was taken";

    private static final String HIKARI = "HikariCP";

    private LeakedConnections() {}

    /// Whether the connections of a library's exhausted pool seem to be such ones. Unknown where
    /// virtual threads may hold them and are not listed, and then false.
    static boolean seem(PoolLibrary library, Evidence evidence) {
        return noPlatformThreadHolds(library, evidence) && noneIsVirtual(library, evidence);
    }

    /// Whether they may be such ones of HikariCP, where virtual threads are not listed.
    static boolean areUnknown(PoolLibrary library, Evidence evidence) {
        return library.name().equals(HIKARI)
                && evidence.threads().value().isEmpty()
                && noPlatformThreadHolds(library, evidence)
                && !noneIsVirtual(library, evidence);
    }

    private static boolean noPlatformThreadHolds(PoolLibrary library, Evidence evidence) {
        return evidence.printed().value().filter(h -> allWait(h, library)).isPresent();
    }

    /// Whether no virtual thread holds one: the JVM has run none, or each that is at work in the
    /// list of all threads waits for one.
    static boolean noneIsVirtual(PoolLibrary library, Evidence evidence) {
        return !evidence.mayUseVirtualThreads()
                || evidence.threads().value().filter(l -> allWait(l, library)).isPresent();
    }

    private static boolean allWait(ThreadHistory history, PoolLibrary library) {
        return history.moments().size() >= ThreadHistory.FEWEST_MOMENTS
                && history.isWhole()
                && history.moments().stream().allMatch(moment -> allWait(moment, library));
    }

    private static boolean allWait(ThreadMoment moment, PoolLibrary library) {
        return moment.threads().stream()
                .filter(LiveThread::isAtWork)
                .allMatch(thread -> waits(thread.frames(), library));
    }

    /// Of the virtual threads in a list.
    private static boolean allWait(ThreadDump list, PoolLibrary library) {
        return list.groups().stream()
                .filter(group -> group.kind() == ThreadKind.VIRTUAL)
                .map(StackGroup::frames)
                .filter(frames -> !StackFrames.isIdle(frames))
                .filter(frames -> !StackFrames.ofApplication(frames).isEmpty())
                .allMatch(frames -> waits(frames, library));
    }

    /// Whether the application does. A thread of the pool itself may try to open a connection.
    private static boolean waits(List<String> frames, PoolLibrary library) {
        return RequestWaits.pool(frames).filter(library::equals).isPresent()
                && AppCalls.caller(frames).isPresent();
    }
}
