package dev.loombench.analysis.validity.stationarity;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.VariantTrials;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Kind;
import dev.loombench.stats.series.SettlingTime;
import java.util.Optional;

/// Throughput had not settled when the load changed again or the window ended. Such trials count
/// with that time, a lower bound: trials that agree in it need not agree in their ramp-up.
///
/// @param seconds from the jump of the load until then
public record NotRampedUp(String variant, int trials, int completed, double seconds)
        implements StationarityFinding {
    public static final Kind KIND =
            new Kind(
                    "not-ramped-up",
                    "throughput was still changing at the end of the time after the load's jump, in any trial; it affects ramp-up only",
                    "invalid");

    public static Optional<NotRampedUp> of(VariantTrials trials) {
        var unsteady =
                trials.figures().stream()
                        .filter(f -> f.settling() instanceof SettlingTime.Moving)
                        .toList();
        return unsteady.stream()
                .findFirst()
                .map(first ->
                        new NotRampedUp(
                                trials.variant(),
                                unsteady.size(),
                                trials.figures().size(),
                                first.rampUp().orElseThrow() / 1e9));
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public boolean affects(Metric metric) {
        return metric == Metric.RAMP_UP;
    }

    @Override
    public boolean isUnsteady() {
        return true;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "in %d of %d trials throughput had not settled %.1f s after the jump of the load"
                        .formatted(trials, completed, seconds),
                "they count with that time, a lower bound: the ramp-up may be any longer time",
                "keep the load constant for longer after its jump");
    }
}
