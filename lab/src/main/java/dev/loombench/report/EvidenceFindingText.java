package dev.loombench.report;

import static dev.loombench.report.FindingText.names;

import dev.loombench.analysis.validity.EvidenceFinding;
import dev.loombench.analysis.validity.EvidenceFinding.ConditionsDiffer;
import dev.loombench.analysis.validity.EvidenceFinding.EvidenceLost;
import dev.loombench.analysis.validity.EvidenceFinding.EvidenceMissing;
import dev.loombench.analysis.validity.EvidenceFinding.Incomplete;
import dev.loombench.analysis.validity.EvidenceFinding.TrialsFailed;

/// Findings about missing evidence, in words.
final class EvidenceFindingText {
    private EvidenceFindingText() {}

    static FindingText of(EvidenceFinding finding) {
        return switch (finding) {
            case TrialsFailed(var variant, var failed, var all, var why) ->
                    new FindingText(
                            "%s: %d of %d trials failed; the last: %s"
                                    .formatted(variant, failed, all, why),
                            "the successful trials do not represent a server that fails now and then",
                            "server.log in the trial's folder");
            case Incomplete(var finished, var planned) ->
                    new FindingText(
                            "%d of %d planned trials have ended".formatted(finished, planned),
                            "fewer trials, wider intervals",
                            "run --resume with this folder");
            case EvidenceLost(var file, var problem) ->
                    new FindingText(
                            "%s is damaged, and its trial is left out: %s".formatted(file, problem),
                            "fewer trials, wider intervals; a disk or a copy that changed one file may have changed others",
                            "run --resume with this folder measures the trial again");
            case EvidenceMissing(var observer, var subject, var why) ->
                    new FindingText(
                            "%s could not be observed by %s: %s".formatted(subject, observer, why),
                            "the figures that rest on it are missing",
                            "see docs/method.md for what each observer needs");
            case ConditionsDiffer(var keys) ->
                    new FindingText(
                            "the variants differ in server or model, and in %s too"
                                    .formatted(names(keys)),
                            "a difference between them may come from any of these",
                            "the same for every variant, or a separate experiment");
        };
    }
}
