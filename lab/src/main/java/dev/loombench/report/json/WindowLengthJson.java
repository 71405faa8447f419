package dev.loombench.report.json;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.loombench.analysis.WindowLength;
import dev.loombench.report.ScopeText;

/// The window length at which runs of the experiment are most precise for their time.
///
/// @param betweenBlocks standard deviation of the blocks' log ratios
/// @param withinBlocks standard deviation of the log ratios of parts of about a second
/// @param timeShare the time for a given precision, as a share of that with the present windows
/// @param worthIt whether the time that is saved is certain
record WindowLengthJson(
        @JsonProperty("betweenBlocks") double betweenBlocks,
        @JsonProperty("withinBlocks") double withinBlocks,
        @JsonProperty("seconds") double seconds,
        @JsonProperty("bestSeconds") double bestSeconds,
        @JsonProperty("timeShare") double timeShare,
        @JsonProperty("worthIt") boolean worthIt,
        @JsonProperty("sentence") String sentence) {

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
