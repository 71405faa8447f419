package dev.loombench.analysis.validity.jvm;

import static dev.loombench.text.Figures.percent;

import dev.loombench.analysis.finding.Exceedance;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.trial.TrialMetrics;
import dev.loombench.finding.Kind;
import dev.loombench.observe.result.MetricId;
import dev.loombench.result.TrialOutcome.Successful;
import dev.loombench.result.TrialResult;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// The just-in-time compilers had work and no processor.
///
/// @param variants in which it was observed
/// @param share of the time with work in which they waited, highest of the trials
public record CompilersStarved(List<String> variants, double share) implements JvmFinding {
    /// Two seconds of waiting in three make warm-up three times as long.
    private static final double LIMIT = 2 / 3.0;

    /// Share of the window in which the compilers must have had work: less is not warm-up.
    private static final double MIN_WORK = 0.3;

    public static final Kind KIND =
            new Kind(
                    "compilers-starved",
                    "compilers that waited for a processor",
                    "compilers had work for over %s of the window, added up, and waited for a processor for over two thirds of that"
                            .formatted(percent(MIN_WORK)),
                    "note");

    public CompilersStarved {
        variants = List.copyOf(variants);
    }

    public static Optional<CompilersStarved> of(List<TrialResult> results) {
        return Exceedance.of(results, CompilersStarved::waitingShare, LIMIT)
                .map(e -> new CompilersStarved(e.variants(), e.highest()));
    }

    private static OptionalDouble waitingShare(Successful trial) {
        var used = TrialMetrics.rate(trial, MetricId.JIT_CPU);
        var waited = TrialMetrics.rate(trial, MetricId.JIT_WAITED);
        if (used.isEmpty() || waited.isEmpty()) {
            return OptionalDouble.empty();
        }
        double wanted = (used.getAsDouble() + waited.getAsDouble()) / 1e9;
        return wanted > MIN_WORK
                ? OptionalDouble.of(waited.getAsDouble() / 1e9 / wanted)
                : OptionalDouble.empty();
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "the just-in-time compilers waited for a processor up to %.0f %% of the time in which they had work"
                        .formatted(100 * share),
                "warm-up takes several times as long, and the figures are those of code that was not compiled yet",
                "use a lower load, or a longer warm-up (%s)".formatted(longer.warmUpOption()));
    }
}
