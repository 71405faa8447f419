package dev.loombench.analysis.validity.machine;

import static dev.loombench.text.Figures.axis;

import dev.loombench.analysis.finding.Exceedance;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.trial.TrialMetrics;
import dev.loombench.finding.Kind;
import dev.loombench.observe.result.MetricId;
import dev.loombench.result.TrialOutcome.BatchCompleted;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.Successful;
import dev.loombench.result.TrialResult;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// TCP segments were retransmitted.
///
/// @param share of segments per response, highest of the trials
public record Retransmitted(List<String> variants, double share) implements MachineFinding {
    private static final double LIMIT = 0.001;

    /// Standard deviations of the number at the limit, as of a Poisson process; of one segment at
    /// least, since a single one shows nothing. At the limit at most 8 % of trials exceed it.
    private static final double DEVIATIONS = 2;

    public static final Kind KIND =
            new Kind(
                    "retransmitted",
                    "over %s segment per 1,000 responses, by more than chance (%s standard deviations)"
                            .formatted(axis(1_000 * LIMIT), axis(DEVIATIONS)),
                    "note");

    public Retransmitted {
        variants = List.copyOf(variants);
    }

    public static Optional<Retransmitted> of(List<TrialResult> results) {
        return Exceedance.of(results, Retransmitted::perResponse, 0)
                .map(e -> new Retransmitted(e.variants(), e.highest()));
    }

    /// Empty where it is no more than the limit and chance explain.
    private static OptionalDouble perResponse(Successful trial) {
        return switch (trial) {
            case Completed completed when completed.load().counts().succeededInWindow() > 0 ->
                    perResponse(
                            TrialMetrics.growth(trial, MetricId.NET_RETRANSMITS).orElse(0),
                            (double) completed.load().counts().succeededInWindow());
            case Completed _, BatchCompleted _ -> OptionalDouble.empty();
        };
    }

    private static OptionalDouble perResponse(double segments, double responses) {
        double allowed = LIMIT * responses;
        return segments > allowed + DEVIATIONS * Math.sqrt(Math.max(1, allowed))
                ? OptionalDouble.of(segments / responses)
                : OptionalDouble.empty();
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "up to %.2f TCP segments per hundred responses were retransmitted"
                        .formatted(100 * share),
                "each costs 200 ms or more, which the high percentiles include",
                "check the network; over loopback, socket buffers and listen queues");
    }
}
