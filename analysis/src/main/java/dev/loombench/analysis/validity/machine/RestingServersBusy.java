package dev.loombench.analysis.validity.machine;

import static dev.loombench.analysis.finding.Exceedance.scaled;
import static dev.loombench.text.Figures.percent;

import dev.loombench.analysis.finding.Exceedance;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.ResultFinding.OfTimes;
import dev.loombench.finding.Kind;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.Successful;
import dev.loombench.result.TrialResult;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// Servers of an interleaved block used CPU while they rested, which the measured server did not
/// have.
///
/// @param share highest share of all processors, 0..1
public record RestingServersBusy(List<String> variants, double share)
        implements MachineFinding, OfTimes {
    private static final double LIMIT = 0.10;

    public static final Kind KIND =
            new Kind(
                    "resting-servers-busy",
                    "busy resting servers",
                    "the resting servers of an interleaved block used over %s of the machine during another one's slices"
                            .formatted(percent(LIMIT)),
                    "invalid");

    public RestingServersBusy {
        variants = List.copyOf(variants);
    }

    public static Optional<RestingServersBusy> of(List<TrialResult> results, int cores) {
        return Exceedance.of(results, t -> scaled(cores(t), 1.0 / cores), LIMIT)
                .map(e -> new RestingServersBusy(e.variants(), e.highest()));
    }

    static OptionalDouble cores(Successful trial) {
        return trial instanceof Completed completed && completed.interleaving().isPresent()
                ? completed.interleaving().get().restingCores()
                : OptionalDouble.empty();
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "the resting servers of the block used up to %.0f %% of the machine"
                        .formatted(100 * share),
                "the measured server did not have that CPU, and a comparison assumes that it had",
                "use a longer warm-up (%s), or %s"
                        .formatted(longer.warmUpOption(), LongerRun.inFile("mode: sequential")));
    }
}
