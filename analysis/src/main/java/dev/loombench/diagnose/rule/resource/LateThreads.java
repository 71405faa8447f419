package dev.loombench.diagnose.rule.resource;

import static dev.loombench.text.Figures.counted;

import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.evidence.ThreadMoment;
import dev.loombench.diagnose.finding.AppCalls;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The threads that stop late, by the moments for which one did: a print of the threads shows them
/// once the last one has stopped, which ran until then. It ran in the call that is shown, or in one
/// that this had made: compiled code also stops where it has just returned from a loop.
///
/// @param threads that ran in one call at most of these moments, the latest of each moment
/// @param moments at which they did
/// @param late moments for which a thread stopped late
/// @param all moments of the observation
record LateThreads(List<LiveThread> threads, int moments, int late, int all) {
    /// Fewer show no call: others ran too.
    private static final int FEWEST = 2;

    LateThreads {
        threads = List.copyOf(threads);
    }

    /// Empty where no call was seen at most of these moments, two at least.
    static Optional<LateThreads> of(Evidence evidence) {
        return evidence.printed().value().flatMap(LateThreads::in);
    }

    private static Optional<LateThreads> in(ThreadHistory history) {
        var late = history.moments().stream().filter(ThreadMoment::stoppedLate).toList();
        var calls = new LinkedHashMap<String, List<LiveThread>>();
        for (var moment : late) {
            var seen = new LinkedHashMap<String, LiveThread>();
            moment.running().forEach(thread -> seen.put(AppCalls.of(thread.frames()), thread));
            seen.forEach((call, thread) ->
                    calls.computeIfAbsent(call, _ -> new ArrayList<>()).add(thread));
        }
        int most = calls.values().stream().mapToInt(List::size).max().orElse(0);
        var often = calls.values().stream().filter(threads -> threads.size() == most).toList();
        return most >= FEWEST && 2 * most > late.size() && often.size() == 1
                ? Optional.of(
                        new LateThreads(
                                often.getFirst(), most, late.size(), history.moments().size()))
                : Optional.empty();
    }

    /// `Shop.sum(Shop.java:30)`.
    String call() {
        return AppCalls.ofAll(stacks());
    }

    /// `thread "orders-1" ran in this call at 5 of the 6 moments, of 12, for which threads stopped
    /// late`.
    Stream<String> evidence() {
        return Stream.of(
                "%s ran there at %d of the %s, of %d, for which threads stopped late"
                        .formatted(
                                threads.getLast().label(), moments, counted(late, "moment"), all));
    }

    List<String> frames() {
        return AppCalls.mostFrequent(stacks());
    }

    private List<List<String>> stacks() {
        return threads.stream().map(LiveThread::frames).toList();
    }
}
