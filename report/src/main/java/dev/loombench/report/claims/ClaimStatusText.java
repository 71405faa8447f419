package dev.loombench.report.claims;

import dev.loombench.analysis.ClaimEvaluation;
import dev.loombench.analysis.ClaimEvaluation.ClaimStatus;
import dev.loombench.report.ReportText;
import dev.loombench.report.scope.ScopeText;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/// The status of a claim of an article, in words.
///
/// @param kind for programs
/// @param label for people
/// @param sentence the evidence, or the reason why there is none
record ClaimStatusText(ClaimStatusKind kind, String label, String sentence) {

    /// The kinds of status, in the order in which a report counts them.
    enum ClaimStatusKind {
        SUPPORTED("supported"),
        CONTRADICTED("contradicted"),
        DEPENDS("dependent on the set-up"),
        UNDECIDED("undecided"),
        INVALID("invalid"),
        UNTESTED("untested");

        /// As in `3 undecided`.
        final String counted;

        ClaimStatusKind(String counted) {
            this.counted = counted;
        }

        /// Whether the claim was tested and came to one conclusion.
        boolean isDecided() {
            return switch (this) {
                case SUPPORTED, CONTRADICTED -> true;
                case DEPENDS, UNDECIDED, INVALID, UNTESTED -> false;
            };
        }

        /// The name in files.
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static final String UNTESTED = "untested";

    static ClaimStatusText of(ClaimStatus status) {
        return switch (status) {
            case ClaimStatus.Supported(var check) ->
                    new ClaimStatusText(
                            ClaimStatusKind.SUPPORTED, "supported", ReportText.evidence(check));
            case ClaimStatus.Contradicted(var check) ->
                    new ClaimStatusText(
                            ClaimStatusKind.CONTRADICTED,
                            "contradicted",
                            ReportText.evidence(check));
            case ClaimStatus.Depends(var check, var correctedExperiment, var corrected) ->
                    new ClaimStatusText(
                            ClaimStatusKind.DEPENDS,
                            "depends on the set-up",
                            "by the article's method %s; in %s (%s) %s"
                                    .formatted(
                                            ReportText.claim(check),
                                            correctedExperiment.name(),
                                            ScopeText.workload(correctedExperiment),
                                            ReportText.claim(corrected)));
            case ClaimStatus.Undecided(var check) ->
                    new ClaimStatusText(
                            ClaimStatusKind.UNDECIDED, "undecided", ReportText.evidence(check));
            case ClaimStatus.Invalid(var check, var finding) ->
                    new ClaimStatusText(
                            ClaimStatusKind.INVALID,
                            "invalid",
                            "%s; but %s"
                                    .formatted(ReportText.claim(check), finding.text().message()));
            case ClaimStatus.Untested(var reason) ->
                    new ClaimStatusText(ClaimStatusKind.UNTESTED, UNTESTED, reason);
            case ClaimStatus.TooShort(var finding) ->
                    new ClaimStatusText(
                            ClaimStatusKind.UNTESTED,
                            UNTESTED,
                            "a quick run is too short: " + finding.text().message());
        };
    }

    /// The number of claims by status, without zeros.
    static Map<ClaimStatusKind, Integer> counts(ClaimEvaluation evaluation) {
        var counts = new EnumMap<ClaimStatusKind, Integer>(ClaimStatusKind.class);
        evaluation.experiments().stream()
                .flatMap(experiment -> experiment.claims().stream())
                .forEach(c -> counts.merge(ClaimStatusText.of(c.status()).kind(), 1, Integer::sum));
        int untested =
                evaluation.plan().articles().stream().mapToInt(a -> a.untested().size()).sum();
        if (untested > 0) {
            counts.merge(ClaimStatusKind.UNTESTED, untested, Integer::sum);
        }
        return counts;
    }
}
