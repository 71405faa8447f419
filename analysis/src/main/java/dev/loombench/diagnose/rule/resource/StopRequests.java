package dev.loombench.diagnose.rule.resource;

import static dev.loombench.text.Figures.counted;

import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.finding.AppCalls;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// A thread that asks the JVM for what stops all threads, as for the stacks of all of them: the
/// more time that takes, the more moments show it in the call.
///
/// @param threads in one call, at each moment that shows it
/// @param all moments of the observation
record StopRequests(List<LiveThread> threads, int all) {
    /// One moment may be by chance.
    private static final int FEWEST = 2;

    /// The call is one of the topmost frames.
    private static final int TOP = 6;

    /// Prints and dumps of threads, deadlocks, dumps and counts of objects, and changed classes.
    private static final Pattern REQUEST =
            Pattern.compile(
                    "(sun\\.management\\.ThreadImpl\\.(dumpThreads0|dumpAllThreads|find\\w*Deadlocked\\w+)"
                            + "|java\\.lang\\.Thread\\.(getAllStackTraces|dumpThreads|getThreads)"
                            + "|com\\.sun\\.management\\.internal\\.(HotSpotDiagnostic\\.dump\\w+"
                            + "|DiagnosticCommandImpl\\.executeDiagnosticCommand)"
                            + "|sun\\.instrument\\.InstrumentationImpl\\.re(define|transform)Classes\\w*)\\(.*");

    StopRequests {
        threads = List.copyOf(threads);
    }

    /// The call that most moments show, two at least.
    static Optional<StopRequests> of(Evidence evidence) {
        return evidence.printed().value().flatMap(StopRequests::in);
    }

    private static Optional<StopRequests> in(ThreadHistory history) {
        var calls = new LinkedHashMap<String, List<LiveThread>>();
        for (var moment : history.moments()) {
            moment.threads().stream()
                    .filter(StopRequests::asks)
                    .findFirst()
                    .ifPresent(thread ->
                            calls.computeIfAbsent(
                                            AppCalls.of(thread.frames()), _ -> new ArrayList<>())
                                    .add(thread));
        }
        return calls.values().stream()
                .filter(threads -> threads.size() >= FEWEST)
                .reduce((most, other) -> other.size() > most.size() ? other : most)
                .map(threads -> new StopRequests(threads, history.moments().size()));
    }

    /// For the application or an agent; the inspection asks without a call of theirs.
    private static boolean asks(LiveThread thread) {
        return thread.isAtWork()
                && thread.frames().stream()
                        .limit(TOP)
                        .anyMatch(frame -> REQUEST.matcher(frame).matches());
    }

    /// `"monitor" asks for all stacks, all objects or a change of classes in
    /// Shop.watch(Shop.java:9), as 5 of 12 moments show: have it do so less often`.
    String remedy() {
        return "%s asks for all stacks, all objects or a change of classes in %s, as %d of %s show: have it do so less often"
                .formatted(
                        threads.getLast().label(),
                        AppCalls.ofAll(threads.stream().map(LiveThread::frames).toList()),
                        threads.size(),
                        counted(all, "moment"));
    }
}
