package dev.loombench.analysis.validity.machine;

import static dev.loombench.text.Figures.axis;

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

/// The clock rate of the processors differed between trials.
///
/// @param slowestHertz mean of the trial with the lowest one, and `fastestHertz` of the highest
public record ClockRateVaried(double slowestHertz, double fastestHertz)
        implements ProcessorFinding {
    /// Half of the smallest margin in use would be 1.5 %; a mean over all processors, with idle
    /// ones among them, is not that exact.
    private static final double LIMIT = 1.05;

    public static final Kind KIND =
            new Kind(
                    "clock-rate-varied",
                    "the mean clock rate of one trial's window above %s times that of another"
                            .formatted(axis(LIMIT)),
                    "note");

    public static Optional<ClockRateVaried> of(List<TrialResult> results) {
        var rates =
                results.stream()
                        .map(TrialResult::outcome)
                        .filter(Successful.class::isInstance)
                        .map(o -> TrialMetrics.meanOf((Successful) o, MetricId.MACHINE_CPU_CLOCK))
                        .flatMapToDouble(OptionalDouble::stream)
                        .summaryStatistics();
        return rates.getCount() > 1 && rates.getMax() > LIMIT * rates.getMin()
                ? Optional.of(new ClockRateVaried(rates.getMin(), rates.getMax()))
                : Optional.empty();
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "the processors ran at a mean of %.2f GHz in one trial and of %.2f GHz in another"
                        .formatted(slowestHertz / 1e9, fastestHertz / 1e9),
                "the same work takes more CPU time at a lower clock rate",
                "set a constant clock rate (sudo cpupower frequency-set -g performance, turbo off), or compare cycles per request");
    }
}
