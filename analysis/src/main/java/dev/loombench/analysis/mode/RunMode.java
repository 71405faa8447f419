package dev.loombench.analysis.mode;

import dev.loombench.experiment.TrialMode;
import dev.loombench.result.ChosenMode;
import dev.loombench.result.RunManifest;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialResult;
import java.util.List;

/// How the trials of a run shared the time: as chosen, unless no window was divided into slices.
///
/// @param reason why the trials are not interleaved, in a few words; empty where they are
/// @param fewestSlices of a window; 1 where it is not divided
/// @param mostSlices of a window
/// @param rests of the variants whose windows were divided
public record RunMode(
        TrialMode mode, String reason, int fewestSlices, int mostSlices, List<Rests> rests) {
    /// Windows of one slice follow one another, although their servers are alive at once.
    private static final String NOT_DIVIDED =
            "slices of 100 ms or ten response times would be too few in a window";

    public RunMode {
        rests = List.copyOf(rests);
    }

    public static RunMode of(RunManifest manifest, List<TrialResult> results) {
        var slices =
                results.stream()
                        .filter(r -> r.outcome() instanceof Completed)
                        .flatMap(r -> ((Completed) r.outcome()).interleaving().stream())
                        .mapToInt(i -> i.slices().size())
                        .summaryStatistics();
        int fewest = slices.getCount() == 0 ? 1 : slices.getMin();
        return of(manifest.mode(), fewest, slices.getMax(), Rests.of(manifest, results));
    }

    private static RunMode of(ChosenMode chosen, int fewest, int most, List<Rests> rests) {
        return chosen.mode() == TrialMode.INTERLEAVED && most == 1
                ? new RunMode(TrialMode.SEQUENTIAL, NOT_DIVIDED, 1, 1, rests)
                : new RunMode(
                        chosen.mode(), chosen.reason(), fewest, Math.max(fewest, most), rests);
    }
}
