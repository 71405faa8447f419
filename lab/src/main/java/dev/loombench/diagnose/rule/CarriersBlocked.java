package dev.loombench.diagnose.rule;

import static dev.loombench.diagnose.rule.Figures.counted;
import static dev.loombench.diagnose.rule.Figures.percent;

import dev.loombench.diagnose.evidence.CarrierEvidence;
import dev.loombench.diagnose.evidence.CarrierHistory;
import dev.loombench.diagnose.evidence.CarrierStacks.Carried;
import dev.loombench.diagnose.evidence.CarrierTimes;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.rule.Finding.Text;
import dev.loombench.result.Observation.Pinned;
import dev.loombench.result.PinnedWaitGroup;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Carriers that neither run nor are ready to run, while virtual threads wait for one.
///
/// The time of a carrier that is neither in the kernel's account of running nor in that of its run
/// queue was spent blocked: a carrier with a virtual thread has no other reason to wait. The same
/// classification as the governor's.
final class CarriersBlocked {
    static final String ID = "carriers-blocked";

    /// The share of the carriers' time from which they count as blocked.
    static final double BLOCKED_SHARE = 0.3;

    private CarriersBlocked() {}

    static Optional<Finding> in(Evidence evidence) {
        return evidence.carriers()
                .history()
                .value()
                .filter(Saturation::holds)
                .filter(history -> history.timesWhileSaturated().isKnown())
                .filter(history -> history.timesWhileSaturated().blocked() >= BLOCKED_SHARE)
                .map(history -> finding(history, evidence.carriers()));
    }

    private static Finding finding(CarrierHistory history, CarrierEvidence carriers) {
        var times = history.timesWhileSaturated();
        long existing = history.samples().getLast().carriers();
        long blocked = Math.max(1, Math.round(times.blocked() * existing));
        var stacks = stacksByCause(history.blockedCarriers(), carriers);
        var cause =
                stacks.entrySet().stream()
                        .max(
                                Map.Entry.comparingByValue(
                                        (a, b) -> Integer.compare(a.size(), b.size())))
                        .map(Map.Entry::getKey);
        var where = cause.map(HoldCause::where).orElse("for a reason that no stack shows");
        var remedy =
                cause.map(HoldCause::remedy)
                        .orElse("list the threads with --list-threads to see their calls");
        return Finding.of(
                        ID,
                        Severity.CRITICAL,
                        cause.isPresent() ? Confidence.HIGH : Confidence.MEDIUM,
                        new Text(
                                "%d of %s are blocked %s%s"
                                        .formatted(
                                                blocked,
                                                counted(existing, "carrier"),
                                                where,
                                                Saturation.queue(history)),
                                "a blocked carrier serves no other virtual thread",
                                remedy),
                        evidence(history, times, carriers),
                        times.blocked() * history.saturatedShare())
                .withFrames(
                        AppCalls.mostFrequent(
                                cause.map(c -> stacks.getOrDefault(c, List.of()))
                                        .orElseGet(() -> pinnedStacks(carriers))))
                .withSetting(Saturation.moreCarriers(history, history.typicalQueued().orElse(0)));
    }

    /// @param blocked the carriers that were blocked for most of the time
    private static Map<HoldCause, List<List<String>>> stacksByCause(
            Set<Long> blocked, CarrierEvidence carriers) {
        var stacks = new EnumMap<HoldCause, List<List<String>>>(HoldCause.class);
        carriers.carried()
                .filter(carried -> blocked.contains(carried.osThread()))
                .map(Carried::frames)
                .forEach(frames ->
                        HoldCause.of(frames)
                                .ifPresent(cause ->
                                        stacks.computeIfAbsent(cause, _ -> new ArrayList<>())
                                                .add(frames)));
        if (stacks.isEmpty() && !pinnedStacks(carriers).isEmpty()) {
            stacks.put(HoldCause.PINNED, pinnedStacks(carriers));
        }
        return stacks;
    }

    private static List<List<String>> pinnedStacks(CarrierEvidence carriers) {
        return carriers.pinned().value().map(Pinned::waits).orElse(List.of()).stream()
                .map(PinnedWaitGroup::frames)
                .toList();
    }

    private static List<String> evidence(
            CarrierHistory history, CarrierTimes times, CarrierEvidence carriers) {
        var lines = new ArrayList<String>();
        lines.add(
                "every carrier had a virtual thread in %s of the time; then they were blocked for %s of theirs, on a processor for %s"
                        .formatted(
                                percent(history.saturatedShare()),
                                percent(times.blocked()),
                                percent(times.ran())));
        carriers.pinned()
                .value()
                .filter(pinned -> pinned.count() > 0)
                .ifPresent(pinned ->
                        lines.add(
                                "%s while pinned, recorded by the JVM"
                                        .formatted(counted(pinned.count(), "wait"))));
        return lines;
    }
}
