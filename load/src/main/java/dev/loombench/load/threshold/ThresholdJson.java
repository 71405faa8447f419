package dev.loombench.load.threshold;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.loombench.load.threshold.LoadThreshold.Outcome;
import java.util.OptionalDouble;

/// A threshold and what a load means for it, for other programs.
///
/// @param failIf as on the command line
/// @param value absent when it was not measured
/// @param unit `ns`, `1/s`, `requests` or `share`
/// @param undecided whether the window is too short for the percentile
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record ThresholdJson(
        String failIf, OptionalDouble value, String unit, boolean failed, boolean undecided) {
    public static ThresholdJson of(
            LoadThreshold threshold, LimitedFigures figures, Outcome outcome) {
        return new ThresholdJson(
                threshold.text(),
                threshold.metric().of(figures),
                threshold.metric().unit().label(),
                outcome == Outcome.FAILED,
                outcome == Outcome.UNDECIDED);
    }
}
