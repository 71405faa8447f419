package dev.loombench.analysis.validity.machine;

import static dev.loombench.analysis.finding.Exceedance.scaled;
import static dev.loombench.text.Figures.percent;

import dev.loombench.analysis.finding.Exceedance;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.trial.TrialMetrics;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.MetricId;
import dev.loombench.result.TrialResult;
import java.util.List;
import java.util.Optional;

/// The quota of a control group kept threads from running.
///
/// @param share of the time of all processors in the window, highest of the trials, 0..1
public record CpuThrottled(List<String> variants, double share) implements ProcessorFinding {
    /// As of other interruptions.
    private static final double TOO_MUCH = 0.02;

    public static final Kind KIND =
            new Kind(
                    "cpu-throttled",
                    "the CPU quota of the control group kept threads from running within the window: for any time; for over %s of the time of all processors"
                            .formatted(percent(TOO_MUCH)),
                    "note; invalid");

    public CpuThrottled {
        variants = List.copyOf(variants);
    }

    public static Optional<CpuThrottled> of(List<TrialResult> results, int cores) {
        return Exceedance.of(
                        results,
                        t -> scaled(TrialMetrics.rate(t, MetricId.CGROUP_THROTTLED), 1e-9 / cores),
                        0)
                .map(e -> new CpuThrottled(e.variants(), e.highest()));
    }

    @Override
    public Severity severity() {
        return share > TOO_MUCH ? Severity.INVALID : Severity.NOTE;
    }

    @Override
    public boolean affects(Metric metric) {
        return !metric.isFootprint();
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "the CPU quota of the control group kept threads from running for up to %s of the processors' time"
                        .formatted(percent(share)),
                "a throttled process stands still for the rest of a period of usually 100 ms, which response times include",
                "raise the quota (docker run --cpus, cpu.max), or lower the load");
    }
}
