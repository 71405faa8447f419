package dev.loombench.diagnose.rule.pool;

import dev.loombench.analysis.concurrency.EventThreads;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.ThreadHistory;
import java.util.Collection;

/// Threads of a pool that compute while the service has no free processor: more of them, or virtual
/// ones, would wait for the same processors.
final class ComputingThreads {
    static final String REMEDY =
            "shorten the calls below, which compute, give the service more processors, or reject"
                    + " requests earlier: more threads, platform or virtual, would wait for the same"
                    + " processors";

    private ComputingThreads() {}

    /// Whether most of the busy threads ran code at most moments.
    static boolean areMostOf(Collection<LiveThread> busy, Evidence evidence) {
        boolean used = evidence.freeProcessors().orElse(EventThreads.FREE) < EventThreads.FREE;
        return used
                && evidence.printed().value().stream()
                        .anyMatch(history ->
                                2 * busy.stream().filter(t -> computes(t, history)).count()
                                        > busy.size());
    }

    private static boolean computes(LiveThread thread, ThreadHistory history) {
        long moments = history.momentsOf(thread).filter(history::computes).count();
        return 2 * moments > history.moments().size();
    }
}
