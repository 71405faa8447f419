package dev.loombench.analysis.validity.jvm;

import static dev.loombench.text.Figures.percent;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.VariantFinding;
import dev.loombench.analysis.finding.VariantTrials;
import dev.loombench.analysis.trial.TrialMetrics;
import dev.loombench.finding.Kind;
import java.util.Optional;

/// Garbage collection paused the server.
///
/// @param share of the window, mean of the trials, 0..1
public record PausedByCollector(String variant, double share)
        implements JvmFinding, VariantFinding {
    private static final double LIMIT = 0.10;

    public static final Kind KIND =
            new Kind(
                    "paused-by-collector",
                    "pauses of the collector",
                    "over %s of the window".formatted(percent(LIMIT)),
                    "note");

    public static Optional<PausedByCollector> of(VariantTrials trials) {
        double share = TrialMetrics.mean(trials.successful(), TrialMetrics::pauseShare).orElse(0);
        return share > LIMIT
                ? Optional.of(new PausedByCollector(trials.variant(), share))
                : Optional.empty();
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "garbage collection paused the server for %.0f %% of the window"
                        .formatted(100 * share),
                "the figures depend on this heap and collector as much as on the thread model",
                "use a larger heap (-Xmx) or another collector, the same in every variant");
    }
}
