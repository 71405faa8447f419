package dev.loombench.analysis.validity.foreign;

import static dev.loombench.text.Figures.counted;
import static dev.loombench.text.Figures.percent;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.load.limit.LoadLimits;
import dev.loombench.result.foreign.ForeignResult.Failures;
import java.util.List;
import java.util.Optional;

/// Requests, or runs of a command, that failed.
///
/// @param variant `base` or `head`
/// @param what failed: [#REQUEST] or [#RUN]
/// @param share of all of them
public record MeasurementsFailed(String variant, String what, long failed, double share)
        implements ForeignFinding {
    public static final String REQUEST = "request";
    public static final String RUN = "run";

    public static final Kind KIND =
            new Kind(
                    "measurements-failed",
                    "`judge`: requests, or runs of a command, failed: any; more than %s of them, and of requests one more"
                            .formatted(percent(LoadLimits.ERROR_SHARE)),
                    "note; invalid");

    /// @param what [#REQUEST] or [#RUN]
    public static Optional<MeasurementsFailed> of(String side, String what, Failures failures) {
        return failures.failed() > 0
                ? Optional.of(
                        new MeasurementsFailed(
                                side,
                                what,
                                failures.failed(),
                                (double) failures.failed()
                                        / Math.max(failures.failed(), failures.total())))
                : Optional.empty();
    }

    @Override
    public List<String> variants() {
        return List.of(variant);
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public Severity severity() {
        return tooMany() ? Severity.INVALID : Severity.NOTE;
    }

    /// As many requests may fail as in a load of one's own. A run that failed is one of few, and
    /// its time may be among the values.
    private boolean tooMany() {
        return what.equals(REQUEST)
                ? LoadLimits.hasTooManyErrors(failed, Math.round(failed / share))
                : share > LoadLimits.ERROR_SHARE;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "%s (%.2f %%) failed".formatted(counted(failed, what), 100 * share),
                "the figures are not those of good %ss alone".formatted(what),
                "find why they fail, and measure again");
    }
}
