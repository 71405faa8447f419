package dev.loombench.analysis.capacity;

import dev.loombench.analysis.capacity.RateProbe.Outcome;
import dev.loombench.analysis.capacity.RateProbe.Purpose;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// A rate that held the objectives early in a process and does not hold them at its end: the server
/// became slower, so that its capacity depends on the time.
///
/// Two windows at the end use five times what is allowed or more, have a backlog with which they
/// are over (what a p50 allows cannot be used more than twice), or one after which the process did
/// not get rid of its requests and was replaced. Their rate is the lowest that held, where a rate
/// was not held over the long window. Without such a window they would call one queue in twenty
/// slower so, of which the lowest rate that held by chance is above the capacity, as bursts of slow
/// responses are longer than a window. Their rate is then below the capacity over all processes, by
/// more than the error of that.
///
/// A server that becomes slower quickly holds the first windows of each process only. Where the
/// last window of one is over at about a rate that the same process held, as after a burst too, it
/// is measured far below that rate. Two processes that had to be replaced after such a window are a
/// change as well: at its capacity a server has a short backlog.
///
/// @param before a window of that rate or a higher one that held
/// @param after the latest one
public record RateChange(RateProbe before, RateProbe after) {
    /// Windows that must be worse.
    private static final int WORSE_WINDOWS = 2;

    /// Burn from which on a repetition is worse.
    private static final double WORSE = 5;

    /// A ratio of rates that are about equal.
    private static final double ALIKE = 1.1;

    /// Processes that must be replaced.
    private static final int REPLACED_PROCESSES = 2;

    /// A share of the capacity that each process holds.
    private static final double BELOW = 0.95;

    /// The same of a capacity that no process has confirmed, which may be a quarter too high.
    private static final double BELOW_BRACKETED = 0.85;

    /// A share of a rate that was held and later was not, at which no burst uses five times what is
    /// allowed twice.
    private static final double FAR_BELOW = 0.75;

    /// A rate to measure at the end of a process.
    ///
    /// @param rate requests/s
    /// @param most windows
    public record Repetition(double rate, int most) {
        /// Whether a further window may decide.
        ///
        /// @param repeated those so far
        public boolean isOpen(List<RateProbe> repeated) {
            long worse = repeated.stream().filter(RateChange::isWorse).count();
            return worse < WORSE_WINDOWS && worse + most - repeated.size() >= WORSE_WINDOWS;
        }
    }

    /// The lowest rate that held in the windows of a process that confirms, after a long window in
    /// which a rate was not held; empty without one.
    public static Optional<Repetition> lowest(List<RateProbe> probes, int block) {
        return probes.stream()
                .filter(p -> p.block() == block && p.purpose() == Purpose.CONFIRM && p.met())
                .min(Comparator.comparingDouble(RateProbe::rate))
                .map(p -> new Repetition(p.rate(), WORSE_WINDOWS));
    }

    /// A rate below the capacity that the process held, without a long window; empty where it held
    /// none. One of its windows may hold by chance.
    ///
    /// @param capacity by the windows of some seconds
    public static Optional<Repetition> below(List<RateProbe> probes, int block, Capacity capacity) {
        if (!(capacity instanceof Capacity.Estimated estimate)) {
            return Optional.empty();
        }
        double share = estimate.processes().isEmpty() ? BELOW_BRACKETED : BELOW;
        double lowest =
                estimate.processes().stream()
                        .filter(p -> p.block() == block)
                        .mapToDouble(p -> Math.min(p.rate(), estimate.rate()))
                        .findFirst()
                        .orElse(estimate.rate());
        return probes.stream()
                .filter(p -> p.block() == block && held(p, 0))
                .max(Comparator.comparingDouble(RateProbe::rate))
                .map(p -> Math.min(p.rate(), share * lowest))
                .map(rate -> new Repetition(rate, WORSE_WINDOWS + 1));
    }

    /// A rate far below that of the last window of a process that confirms, where that is over and
    /// the same process held about its rate; empty otherwise.
    public static Optional<Repetition> farBelow(List<RateProbe> probes, int block) {
        var windows = probes.stream().filter(p -> p.block() == block).toList();
        return windows.isEmpty()
                ? Optional.empty()
                : heldBefore(windows, windows.getLast())
                        .map(held -> Math.min(held.rate(), windows.getLast().rate()))
                        .map(rate -> new Repetition(FAR_BELOW * rate, WORSE_WINDOWS));
    }

    /// The first window in which the process held about the rate of one that confirms and is over.
    private static Optional<RateProbe> heldBefore(List<RateProbe> windows, RateProbe over) {
        return over.purpose() != Purpose.CONFIRM
                        || over.outcome() != Outcome.OVER
                        || !over.violates()
                ? Optional.empty()
                : windows.stream()
                        .takeWhile(p -> !p.equals(over))
                        .filter(p -> isSameProcess(p, over) && held(p, over.rate() / ALIKE))
                        .findFirst();
    }

    private static boolean isSameProcess(RateProbe a, RateProbe b) {
        return a.block() == b.block() && a.process() == b.process();
    }

    /// Whether a window shows that a rate was held.
    private static boolean held(RateProbe probe, double rate) {
        return probe.purpose() != Purpose.REPEAT && probe.met() && probe.rate() >= rate;
    }

    private static boolean isWorse(RateProbe repeated) {
        return repeated.violates()
                && (repeated.burn() >= WORSE || repeated.outcome() == Outcome.OVER);
    }

    /// The change that the windows of a variant show; empty without one.
    public static Optional<RateChange> of(List<RateProbe> probes) {
        return probes.stream()
                .map(RateProbe::block)
                .distinct()
                .flatMap(block -> atTheEnd(probes, block).stream())
                .findFirst()
                .or(() -> byReplacedProcesses(probes));
    }

    private static Optional<RateChange> atTheEnd(List<RateProbe> probes, int block) {
        var windows = probes.stream().filter(p -> p.block() == block).toList();
        var worse =
                windows.stream()
                        .filter(p -> p.purpose() == Purpose.REPEAT)
                        .filter(RateChange::isWorse)
                        .toList();
        boolean replaced = worse.stream().anyMatch(p -> isReplacedAfter(p, windows));
        return worse.size() + (replaced ? 1 : 0) < WORSE_WINDOWS
                ? Optional.empty()
                : windows.stream()
                        .filter(p -> held(p, worse.getLast().rate()))
                        .min(Comparator.comparingDouble(RateProbe::rate))
                        .map(before -> new RateChange(before, worse.getLast()));
    }

    private static Optional<RateChange> byReplacedProcesses(List<RateProbe> probes) {
        var changes =
                probes.stream()
                        .filter(p -> isReplacedAfter(p, probes))
                        .flatMap(last ->
                                heldBefore(probes, last).map(h -> new RateChange(h, last)).stream())
                        .toList();
        return changes.size() < REPLACED_PROCESSES
                ? Optional.empty()
                : Optional.of(changes.getLast());
    }

    /// Whether the process did not get rid of its requests after a window.
    private static boolean isReplacedAfter(RateProbe window, List<RateProbe> probes) {
        return probes.stream()
                .dropWhile(p -> !p.equals(window))
                .skip(1)
                .limit(1)
                .anyMatch(next -> next.block() == window.block() && !isSameProcess(next, window));
    }
}
