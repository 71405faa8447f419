package dev.loombench.diagnose.rule.lock;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.rule.lock.NoProgress.Figures;
import dev.loombench.finding.Severity;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Threads that wait for a result in an ordered task of Vert.x, and did not run. A context executes
/// these one after the other, however many threads are free: what such a task waits for may be one
/// behind it. That one waits so is not seen.
final class OrderedTasks {
    private static final String QUEUE = "io.vertx.core.impl.TaskQueue.";

    private OrderedTasks() {}

    /// @param named threads of other findings
    static Stream<ServiceFinding> in(
            ThreadHistory history, Set<LiveThread> named, Evidence evidence) {
        return history.last().threads().stream()
                .filter(thread -> !thread.virtual() && !named.contains(thread))
                .filter(thread -> thread.frames().stream().anyMatch(f -> f.startsWith(QUEUE)))
                .filter(StuckCalls::isInResultCall)
                .filter(history::standsStill)
                .map(thread -> finding(thread, evidence));
    }

    private static ServiceFinding finding(LiveThread thread, Evidence evidence) {
        long seconds = evidence.window().toSeconds();
        return ServiceFinding.of(
                        NoProgress.RULE,
                        Severity.WARNING,
                        Confidence.LOW,
                        new FindingText(
                                "thread %s waits for what others are to do (%s) in an ordered task of Vert.x,"
                                                .formatted(
                                                        thread.label(),
                                                        ResultWaits.awaited(thread.frames())
                                                                .orElseThrow())
                                        + " and did not run in %d s".formatted(seconds),
                                "the next ordered tasks of its context begin after it; where it waits for one"
                                        + " of these, that never begins",
                                "find what it waits for, and do not wait for a task of the same context: call"
                                        + " executeBlocking with ordered=false"),
                        List.of(NoProgress.STILL),
                        0,
                        new Figures(1, 1, seconds))
                .withFrames(List.of(AppCalls.withCaller(thread.frames())));
    }
}
