package dev.loombench.diagnose.rule.resource;

import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.concurrency.StackFrames;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.evidence.ThreadMoment;
import dev.loombench.diagnose.finding.AppCalls;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The threads that stop late, by the moments for which one did: a print of the threads shows them
/// once the last one has stopped, which ran until then. It ran in the call that is shown, or in one
/// that this had made: compiled code also stops where it has just returned from a loop.
///
/// @param threads that ran in one method at most of these moments, and at fewer others, one of each
///   moment
/// @param late moments for which a thread stopped late
/// @param all moments of the observation
record LateThreads(List<LiveThread> threads, int late, int all) {
    /// Fewer show no call: others ran too.
    private static final int FEWEST = 2;

    LateThreads {
        threads = List.copyOf(threads);
    }

    /// Empty where no method was seen at most of these moments, two at least.
    static Optional<LateThreads> of(Evidence evidence) {
        return evidence.printed().value().flatMap(LateThreads::in);
    }

    /// It ran at fewer of the other moments, and of several methods it is that which ran least at
    /// them: one that stops late would have made these late, too.
    private static Optional<LateThreads> in(ThreadHistory history) {
        var late = history.moments().stream().filter(ThreadMoment::stoppedLate).toList();
        var soon = history.moments().stream().filter(moment -> !moment.stoppedLate()).toList();
        var others = byMethod(soon);
        var most = new ArrayList<List<LiveThread>>();
        int more = 0;
        for (var method : byMethod(late).entrySet()) {
            int times = method.getValue().size();
            int balance = times - others.getOrDefault(method.getKey(), List.of()).size();
            if (times >= FEWEST && 2 * times > late.size() && balance > 0) {
                if (balance > more) {
                    more = balance;
                    most.clear();
                }
                if (balance == more) {
                    most.add(method.getValue());
                }
            }
        }
        return most.size() == 1
                ? Optional.of(
                        new LateThreads(most.getFirst(), late.size(), history.moments().size()))
                : Optional.empty();
    }

    /// Method -> a thread that ran in it, at each of some moments.
    private static Map<String, List<LiveThread>> byMethod(List<ThreadMoment> moments) {
        var methods = new LinkedHashMap<String, List<LiveThread>>();
        for (var moment : moments) {
            var seen = new LinkedHashMap<String, LiveThread>();
            moment.running()
                    .forEach(thread ->
                            seen.put(StackFrames.call(AppCalls.of(thread.frames())), thread));
            seen.forEach((method, thread) ->
                    methods.computeIfAbsent(method, _ -> new ArrayList<>()).add(thread));
        }
        return methods;
    }

    /// `Shop.sum(Shop.java:30)`.
    String call() {
        return AppCalls.ofAll(stacks());
    }

    /// `"orders-1" ran there at 5 of the 6 moments at which threads stopped late, of 12 in all`.
    Stream<String> evidence() {
        return Stream.of(
                "%s ran there at %d of the %s at which threads stopped late, of %d in all"
                        .formatted(
                                threads.getLast().label(),
                                threads.size(),
                                counted(late, "moment"),
                                all));
    }

    List<String> frames() {
        return AppCalls.mostFrequent(stacks());
    }

    private List<List<String>> stacks() {
        return threads.stream().map(LiveThread::frames).toList();
    }
}
