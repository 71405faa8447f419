package dev.loombench.analysis.validity.evidence;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.VariantFinding;
import dev.loombench.analysis.finding.VariantTrials;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.result.TrialOutcome.Failed;
import java.util.Optional;
import java.util.stream.Stream;

/// Trials of a variant failed.
///
/// @param ended trials of the variant that have ended
/// @param reason of the last failure
public record TrialsFailed(String variant, int failed, int ended, String reason)
        implements EvidenceFinding, VariantFinding {
    public static final Kind KIND =
            new Kind(
                    "trials-failed",
                    "failed trials",
                    "any trial of a variant; all of them",
                    "note; invalid");

    public static Optional<TrialsFailed> of(VariantTrials trials) {
        var failed =
                trials.results().stream()
                        .flatMap(r ->
                                r.outcome() instanceof Failed f
                                        ? Stream.of(f)
                                        : Stream.<Failed>empty())
                        .toList();
        return failed.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new TrialsFailed(
                                trials.variant(),
                                failed.size(),
                                trials.results().size(),
                                failed.getLast().phase() + ": " + failed.getLast().reason()));
    }

    @Override
    public Severity severity() {
        return failed == ended ? Severity.INVALID : Severity.NOTE;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "%d of %d trials failed; the last: %s".formatted(failed, ended, reason),
                "the successful trials do not represent a server that sometimes fails",
                "see server.log in the trial's folder");
    }
}
