package dev.loombench.diagnose.rule.carrier;

import static dev.loombench.diagnose.finding.Amounts.percent;
import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.concurrency.StackFrames;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.CarrierHistory;
import dev.loombench.diagnose.evidence.CarrierStacks;
import dev.loombench.diagnose.evidence.CarrierStacks.Carried;
import dev.loombench.diagnose.evidence.CarrierTimes;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.Rule;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.rule.resource.ContainerRules;
import dev.loombench.diagnose.rule.resource.GarbageCollections;
import dev.loombench.finding.Severity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/// Carriers that run or are ready to run all the time, while virtual threads wait for one: some
/// virtual threads monopolize them, they get no processor, or there is more work than processors.
/// And single ones that a virtual thread keeps in one call, while others have carriers.
///
/// A virtual thread monopolizes its carrier where it is on the same one at two successive moments,
/// for most pairs of moments: with others in the queue it would not return to it by chance. A quota
/// that stops the service stops threads on their carriers too: it is the cause of what is said of
/// them, so that only long turns count then, and with less confidence.
public final class CarriersComputing {
    public static final String MONOPOLIZED = "carriers-monopolized";
    public static final String STARVED = "carriers-starved";
    public static final String BUSY = "carriers-busy";

    /// The least share of a processor where the time in the run queue is not known.
    static final double USED_SHARE = 0.5;

    /// The same where the same virtual thread stays on its carrier: one that calls native code in
    /// turns uses less.
    static final double HELD_USED_SHARE = 0.05;

    /// CPU time from which others notice that a virtual thread does not release its carrier, on the
    /// busiest machine too.
    private static final double LONG_TURN_NANOS = 50e6;

    /// The least share of a carrier's time that a virtual thread computes, where others have free
    /// ones: on a processor or in the run queue; on a processor alone where the time in the queue
    /// is not known, as the rest may be a wait in native code.
    private static final double KEPT_SHARE = 0.9;

    private static final String ELSEWHERE = "run long computations on a pool of platform threads";

    /// Of the JDK's regular expressions, which repeat what they have tried.
    private static final String REGEX = "java.util.regex.";

    private static final String BACKTRACKING =
            "look for a regular expression with nested repetitions, whose time doubles with each"
                    + " character: rewrite it, or limit the length of its input; ";

    static final Rule RULE_MONOPOLIZED =
            new Rule(
                    MONOPOLIZED,
                    "virtual threads compute without a pause, so that others get no carrier",
                    "the scheduler's queue (`VirtualThreadSchedulerMXBean`); the kernel's account of each carrier (`schedstat`); stacks of mounted virtual threads (`Thread.print`)",
                    "saturated as for `carriers-blocked`, not blocked, and a virtual thread is on the same carrier at most pairs of successive moments; a warning where others have carriers, and a virtual thread is on the same one in one call at all moments of 10 s or more, three at least, with %s of its time on a processor or in the run queue, in files on a processor"
                            .formatted(percent(KEPT_SHARE)),
                    "critical",
                    "JEP 444: virtual threads are not time-shared",
                    Figures.class);

    static final Rule RULE_STARVED =
            new Rule(
                    STARVED,
                    "carriers wait for a processor",
                    "the scheduler's queue (`VirtualThreadSchedulerMXBean`); the kernel's account of each carrier (`schedstat`); stacks of mounted virtual threads (`Thread.print`)",
                    "saturated, not blocked, and more time in the run queue than on a processor",
                    "warning",
                    "[the governor's classification](../governor.md#how-the-state-of-the-carriers-is-determined)",
                    Figures.class);

    static final Rule RULE_BUSY =
            new Rule(
                    BUSY,
                    "carriers have more work than processors",
                    "the scheduler's queue (`VirtualThreadSchedulerMXBean`); the kernel's account of each carrier (`schedstat`); stacks of mounted virtual threads (`Thread.print`)",
                    "saturated otherwise: more work than processors",
                    "warning",
                    "[the governor's classification](../governor.md#how-the-state-of-the-carriers-is-determined)",
                    Figures.class);

    private CarriersComputing() {}

    /// @param threads virtual threads that do not leave their carriers
    /// @param ranShare of the carriers' time on a processor, and `runQueueShare` without one
    /// @param queued virtual threads that wait for a carrier, median
    record Figures(
            int threads,
            long carriers,
            double ranShare,
            double runQueueShare,
            OptionalLong queued) {
        static Figures of(int threads, CarrierHistory history, CarrierTimes times) {
            return new Figures(
                    threads,
                    history.samples().getLast().carriers(),
                    times.ran(),
                    times.waited(),
                    history.typicalQueued());
        }
    }

    public static Optional<ServiceFinding> in(Evidence evidence) {
        return evidence.carriers()
                .history()
                .value()
                .flatMap(history ->
                        Saturation.holds(history)
                                ? ofSaturated(history, evidence)
                                : besideOthers(history, evidence));
    }

    private static Optional<ServiceFinding> ofSaturated(
            CarrierHistory saturated, Evidence evidence) {
        return Optional.of(saturated)
                .filter(history ->
                        Saturation.blockedShare(history, evidence).orElse(1)
                                < CarriersBlocked.BLOCKED_SHARE)
                .filter(history -> evidence.carriers().exact() || used(history, evidence))
                .flatMap(history ->
                        ContainerRules.throttled(evidence)
                                .map(quota -> besideQuota(history, evidence, quota))
                                .orElseGet(() -> Optional.of(finding(history, evidence))))
                .map(finding -> Saturation.withLimit(finding, evidence));
    }

    /// Virtual threads that keep their carriers in one call each, while others have free ones.
    private static Optional<ServiceFinding> besideOthers(
            CarrierHistory history, Evidence evidence) {
        var moments = evidence.carriers().stacks().value().orElse(List.of());
        if (!evidence.showsProgress() || moments.size() < ThreadHistory.FEWEST_MOMENTS) {
            return Optional.empty();
        }
        var kept =
                moments.getLast().carried().stream()
                        .filter(carried -> isInOneCall(carried, moments))
                        .filter(carried -> computes(carried, history, evidence))
                        .toList();
        return kept.isEmpty() ? Optional.empty() : Optional.of(kept(kept, history, evidence));
    }

    private static boolean isInOneCall(Carried carried, List<CarrierStacks> moments) {
        var calls = StackFrames.applicationCalls(carried.frames());
        return !calls.isEmpty()
                && moments.stream()
                        .allMatch(moment ->
                                moment.carried().stream()
                                        .anyMatch(other ->
                                                other.osThread() == carried.osThread()
                                                        && other.virtualThread()
                                                                == carried.virtualThread()
                                                        && StackFrames.applicationCalls(
                                                                        other.frames())
                                                                .equals(calls)));
    }

    private static boolean computes(Carried carried, CarrierHistory history, Evidence evidence) {
        boolean exact = evidence.carriers().exact();
        return history.timesOf(carried.osThread())
                .filter(times -> times.ran() * evidence.window().toNanos() >= LONG_TURN_NANOS)
                .filter(times -> times.ran() + (exact ? times.waited() : 0) >= KEPT_SHARE)
                .isPresent();
    }

    private static ServiceFinding kept(
            List<Carried> kept, CarrierHistory history, Evidence evidence) {
        var times =
                kept.stream()
                        .flatMap(carried -> history.timesOf(carried.osThread()).stream())
                        .reduce(new CarrierTimes(0, 0, 0), CarrierTimes::plus);
        long all = history.samples().getLast().parallelism();
        long seconds = evidence.window().toSeconds();
        return ServiceFinding.of(
                        RULE_MONOPOLIZED,
                        Severity.WARNING,
                        times.waited() > times.ran() ? Confidence.LOW : Confidence.MEDIUM,
                        new FindingText(
                                kept.size() == 1
                                        ? "a virtual thread has computed for %d s in one call, on 1 of %s"
                                                .formatted(seconds, counted(all, "carrier"))
                                        : "%d virtual threads have computed for %d s in one call each, on as many of %s"
                                                .formatted(
                                                        kept.size(),
                                                        seconds,
                                                        counted(all, "carrier")),
                                "a virtual thread releases its carrier only where it waits, so others"
                                        + " have fewer carriers",
                                areInRegex(kept)
                                        ? BACKTRACKING + ELSEWHERE
                                        : "look for a loop that does not end; " + ELSEWHERE),
                        List.of(
                                "in this call on the same carrier at all %d moments; on a processor for %s of the time%s"
                                        .formatted(
                                                moments(evidence),
                                                percent(times.ran()),
                                                evidence.carriers().exact()
                                                        ? ", in the run queue for "
                                                                + percent(times.waited())
                                                        : "")),
                        GarbageCollections.left(evidence)
                                * Math.min(1, (double) kept.size() / Math.max(1, all)),
                        Figures.of(kept.size(), history, times))
                .withFrames(AppCalls.mostFrequent(kept.stream().map(Carried::frames).toList()));
    }

    private static int moments(Evidence evidence) {
        return evidence.carriers().stacks().value().map(List::size).orElse(0);
    }

    /// A virtual thread that keeps its carrier although a quota lets it run only now and then; else
    /// the quota explains it all.
    private static Optional<ServiceFinding> besideQuota(
            CarrierHistory history, Evidence evidence, ServiceFinding quota) {
        var times = history.timesWhileSaturated();
        var moments = evidence.carriers().stacks().value().orElse(List.of());
        var held = held(moments);
        return held.isEmpty() || times.ran() * Turns.of(moments).nanos() < LONG_TURN_NANOS
                ? Optional.empty()
                : Optional.of(
                        monopolized(history, times, held, GarbageCollections.left(evidence))
                                .causedBy(quota));
    }

    /// Whether carriers used so much of a processor that they were neither idle nor blocked for the
    /// rest of their time.
    private static boolean used(CarrierHistory history, Evidence evidence) {
        double ran = history.timesWhileSaturated().ran();
        var stacks = evidence.carriers().stacks().value().orElse(List.of());
        return ran >= USED_SHARE || (ran >= HELD_USED_SHARE && !held(stacks).isEmpty());
    }

    private static ServiceFinding finding(CarrierHistory history, Evidence evidence) {
        var times = history.timesWhileSaturated();
        var held = held(evidence.carriers().stacks().value().orElse(List.of()));
        if (!held.isEmpty()) {
            return monopolized(history, times, held, GarbageCollections.left(evidence));
        }
        return times.waited() > times.ran()
                ? starved(history, times, evidence)
                : busy(history, times, evidence);
    }

    /// The stacks of the virtual threads that stayed on their carriers.
    static List<Carried> held(List<CarrierStacks> moments) {
        var pairs = new HashMap<Long, Integer>(); // virtual thread -> pairs of moments
        var latest = new HashMap<Long, Carried>();
        for (int i = 1; i < moments.size(); i++) {
            var before = carriers(moments.get(i - 1));
            for (var now : moments.get(i).carried()) {
                if (before.contains(Map.entry(now.osThread(), now.virtualThread()))) {
                    pairs.merge(now.virtualThread(), 1, Integer::sum);
                    latest.put(now.virtualThread(), now);
                }
            }
        }
        int most = moments.size() - 1;
        return latest.values().stream()
                .filter(carried -> 2 * pairs.getOrDefault(carried.virtualThread(), 0) > most)
                .toList();
    }

    private static Set<Map.Entry<Long, Long>> carriers(CarrierStacks moment) {
        var all = new HashSet<Map.Entry<Long, Long>>();
        moment.carried().forEach(c -> all.add(Map.entry(c.osThread(), c.virtualThread())));
        return all;
    }

    private static ServiceFinding monopolized(
            CarrierHistory history, CarrierTimes times, List<Carried> held, double left) {
        long existing = history.samples().getLast().carriers();
        return ServiceFinding.of(
                        RULE_MONOPOLIZED,
                        Severity.CRITICAL,
                        Confidence.HIGH,
                        new FindingText(
                                "%s without a pause on %s%s"
                                        .formatted(
                                                held.size() == 1
                                                        ? "a virtual thread computes"
                                                        : held.size() + " virtual threads compute",
                                                counted(existing, "carrier"),
                                                Saturation.queue(history)),
                                "a virtual thread releases its carrier only where it waits, so others"
                                        + " get no turn",
                                areInRegex(held) ? BACKTRACKING + ELSEWHERE : ELSEWHERE),
                        evidence(history, times),
                        left * Math.min(held.size(), existing) / existing,
                        Figures.of(held.size(), history, times))
                .withFrames(AppCalls.mostFrequent(held.stream().map(Carried::frames).toList()))
                .withSetting(Saturation.moreCarriers(history, held.size()));
    }

    /// Whether most of some virtual threads evaluate a regular expression, and are not in what that
    /// has called, as in the replacement of a match.
    private static boolean areInRegex(List<Carried> carried) {
        long in =
                carried.stream()
                        .filter(c ->
                                c.frames().stream()
                                        .takeWhile(StackFrames::isOfJdk)
                                        .anyMatch(frame -> frame.startsWith(REGEX)))
                        .count();
        return 2 * in > carried.size();
    }

    private static ServiceFinding starved(
            CarrierHistory history, CarrierTimes times, Evidence evidence) {
        return inTurns(
                RULE_STARVED,
                new FindingText(
                        "carriers wait for a processor in %s of their time%s"
                                .formatted(percent(times.waited()), Saturation.queue(history)),
                        "more carriers would not help: the machine or the quota has no processor left",
                        "give the service more processors, or end what else runs on them"),
                times.waited(),
                history,
                times,
                evidence);
    }

    private static ServiceFinding busy(
            CarrierHistory history, CarrierTimes times, Evidence evidence) {
        return inTurns(
                RULE_BUSY,
                new FindingText(
                        "all carriers compute%s%s"
                                .formatted(
                                        Turns.of(evidence).describe(), Saturation.queue(history)),
                        "the service has more work than processors",
                        "profile the calls below, or give the service more processors"),
                times.ran() / 2,
                history,
                times,
                evidence);
    }

    /// With the calls of the turns that are long, where these take most of the time.
    ///
    /// @param lost share of the carriers' time
    private static ServiceFinding inTurns(
            Rule rule,
            FindingText text,
            double lost,
            CarrierHistory history,
            CarrierTimes times,
            Evidence evidence) {
        var turns = Turns.of(evidence);
        var all = evidence.carriers().carried().map(Carried::frames).toList();
        var finding =
                ServiceFinding.of(
                                rule,
                                Severity.WARNING,
                                Confidence.HIGH,
                                text,
                                Stream.concat(evidence(history, times).stream(), turns.evidence())
                                        .toList(),
                                GarbageCollections.left(evidence) * history.saturatedShare() * lost,
                                Figures.of(0, history, times))
                        .withFrames(AppCalls.mostFrequent(turns.stacks().orElse(all)));
        return turns.areLong() ? finding.andRemedy(ELSEWHERE) : finding;
    }

    private static List<String> evidence(CarrierHistory history, CarrierTimes times) {
        var lines = new ArrayList<String>();
        lines.add(
                "every carrier had a virtual thread in %s of the time; then they were on a processor for %s of theirs, in the run queue for %s"
                        .formatted(
                                percent(history.saturatedShare()),
                                percent(times.ran()),
                                percent(times.waited())));
        return lines;
    }
}
