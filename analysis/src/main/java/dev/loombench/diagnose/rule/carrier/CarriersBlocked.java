package dev.loombench.diagnose.rule.carrier;

import static dev.loombench.diagnose.finding.Amounts.percent;
import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.CarrierHistory;
import dev.loombench.diagnose.evidence.CarrierTimes;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.Rule;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.rule.resource.GarbageCollections;
import dev.loombench.finding.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Carriers that neither run nor are ready to run, while virtual threads wait for one.
///
/// The time of a carrier that is neither in the kernel's account of running nor in that of its run
/// queue was spent blocked: a carrier with a virtual thread has no other reason to wait, unless the
/// JVM has stopped it ([CarrierHistory]), a quota has ([Saturation]), or it waits for memory. The
/// same classification as the governor's.
///
/// Without that account, as in a file, carriers count as blocked where a list of all threads shows
/// on each of them a thread that waits, while others are ready to run ([CarriersHeld]).
public final class CarriersBlocked {
    public static final String ID = "carriers-blocked";

    static final String IMPACT = "a blocked carrier serves no other virtual thread";

    /// The share of the carriers' time from which they count as blocked.
    static final double BLOCKED_SHARE = 0.3;

    /// The share of one carrier's time that is blocked where the JVM stops all threads for long: a
    /// thread that lacks memory also waits until the collection begins, which takes long where
    /// other processes use the processors. Carriers that waited so were blocked for 40 % of what
    /// stops left.
    static final double BETWEEN_STOPS = 0.75;

    static final Rule RULE =
            new Rule(
                    ID,
                    "carriers wait in native code, file I/O, a class initialiser or a pinned wait, or stand still, while virtual threads wait for one",
                    "the scheduler's queue (`VirtualThreadSchedulerMXBean`); the kernel's account of each carrier (`schedstat`); stacks of mounted virtual threads (`Thread.print`)",
                    "in %1$s of the time or more every carrier has a virtual thread while others wait, and then carriers neither run nor are ready to run for %2$s of the time in which the JVM has not [stopped](#collections) them. From [files](files.md#how-they-are-judged): a thread that waits keeps each carrier, and where that is shown %3$d or more are ready to run. Or %3$d or more wait (median) although, in %4$s of the readings, a carrier has none, and carriers use %5$s of their time or less"
                            .formatted(
                                    percent(Saturation.SATURATED_SHARE),
                                    percent(BLOCKED_SHARE),
                                    CarriersHeld.QUEUED,
                                    percent(CarriersStalled.STALLED_SHARE),
                                    percent(CarriersStalled.MOST_USED)),
                    "critical; a warning by a thread dump alone",
                    "[the governor's classification](../governor.md#how-the-state-of-the-carriers-is-determined)",
                    Figures.class);

    private CarriersBlocked() {}

    /// @param blockedShare of the carriers' time, and `saturatedShare` of the whole time
    /// @param queued virtual threads that wait for a carrier, median
    record Figures(
            long blocked,
            long carriers,
            double blockedShare,
            double saturatedShare,
            OptionalLong queued) {}

    public static Optional<ServiceFinding> in(Evidence evidence) {
        return evidence.carriers()
                .history()
                .value()
                .filter(Saturation::holds)
                .filter(history ->
                        Saturation.blockedShare(history, evidence).orElse(0) >= BLOCKED_SHARE)
                .filter(history ->
                        !GarbageCollections.stops(evidence)
                                || !history.blockedCarriers(BETWEEN_STOPS).isEmpty())
                .flatMap(history -> finding(history, evidence))
                .or(() -> CarriersHeld.in(evidence))
                .or(() -> CarriersStalled.in(evidence))
                .map(finding -> Saturation.withLimit(finding, evidence));
    }

    /// Empty where threads may wait for memory on their carriers and no stack shows another cause.
    private static Optional<ServiceFinding> finding(CarrierHistory history, Evidence evidence) {
        var stacks = BlockedStacks.of(history, evidence);
        return stacks.cause().isEmpty() && GarbageCollections.stalled(evidence)
                ? Optional.empty()
                : Optional.of(finding(history, stacks, evidence));
    }

    private static ServiceFinding finding(
            CarrierHistory history, BlockedStacks stacks, Evidence evidence) {
        var times = history.timesWhileSaturated();
        boolean releases = evidence.jvm().isFrom(HoldCause.SYNCHRONIZED_RELEASES);
        long existing = history.samples().getLast().carriers();
        long blocked = Math.max(1, Math.round(times.blocked() * existing));
        var cause = stacks.cause();
        return ServiceFinding.of(
                        RULE,
                        Severity.CRITICAL,
                        cause.isPresent() ? Confidence.HIGH : Confidence.MEDIUM,
                        new FindingText(
                                "%d of %s are blocked %s%s"
                                        .formatted(
                                                blocked,
                                                counted(existing, "carrier"),
                                                cause.map(HoldCause::where)
                                                        .orElse("for a reason that no stack shows"),
                                                Saturation.queue(history)),
                                IMPACT,
                                cause.map(c -> c.remedy(releases)).orElse(unknownRemedy(releases))),
                        evidence(history, times, evidence),
                        times.blocked()
                                * history.saturatedShare()
                                * GarbageCollections.left(evidence),
                        new Figures(
                                blocked,
                                existing,
                                times.blocked(),
                                history.saturatedShare(),
                                history.typicalQueued()))
                .withFrames(AppCalls.mostFrequent(cause.map(stacks::of).orElse(List.of())))
                .withSetting(Saturation.moreCarriers(history, history.typicalQueued().orElse(0)));
    }

    /// Where neither a sampled stack nor a recorded wait shows the cause, the wait has not ended.
    private static String unknownRemedy(boolean releases) {
        return releases
                ? "print the threads at more moments (jcmd PID Thread.print) to see their calls"
                : "on this JDK a wait within synchronized keeps its carrier, and is recorded only when"
                        + " it ends; only a list of all threads (--list-threads) shows such calls, and"
                        + " may crash this JDK";
    }

    private static List<String> evidence(
            CarrierHistory history, CarrierTimes times, Evidence evidence) {
        var lines = new ArrayList<String>();
        lines.add(
                "every carrier had a virtual thread in %s of the time; then they were blocked for %s of theirs, on a processor for %s"
                        .formatted(
                                percent(history.saturatedShare()),
                                percent(times.blocked()),
                                percent(times.ran())));
        var last = history.samples().getLast();
        long added = last.carriers() - last.parallelism();
        if (added > 0 && evidence.jvm().isBefore(HoldCause.SYNCHRONIZED_RELEASES)) {
            lines.add(
                    "%,d %s beyond the parallelism of %,d: this JDK adds one while a virtual thread waits in Object.wait or for a file, up to jdk.virtualThreadScheduler.maxPoolSize"
                            .formatted(
                                    added,
                                    added == 1 ? "carrier exists" : "carriers exist",
                                    last.parallelism()));
        }
        evidence.carriers()
                .pinned()
                .value()
                .filter(pinned -> pinned.count() > 0)
                .ifPresent(pinned ->
                        lines.add(
                                "%s while pinned, recorded by the JVM"
                                        .formatted(counted(pinned.count(), "wait"))));
        return lines;
    }
}
