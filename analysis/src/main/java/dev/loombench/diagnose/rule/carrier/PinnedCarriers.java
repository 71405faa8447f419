package dev.loombench.diagnose.rule.carrier;

import static dev.loombench.diagnose.finding.Amounts.percent;
import static dev.loombench.diagnose.rule.carrier.HoldCause.CLASS_INITIALISER;
import static dev.loombench.diagnose.rule.carrier.HoldCause.PINNED;
import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.concurrency.PinnedTime;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.Rule;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.Observation.Pinned;
import dev.loombench.observe.result.PinnedWaitGroup;
import java.util.List;
import java.util.Optional;

/// Waits of virtual threads that keep their carriers, as the JVM records them
/// (`jdk.VirtualThreadPinned`): within `synchronized` before JDK 24, else below a native frame or
/// for a class initialiser.
public final class PinnedCarriers {
    public static final String ID = "carriers-pinned";

    static final Rule RULE =
            new Rule(
                    ID,
                    "waits within `synchronized` or native code keep carriers",
                    "Flight Recorder event `jdk.VirtualThreadPinned` from 1 ms, where it is recorded",
                    "waits take %s of the carriers' time; critical from %s. Not where blocked carriers are found, which it explains"
                            .formatted(percent(PinnedTime.FAULT), percent(PinnedTime.MOST)),
                    "warning",
                    "JEP 491",
                    Figures.class);

    private PinnedCarriers() {}

    /// @param share of the carriers' time
    record Figures(double share, long waits) {}

    /// Empty where blocked carriers are found, which it explains.
    public static Optional<ServiceFinding> in(Evidence evidence) {
        if (CarriersBlocked.in(evidence).isPresent()) {
            return Optional.empty();
        }
        return evidence.carriers()
                .pinned()
                .value()
                .filter(pinned -> time(pinned, evidence).isFault())
                .map(pinned -> finding(pinned, evidence));
    }

    private static PinnedTime time(Pinned pinned, Evidence evidence) {
        double observed = pinned.observedNanos();
        return PinnedTime.of((double) pinned.nanos(), Math.max(1, observed * carriers(evidence)));
    }

    /// As many as were seen, else as are configured, of which files may show neither.
    private static long carriers(Evidence evidence) {
        var jvm = evidence.jvm();
        return evidence.carriers()
                .parallelism()
                .orElseGet(() -> jvm.parallelism().orElseGet(() -> jvm.processors().orElse(1)));
    }

    private static ServiceFinding finding(Pinned pinned, Evidence evidence) {
        var time = time(pinned, evidence);
        var stacks = pinned.waits().stream().map(PinnedWaitGroup::frames).toList();
        return ServiceFinding.of(
                        RULE,
                        time.isMost() ? Severity.CRITICAL : Severity.WARNING,
                        Confidence.HIGH,
                        new FindingText(
                                "%s of virtual threads kept their carriers for %s of the carriers' time"
                                        .formatted(
                                                counted(pinned.count(), "wait"),
                                                percent(time.share())),
                                "a carrier that is kept serves no other virtual thread",
                                remedy(evidence, stacks)),
                        List.of(
                                "%s of 1 ms or more, recorded by the JVM"
                                        .formatted(counted(pinned.count(), "pinned wait"))),
                        time.share(),
                        new Figures(time.share(), pinned.count()))
                .withFrames(AppCalls.mostFrequent(stacks));
    }

    private static String remedy(Evidence evidence, List<List<String>> stacks) {
        boolean initialises =
                stacks.stream().anyMatch(f -> HoldCause.ofPinned(f) == CLASS_INITIALISER);
        return (initialises ? CLASS_INITIALISER : PINNED)
                .remedy(evidence.jvm().isFrom(HoldCause.SYNCHRONIZED_RELEASES));
    }
}
