package dev.loombench.analysis.validity.machine;

import static dev.loombench.analysis.finding.Exceedance.scaled;
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

/// Processes waited for a processor although server and generator used less than half of them.
///
/// @param share of the window in which some process waited, highest of the trials, 0..1
public record CpuPressure(List<String> variants, double share) implements ProcessorFinding {
    /// With half of two processors in use, chance alone lets some process wait for a sixth of the
    /// time (M/M/2), and for less with more processors.
    private static final double LIMIT = 0.5;

    private static final double OWN_USE = 0.5;

    public static final Kind KIND =
            new Kind(
                    "cpu-pressure",
                    "waits for a processor",
                    "some process waited for a processor for over %s of the window, although server and generator used less than %s of the machine"
                            .formatted(percent(LIMIT), percent(OWN_USE)),
                    "note");

    public CpuPressure {
        variants = List.copyOf(variants);
    }

    public static Optional<CpuPressure> of(List<TrialResult> results, int cores) {
        return Exceedance.of(results, t -> unexplained(t, cores), LIMIT)
                .map(e -> new CpuPressure(e.variants(), e.highest()));
    }

    private static OptionalDouble unexplained(Successful trial, int cores) {
        var server = TrialMetrics.rate(trial, MetricId.PROCESS_CPU);
        double generator = TrialMetrics.generatorNanos(trial) / trial.window().seconds();
        return server.isPresent() && server.getAsDouble() + generator < OWN_USE * cores * 1e9
                ? scaled(TrialMetrics.rate(trial, MetricId.MACHINE_CPU_STALLED), 1e-9)
                : OptionalDouble.empty();
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "processes waited for a processor for up to %.0f %% of the window, although server and generator used less than %s of the machine"
                        .formatted(100 * share, percent(OWN_USE)),
                "others took processors from them at times, which changes throughput and response times",
                "use a quiet machine, or compare CPU or instructions per request");
    }
}
