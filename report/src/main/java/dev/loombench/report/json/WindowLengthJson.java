package dev.loombench.report.json;

import dev.loombench.analysis.WindowLength;
import dev.loombench.report.scope.ScopeText;

/// The window length at which runs of the experiment are most precise for their time.
///
/// @param betweenBlocks standard deviation of the blocks' log ratios
/// @param withinBlocks standard deviation of the log ratios of parts of about a second
/// @param timeShare the time for a given precision, as a share of that with the present windows
/// @param worthIt whether the time that is saved is certain
record WindowLengthJson(
        double betweenBlocks,
        double withinBlocks,
        double seconds,
        double bestSeconds,
        double timeShare,
        boolean worthIt,
        String sentence) {

    static WindowLengthJson of(WindowLength w) {
        return new WindowLengthJson(
                w.betweenBlocks(),
                w.withinBlocks(),
                w.seconds(),
                w.bestSeconds(),
                w.timeShare(),
                w.worthIt(),
                ScopeText.windowLength(w) + ".");
    }
}
