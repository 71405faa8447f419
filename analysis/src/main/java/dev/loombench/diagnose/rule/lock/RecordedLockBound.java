package dev.loombench.diagnose.rule.lock;

import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.finding.Amounts;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.Rule;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.finding.Severity;
import dev.loombench.observe.file.content.LockWaits;
import dev.loombench.observe.file.content.LockWaits.Queue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// One lock for which threads wait in most seconds of a minute of a flight recording, by the
/// recorded times of their waits.
///
/// A recording may last for hours, so the minute with the most such seconds counts. The object may
/// move, so locks of one class that are awaited in one call count as one; in a second the one with
/// the most threads.
final class RecordedLockBound {
    private static final int WINDOW_SECONDS = 60;
    private static final int SHORTEST_SECONDS = 10;

    /// The least share of the seconds.
    private static final double SHARE = 0.75;

    static final Rule RULE =
            new Rule(
                    LockBound.ID,
                    LockBound.RULE.kind().name(),
                    "waits for locks in a flight recording (`jdk.JavaMonitorEnter`, `jdk.ThreadPark`)",
                    "%d threads or more wait for one lock on average over a second, in %s of the seconds of a minute, or of a shorter recording of %d s or more"
                            .formatted(LockWaits.FEWEST, Amounts.percent(SHARE), SHORTEST_SECONDS),
                    "warning",
                    "",
                    Figures.class);

    private RecordedLockBound() {}

    /// @param waiting threads, median of the seconds in which enough wait
    /// @param seconds in which enough wait
    /// @param observed seconds that are judged
    record Figures(double waiting, int seconds, int observed) {}

    /// Where threads wait.
    ///
    /// @param lock in words, without its address
    private record Spot(String lock, String call) {
        static Spot of(Queue queue) {
            return new Spot(queue.lock().describe(), AppCalls.of(queue.frames()));
        }
    }

    static Stream<ServiceFinding> in(Evidence evidence) {
        return evidence.files().lockWaits().stream().flatMap(RecordedLockBound::in);
    }

    private static Stream<ServiceFinding> in(LockWaits waits) {
        int window = (int) Math.min(WINDOW_SECONDS, waits.seconds());
        if (window < SHORTEST_SECONDS) {
            return Stream.empty();
        }
        var spots = new LinkedHashMap<Spot, List<Queue>>();
        for (var queue : waits.queues()) {
            spots.computeIfAbsent(Spot.of(queue), _ -> new ArrayList<>()).add(queue);
        }
        return spots.values().stream().flatMap(same -> finding(same, waits, window).stream());
    }

    private static Optional<ServiceFinding> finding(List<Queue> same, LockWaits waits, int window) {
        var waiting = new TreeMap<Long, Double>();
        same.forEach(queue -> queue.waiting().forEach((s, n) -> waiting.merge(s, n, Math::max)));
        var worst = worst(waiting, window);
        return worst.size() < SHARE * window
                ? Optional.empty()
                : Optional.of(finding(same.getFirst(), worst, waits, window));
    }

    /// The part of a window's length with the most seconds, the first of equal ones.
    private static Map<Long, Double> worst(NavigableMap<Long, Double> waiting, int window) {
        Map<Long, Double> worst = Map.of();
        for (long from : waiting.keySet()) {
            var part = waiting.subMap(from, from + window);
            if (part.size() > worst.size()) {
                worst = part;
            }
        }
        return worst;
    }

    private static ServiceFinding finding(
            Queue queue, Map<Long, Double> worst, LockWaits waits, int window) {
        var sorted = worst.values().stream().sorted().toList();
        double typical = sorted.get(sorted.size() / 2);
        long from = worst.keySet().iterator().next() - waits.fromSecond();
        return ServiceFinding.of(
                        RULE,
                        Severity.WARNING,
                        Confidence.HIGH,
                        new FindingText(
                                "%s wait for %s in %s"
                                        .formatted(
                                                counted(Math.round(typical), "thread"),
                                                queue.lock().describe(),
                                                AppCalls.of(queue.frames())),
                                LockBound.IMPACT,
                                LockRemedies.of(queue.lock(), queue.frames())),
                        List.of(
                                "on average over a second, in %d of %d s of the recording from %,d s on"
                                        .formatted(worst.size(), window, from)),
                        0,
                        new Figures(typical, worst.size(), window))
                .withFrames(List.of(AppCalls.withCaller(queue.frames())))
                .withLock(queue.lock().describe());
    }
}
