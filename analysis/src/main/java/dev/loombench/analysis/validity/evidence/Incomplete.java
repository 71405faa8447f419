package dev.loombench.analysis.validity.evidence;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;
import dev.loombench.result.RunManifest;
import java.util.Optional;

/// Fewer trials have ended than were planned.
public record Incomplete(int finished, int planned) implements EvidenceFinding {
    public static final Kind KIND =
            new Kind(
                    "incomplete",
                    "missing trials",
                    "fewer trials finished than planned, unless the run was precise enough",
                    "note");

    /// @param precise whether the run ended early because its figures were precise enough
    public static Optional<Incomplete> of(RunManifest manifest, int finished, boolean precise) {
        int planned = manifest.plan().size();
        return finished < planned && !precise
                ? Optional.of(new Incomplete(finished, planned))
                : Optional.empty();
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "%d of %d planned trials have ended".formatted(finished, planned),
                "fewer trials, wider intervals",
                "run --resume with this folder");
    }
}
