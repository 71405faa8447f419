package dev.loombench.analysis.validity.machine;

import static dev.loombench.text.Figures.percent;

import dev.loombench.analysis.finding.Exceedance;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;
import dev.loombench.observe.result.Environment;
import java.util.Optional;

/// Other processes or the hypervisor took CPU just before the run.
///
/// @param othersShare of all processors, 0..1, as `stealShare`
public record CpuContentionBefore(double othersShare, double stealShare) implements MachineFinding {
    /// Above this share of all processors, other processes distort figures.
    public static final double OTHERS_LIMIT = 0.10;

    private static final double STEAL_LIMIT = 0.02;

    public static final Kind KIND =
            new Kind(
                    "cpu-contention-before",
                    "other processes before the run",
                    "other processes used over %s of the machine, or %s was stolen, before the run"
                            .formatted(percent(OTHERS_LIMIT), percent(STEAL_LIMIT)),
                    "note");

    public static Optional<CpuContentionBefore> of(Environment environment) {
        double others = environment.othersBusyShare().orElse(0);
        double stolen = environment.stealShare().orElse(0);
        return others > OTHERS_LIMIT || stolen > STEAL_LIMIT
                ? Optional.of(new CpuContentionBefore(others, stolen))
                : Optional.empty();
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                Exceedance.each(
                        "just before the run ",
                        new Exceedance.Part(
                                othersShare > OTHERS_LIMIT ? othersShare : 0,
                                "other processes used %.0f %% of the machine"
                                        .formatted(100 * othersShare)),
                        new Exceedance.Part(
                                stealShare > STEAL_LIMIT ? stealShare : 0,
                                "the hypervisor took %.0f %% of the machine"
                                        .formatted(100 * stealShare))),
                "if they went on, they took CPU from server and generator",
                "use a quiet machine");
    }
}
