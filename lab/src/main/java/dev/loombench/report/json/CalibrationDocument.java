package dev.loombench.report.json;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.loombench.analysis.Calibration;
import dev.loombench.analysis.Calibration.Detectable;
import dev.loombench.analysis.Calibration.MetricSpread;
import dev.loombench.analysis.validity.Finding;
import dev.loombench.report.CalibrationText;
import dev.loombench.stats.Interval;
import java.util.List;
import java.util.Optional;

/// A calibration as data for other programs. Its keys are stable and documented in docs/output.md.
///
/// @param mode `interleaved` or `sequential`
/// @param metrics those that were observed
record CalibrationDocument(
        @JsonProperty("format") int format,
        @JsonProperty("valid") boolean valid,
        @JsonProperty("blocks") int blocks,
        @JsonProperty("secondsPerBlock") double secondsPerBlock,
        @JsonProperty("mode") String mode,
        @JsonProperty("seed") long seed,
        @JsonProperty("metrics") List<MetricJson> metrics,
        @JsonProperty("findings") List<FindingJson> findings,
        @JsonProperty("nextSteps") List<String> nextSteps) {

    /// @param ratio of the two servers, 95 %
    /// @param showsDifference whether the interval excludes 1
    /// @param spread standard deviation of the logarithm of the ratio over blocks, and its 80 %
    ///   interval
    record MetricJson(
            @JsonProperty("metric") String metric,
            @JsonProperty("ratio") Interval ratio,
            @JsonProperty("showsDifference") boolean showsDifference,
            @JsonProperty("spread") Interval spread,
            @JsonProperty("smallestDifferences") List<DetectableJson> smallestDifferences) {
        static MetricJson of(MetricSpread spread) {
            return new MetricJson(
                    spread.metric().label(),
                    spread.ratio(),
                    spread.showsDifference(),
                    spread.sigma(),
                    spread.detectable().stream().map(DetectableJson::of).toList());
        }
    }

    /// @param difference as a share, at the limits and the estimate of the spread
    record DetectableJson(
            @JsonProperty("minutes") long minutes,
            @JsonProperty("blocks") int blocks,
            @JsonProperty("difference") Optional<Interval> difference) {
        static DetectableJson of(Detectable detectable) {
            return new DetectableJson(
                    detectable.time().toMinutes(), detectable.blocks(), detectable.difference());
        }
    }

    static CalibrationDocument of(Calibration calibration, boolean counters) {
        return new CalibrationDocument(
                RunDocument.FORMAT,
                calibration.valid(),
                calibration.blocks(),
                calibration.blockTime().toNanos() / 1e9,
                calibration.manifest().mode().mode().label(),
                calibration.manifest().seed(),
                calibration.metrics().stream().map(MetricJson::of).toList(),
                calibration.findings().stream().map(CalibrationDocument::finding).toList(),
                CalibrationText.nextSteps(calibration, counters));
    }

    private static FindingJson finding(Finding finding) {
        return FindingJson.of(
                Calibration.severity(finding),
                finding.kind(),
                Optional.empty(),
                CalibrationText.of(finding));
    }
}
