package dev.loombench.junit;

import static dev.loombench.text.Figures.counted;
import static dev.loombench.text.Figures.percent;
import static dev.loombench.text.Figures.time;

import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.diagnose.rule.carrier.HoldCause;
import dev.loombench.junit.CarrierMoment.Carried;
import dev.loombench.observe.proc.thread.TaskTimes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The time for which carriers were blocked, from moments in the order of time. The time of a
/// carrier with a virtual thread that the kernel counts neither as running nor as waiting for a
/// processor was spent blocked, unless a collection stopped it.
///
/// Two kinds of blocking are told apart: of all carriers together while others wait for one, and of
/// a single virtual thread that stays at the same call.
final class BlockedTime {
    /// The share of the carriers' time from which they count as blocked, as for the governor and
    /// `inspect`.
    static final double BLOCKED_SHARE = 0.3;

    /// The share of a span in which the carrier of a thread at the same call may have run.
    private static final double STILL_SHARE = 0.1;

    /// Of the most frequent call, up to which another one is not named.
    private static final double SELDOM_SHARE = 0.1;

    private static final double NANOS_PER_MILLI = 1e6;

    private Optional<CarrierMoment> last = Optional.empty();
    private double saturatedNanos;
    private double carrierNanos;
    private double accountedNanos;

    /// Of each carrier that is runnable, what may be a wait in the run queue that has not ended.
    private final Map<Long, Double> uncounted = new HashMap<>();

    private int carriers;
    private final List<List<String>> blockedStacks = new ArrayList<>();
    private final Map<Carried, Double> holds = new HashMap<>();
    private Optional<Hold> longest = Optional.empty();

    /// A virtual thread that stays on a blocked carrier.
    private record Hold(double nanos, List<String> frames) {}

    /// A moment after the last one.
    void add(CarrierMoment now) {
        last.ifPresent(before -> add(before, now));
        last = Optional.of(now);
    }

    /// Moments that follow do not continue the last one.
    void interrupt() {
        last = Optional.empty();
        holds.clear();
        settle();
    }

    private void add(CarrierMoment before, CarrierMoment now) {
        double span =
                (double) (now.nanos() - before.nanos())
                        - NANOS_PER_MILLI * (now.stoppedMillis() - before.stoppedMillis());
        if (span <= 0) {
            return; // collections took all of it
        }
        hold(before, now, span);
        if (before.isSaturated() && now.isSaturated()) {
            saturated(before, now, span);
        } else {
            settle();
        }
    }

    /// A wait that ends in a time that does not count is not counted any more.
    private void settle() {
        accountedNanos += uncountedNanos();
        uncounted.clear();
    }

    private double uncountedNanos() {
        return uncounted.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    private void saturated(CarrierMoment before, CarrierMoment now, double span) {
        saturatedNanos += span;
        carriers = now.parallelism();
        for (var carried : now.carried()) {
            var accounted = accounted(before, carried);
            if (accounted.isPresent()) {
                carrierNanos += span;
                accountedNanos += accounted.get(); // more than the span where a wait ended in it
                double left =
                        uncounted.getOrDefault(carried.osThread(), 0.0) + span - accounted.get();
                if (carried.isRunnable() && left > 0) {
                    uncounted.put(carried.osThread(), left);
                } else {
                    uncounted.remove(carried.osThread());
                }
                if (!carried.isRunnable() && accounted.get() < (1 - BLOCKED_SHARE) * span) {
                    blockedStacks.add(carried.frames());
                }
            }
        }
    }

    /// Time on a processor or in its run queue since another moment; empty for a new carrier. The
    /// kernel counts a wait in the run queue when it ends.
    private static Optional<Double> accounted(CarrierMoment before, Carried now) {
        return before.on(now.osThread())
                .flatMap(Carried::times)
                .flatMap(from -> now.times().map(to -> accounted(to) - accounted(from)));
    }

    private static double accounted(TaskTimes times) {
        return (double) (times.ranNanos() + times.waitedNanos());
    }

    private void hold(CarrierMoment before, CarrierMoment now, double span) {
        var continued = new HashMap<Carried, Double>();
        for (var carried : now.carried()) {
            var same = before.on(carried.osThread()).filter(carried::isStill);
            var accounted = accounted(before, carried);
            if (same.isPresent()
                    && !carried.isRunnable()
                    && accounted.orElse(span) < STILL_SHARE * span) {
                double nanos = holds.getOrDefault(same.get(), 0.0) + span;
                continued.put(carried, nanos);
                if (nanos > longest.map(Hold::nanos).orElse(0.0)) {
                    longest = Optional.of(new Hold(nanos, carried.frames()));
                }
            }
        }
        holds.clear();
        holds.putAll(continued);
    }

    /// Blocked carriers while virtual threads waited for one; empty where they waited for less time
    /// than this, or for another reason.
    Optional<String> whileOthersWait(double longerThanNanos) {
        double share =
                carrierNanos == 0 ? 0 : 1 - (accountedNanos + uncountedNanos()) / carrierNanos;
        return saturatedNanos >= longerThanNanos && share >= BLOCKED_SHARE
                ? Optional.of(
                        "%d of %s were blocked%s for %s, while virtual threads waited for one (%s of the carriers' time)%s"
                                .formatted(
                                        Math.max(1, Math.round(share * carriers)),
                                        counted(carriers, "carrier"),
                                        where(blockedStacks),
                                        time(saturatedNanos),
                                        percent(share),
                                        remedy(blockedStacks)))
                : Optional.empty();
    }

    /// A virtual thread that blocked its carrier, whoever waited.
    Optional<String> ofOneThread(double longerThanNanos) {
        return longest.filter(hold -> hold.nanos >= longerThanNanos)
                .map(hold ->
                        "a virtual thread blocked its carrier%s for at least %s%s"
                                .formatted(
                                        where(List.of(hold.frames)),
                                        time(hold.nanos),
                                        remedy(List.of(hold.frames))));
    }

    /// ` in native code`, with the calls that block so.
    private static String where(List<List<String>> stacks) {
        return cause(stacks)
                .map(cause -> " %s (%s)".formatted(cause.where(), calls(stacks, cause)))
                .orElse("");
    }

    /// A carrier that is being woken may look blocked at any call: those that are seen far less
    /// often than the most frequent one are left out.
    private static String calls(List<List<String>> stacks, HoldCause cause) {
        var blocked =
                stacks.stream()
                        .filter(frames -> HoldCause.of(frames).filter(cause::equals).isPresent())
                        .toList();
        var counts =
                blocked.stream()
                        .collect(Collectors.groupingBy(List::getFirst, Collectors.counting()));
        double seldom = SELDOM_SHARE * Collections.max(counts.values());
        return String.join(
                ", ",
                AppCalls.mostFrequent(
                        blocked.stream()
                                .filter(frames ->
                                        counts.getOrDefault(frames.getFirst(), 0L) > seldom)
                                .toList()));
    }

    private static String remedy(List<List<String>> stacks) {
        return cause(stacks).map(cause -> "; remedy: " + cause.remedy(true)).orElse("");
    }

    /// The most frequent one.
    private static Optional<HoldCause> cause(List<List<String>> stacks) {
        return stacks.stream()
                .flatMap(frames -> HoldCause.of(frames).stream())
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()))
                .entrySet()
                .stream()
                .max(Comparator.comparingLong(Map.Entry::getValue))
                .map(Map.Entry::getKey);
    }
}
