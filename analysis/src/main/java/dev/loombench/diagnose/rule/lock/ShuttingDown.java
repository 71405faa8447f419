package dev.loombench.diagnose.rule.lock;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.evidence.ThreadMoment;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.Rule;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.finding.Severity;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A JVM that is shutting down, after a signal, `System.exit` or the end of its last thread: one
/// thread waits for the hooks to end. A hook that calls `System.exit` waits for that thread; one
/// that waits for a limited time lets requests end, as it is meant to. `Rules` leaves it out beside
/// findings that may keep the hooks.
public final class ShuttingDown {
    public static final String ID = "shutting-down";

    private static final String SHUTDOWN = "java.lang.Shutdown.";

    /// The thread of a hook, by its name.
    private static final Pattern HOOK = Pattern.compile("(?i).*(shutdown|hook).*");

    static final Rule RULE =
            new Rule(
                    ID,
                    "the JVM is shutting down",
                    "printed threads",
                    "a thread is in `java.lang.Shutdown` at all moments; critical where a hook, by the name of its thread, waits without a limit of time, with the same stack and without CPU time, over 10 s or more. Not beside `deadlock`, `no-progress`, `lock-bound`, `output-unread`, `carriers-blocked` and `carriers-monopolized`, which may keep the hooks",
                    "warning",
                    "the documentation of `Runtime.exit`",
                    Figures.class);

    private ShuttingDown() {}

    /// @param hooks threads whose names are those of hooks
    /// @param still of them, those that wait without a limit of time and did not run
    record Figures(int hooks, int still, long seconds) {}

    public static Optional<ServiceFinding> in(Evidence evidence) {
        return evidence.printed()
                .value()
                .filter(history ->
                        history.moments().stream().allMatch(ShuttingDown::isShuttingDown))
                .map(history -> finding(history, evidence));
    }

    private static boolean isShuttingDown(ThreadMoment moment) {
        return moment.threads().stream()
                .flatMap(thread -> thread.frames().stream())
                .anyMatch(frame -> frame.startsWith(SHUTDOWN));
    }

    private static ServiceFinding finding(ThreadHistory history, Evidence evidence) {
        long seconds = evidence.window().toSeconds();
        var hooks =
                history.last().threads().stream()
                        .filter(thread -> HOOK.matcher(thread.name()).matches())
                        .filter(LiveThread::isAtWork)
                        .toList();
        var still =
                hooks.stream()
                        .filter(_ -> evidence.showsProgress())
                        .filter(thread -> !thread.isTimed() && history.standsStill(thread))
                        .toList();
        return ServiceFinding.of(
                        RULE,
                        still.isEmpty() ? Severity.WARNING : Severity.CRITICAL,
                        Confidence.HIGH,
                        new FindingText(
                                still.isEmpty()
                                        ? "the JVM is shutting down"
                                        : "the JVM is shutting down, and hook %s did not run in %d s"
                                                .formatted(still.getFirst().label(), seconds),
                                "most services accept no further requests then, and the process does not"
                                        + " end before its hooks do",
                                "find the hook that does not return: a hook must not call System.exit, and"
                                        + " needs a time limit where it waits for requests or other threads"),
                        List.of(
                                hooks.isEmpty()
                                        ? "a thread waits for the hooks in java.lang.Shutdown; none is known by"
                                                + " its name"
                                        : "a thread waits for the hooks in java.lang.Shutdown; by their names"
                                                + " these are "
                                                + hooks.stream()
                                                        .map(LiveThread::label)
                                                        .collect(Collectors.joining(", "))),
                        1,
                        new Figures(hooks.size(), still.size(), seconds))
                .withFrames(AppCalls.mostFrequent(hooks.stream().map(LiveThread::frames).toList()));
    }
}
