package dev.loombench.report;

import dev.loombench.analysis.ClaimEvaluation;
import dev.loombench.analysis.ClaimEvaluation.ClaimStatus;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/// How a claim of an article stands, in words.
///
/// @param kind for programs
/// @param label for people
/// @param sentence what was seen, or why nothing was
public record ClaimStatusText(ClaimStatusKind kind, String label, String sentence) {

    /// In the order in which they are counted.
    public enum ClaimStatusKind {
        SUPPORTED("supported"),
        CONTRADICTED("contradicted"),
        DEPENDS("depending on the set-up"),
        UNDECIDED("undecided"),
        DOUBTFUL("from runs that must not be relied on"),
        UNTESTED("that cannot be tested here");

        /// As in `3 undecided`.
        final String counted;

        ClaimStatusKind(String counted) {
            this.counted = counted;
        }

        /// Whether the claim was tested and came to one conclusion.
        boolean isDecided() {
            return switch (this) {
                case SUPPORTED, CONTRADICTED -> true;
                case DEPENDS, UNDECIDED, DOUBTFUL, UNTESTED -> false;
            };
        }

        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static final String UNTESTED = "cannot be tested here";

    public static ClaimStatusText of(ClaimStatus standing) {
        return switch (standing) {
            case ClaimStatus.Supported(var check) ->
                    new ClaimStatusText(
                            ClaimStatusKind.SUPPORTED, "supported", ReportText.seen(check));
            case ClaimStatus.Contradicted(var check) ->
                    new ClaimStatusText(
                            ClaimStatusKind.CONTRADICTED, "contradicted", ReportText.seen(check));
            case ClaimStatus.Depends(var check, var twin, var corrected) ->
                    new ClaimStatusText(
                            ClaimStatusKind.DEPENDS,
                            "depends on the set-up",
                            "as the article asks it, %s; in %s (%s), %s"
                                    .formatted(
                                            ReportText.claim(check),
                                            twin.name(),
                                            ReportText.work(twin),
                                            ReportText.claim(corrected)));
            case ClaimStatus.Undecided(var check) ->
                    new ClaimStatusText(
                            ClaimStatusKind.UNDECIDED, "undecided", ReportText.seen(check));
            case ClaimStatus.Invalid(var check, var finding) ->
                    new ClaimStatusText(
                            ClaimStatusKind.DOUBTFUL,
                            "not to be relied on",
                            "%s; but %s"
                                    .formatted(
                                            ReportText.claim(check),
                                            FindingText.of(finding).message()));
            case ClaimStatus.Untested(var why) ->
                    new ClaimStatusText(ClaimStatusKind.UNTESTED, UNTESTED, why);
            case ClaimStatus.TooShort(var finding) ->
                    new ClaimStatusText(
                            ClaimStatusKind.UNTESTED,
                            UNTESTED,
                            "a quick run is too short to tell: "
                                    + FindingText.of(finding).message());
        };
    }

    /// Status -> number of claims, those without any left out.
    public static Map<ClaimStatusKind, Integer> counts(ClaimEvaluation about) {
        var counts = new EnumMap<ClaimStatusKind, Integer>(ClaimStatusKind.class);
        about.experiments().stream()
                .flatMap(tried -> tried.claims().stream())
                .forEach(c ->
                        counts.merge(ClaimStatusText.of(c.standing()).kind(), 1, Integer::sum));
        int untested = about.plan().articles().stream().mapToInt(a -> a.untested().size()).sum();
        if (untested > 0) {
            counts.merge(ClaimStatusKind.UNTESTED, untested, Integer::sum);
        }
        return counts;
    }
}
