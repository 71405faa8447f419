package dev.loombench.diagnose.rule.carrier;

import static dev.loombench.diagnose.finding.Amounts.percent;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.CarrierHistory;
import dev.loombench.diagnose.evidence.CarrierTimes;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.rule.resource.ContainerRules;
import dev.loombench.diagnose.rule.resource.GarbageCollections;
import dev.loombench.finding.Severity;
import java.util.List;
import java.util.Optional;

/// [CarriersBlocked] where carriers have no virtual thread, do next to nothing, and still none of
/// those that are ready to run gets one: the scheduler stands still, as where its carriers wait for
/// a lock in their own code, or a wake-up was lost. What stops them from outside, as collections or
/// a quota, is a finding of its own.
final class CarriersStalled {
    /// The least share of the samples; a queue of a healthy service is gone within microseconds.
    static final double STALLED_SHARE = 0.75;

    /// The most of their time that the carriers are on a processor or ready to run.
    static final double MOST_USED = 0.05;

    static final String REMEDY =
            "restart the service, which ends it; look for an agent or a library that changes the"
                    + " scheduler of virtual threads, and for a known defect of this JDK";

    private CarriersStalled() {}

    static Optional<ServiceFinding> in(Evidence evidence) {
        return evidence.carriers()
                .history()
                .value()
                .filter(_ -> evidence.carriers().exact())
                .filter(history -> history.typicalQueued().orElse(0) >= CarriersHeld.QUEUED)
                .filter(history -> history.stalledShare() >= STALLED_SHARE)
                .filter(_ -> !GarbageCollections.stops(evidence))
                .filter(_ -> ContainerRules.throttled(evidence).isEmpty())
                .flatMap(history ->
                        history.times()
                                .filter(times -> used(times) <= MOST_USED)
                                .map(times -> finding(history, times, evidence)));
    }

    private static double used(CarrierTimes times) {
        return times.ran() + times.waited();
    }

    private static ServiceFinding finding(
            CarrierHistory history, CarrierTimes times, Evidence evidence) {
        long carriers = history.samples().getLast().carriers();
        return ServiceFinding.of(
                CarriersBlocked.RULE,
                Severity.CRITICAL,
                Confidence.MEDIUM,
                new FindingText(
                        "%,d virtual threads are ready to run, and no carrier runs them"
                                .formatted(history.typicalQueued().orElseThrow()),
                        "virtual threads do not continue, although carriers are free",
                        REMEDY),
                List.of(
                        "in %s of the readings virtual threads waited for a carrier although one had none; carriers were on a processor or ready to run for %s of their time"
                                .formatted(percent(history.stalledShare()), percent(used(times)))),
                GarbageCollections.left(evidence),
                new CarriersBlocked.Figures(
                        carriers,
                        carriers,
                        times.blocked(),
                        history.saturatedShare(),
                        history.typicalQueued()));
    }
}
