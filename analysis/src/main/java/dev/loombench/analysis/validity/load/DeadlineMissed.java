package dev.loombench.analysis.validity.load;

import static dev.loombench.text.Figures.counted;
import static dev.loombench.text.Figures.percent;
import static dev.loombench.text.Figures.time;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;
import dev.loombench.load.result.LoadResult;
import dev.loombench.traffic.Traffic;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Requests without a good response within the deadline of the load.
///
/// @param unsent those that were not sent, as they could no longer be in time
/// @param late those whose good response came after it
/// @param share of both in the requests of the windows
public record DeadlineMissed(
        String variant, long deadlineNanos, long unsent, long late, double share)
        implements LoadFinding {
    public static final Kind KIND =
            new Kind(
                    "deadline-missed",
                    "missed deadlines",
                    "any request that was not sent, or whose response came, after the deadline",
                    "information");

    public static Optional<DeadlineMissed> of(
            String variant, Traffic traffic, List<LoadResult> loads) {
        long unsent = loads.stream().mapToLong(l -> l.counts().deadlineUnsent()).sum();
        long late = loads.stream().mapToLong(l -> l.counts().deadlineLate()).sum();
        long sent = loads.stream().mapToLong(l -> l.counts().sent()).sum();
        return traffic.deadline()
                .map(Duration::toNanos)
                .filter(_ -> unsent + late > 0)
                .map(nanos ->
                        new DeadlineMissed(
                                variant, nanos, unsent, late, (double) (unsent + late) / sent));
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "%s (%s) missed the deadline of %s: %,d not sent, %,d with a later response"
                        .formatted(
                                counted(unsent + late, "request"),
                                percent(share),
                                time((double) deadlineNanos),
                                unsent,
                                late),
                "throughput is the goodput, the good responses within the deadline; response times contain those that missed it",
                "a lower rate, or a longer deadline, if they should be in time");
    }
}
