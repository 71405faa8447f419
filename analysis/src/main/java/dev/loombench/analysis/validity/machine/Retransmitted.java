package dev.loombench.analysis.validity.machine;

import static dev.loombench.analysis.finding.Exceedance.scaled;
import static dev.loombench.text.Figures.axis;

import dev.loombench.analysis.finding.Exceedance;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.trial.TrialMetrics;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
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

    public static final Kind KIND =
            new Kind(
                    "retransmitted",
                    "over %s segment per 1,000 responses".formatted(axis(1_000 * LIMIT)),
                    "note");

    public Retransmitted {
        variants = List.copyOf(variants);
    }

    public static Optional<Retransmitted> of(List<TrialResult> results) {
        return Exceedance.of(results, Retransmitted::perResponse, LIMIT)
                .map(e -> new Retransmitted(e.variants(), e.highest()));
    }

    private static OptionalDouble perResponse(Successful trial) {
        return switch (trial) {
            case Completed completed when completed.load().counts().succeededInWindow() > 0 ->
                    scaled(
                            TrialMetrics.growth(trial, MetricId.NET_RETRANSMITS),
                            1.0 / completed.load().counts().succeededInWindow());
            case Completed _, BatchCompleted _ -> OptionalDouble.empty();
        };
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public Severity severity() {
        return Severity.NOTE;
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
