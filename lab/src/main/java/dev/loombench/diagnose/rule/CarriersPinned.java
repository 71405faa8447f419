package dev.loombench.diagnose.rule;

import static dev.loombench.diagnose.rule.Figures.counted;
import static dev.loombench.diagnose.rule.Figures.percent;
import static dev.loombench.diagnose.rule.HoldCause.CLASS_INITIALISER;
import static dev.loombench.diagnose.rule.HoldCause.PINNED;

import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.rule.Finding.Text;
import dev.loombench.observe.result.Observation.Pinned;
import dev.loombench.observe.result.PinnedWaitGroup;
import java.util.List;
import java.util.Optional;

/// Waits of virtual threads that keep their carriers, as the JVM records them
/// (`jdk.VirtualThreadPinned`): within `synchronized` before JDK 24, else below a native frame or
/// for a class initialiser.
final class CarriersPinned {
    static final String ID = "carriers-pinned";

    /// The least share of the carriers' time.
    static final double LOST_SHARE = 0.05;

    static final double CRITICAL_SHARE = 0.5;

    private CarriersPinned() {}

    /// Empty where blocked carriers are found, which it explains.
    static Optional<Finding> in(Evidence evidence) {
        if (CarriersBlocked.in(evidence).isPresent()) {
            return Optional.empty();
        }
        return evidence.carriers()
                .pinned()
                .value()
                .filter(pinned -> lost(pinned, evidence) >= LOST_SHARE)
                .map(pinned -> finding(pinned, evidence));
    }

    private static double lost(Pinned pinned, Evidence evidence) {
        long carriers = evidence.carriers().parallelism().orElse(1L);
        double observed = pinned.observedNanos().orElse(evidence.window().toNanos());
        return pinned.nanos() / Math.max(1, observed * carriers);
    }

    private static Finding finding(Pinned pinned, Evidence evidence) {
        double lost = Math.min(1, lost(pinned, evidence));
        var stacks = pinned.waits().stream().map(PinnedWaitGroup::frames).toList();
        return Finding.of(
                        ID,
                        lost >= CRITICAL_SHARE ? Severity.CRITICAL : Severity.WARNING,
                        Confidence.HIGH,
                        new Text(
                                "%s of virtual threads kept their carriers for %s of the carriers' time"
                                        .formatted(counted(pinned.count(), "wait"), percent(lost)),
                                "a carrier that is kept serves no other virtual thread",
                                remedy(evidence, stacks)),
                        List.of(
                                "%s of 1 ms or more, recorded by the JVM"
                                        .formatted(counted(pinned.count(), "pinned wait"))),
                        lost)
                .withFrames(AppCalls.mostFrequent(stacks));
    }

    private static String remedy(Evidence evidence, List<List<String>> stacks) {
        boolean initialises =
                stacks.stream().anyMatch(f -> HoldCause.ofPinned(f) == CLASS_INITIALISER);
        return (initialises ? CLASS_INITIALISER : PINNED).remedy(evidence.jvm().isFrom(HoldCause.SYNCHRONIZED_RELEASES));
    }
}
