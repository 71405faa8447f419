package dev.loombench.report.calibration;

import dev.loombench.analysis.Calibration;
import dev.loombench.analysis.Calibration.Detectable;
import dev.loombench.analysis.Calibration.MetricSpread;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.export.CsvRows;
import dev.loombench.report.json.FindingJson;
import dev.loombench.report.json.RunJson;
import dev.loombench.stats.Interval;
import java.util.List;
import java.util.Optional;

/// A calibration as data for other programs. Its keys are stable and documented in
/// docs/output/disk.md.
///
/// @param mode `interleaved` or `sequential`
/// @param metrics those that were observed
public record CalibrationJson(
        int format,
        boolean valid,
        int blocks,
        double secondsPerBlock,
        String mode,
        long seed,
        List<MetricJson> metrics,
        List<FindingJson> findings,
        List<String> nextSteps) {

    /// @param ratio of the two servers, 95 %
    /// @param showsDifference whether the interval excludes 1
    /// @param spread standard deviation of the logarithm of the ratio over blocks, and its 80 %
    ///   interval
    record MetricJson(
            String metric,
            Interval ratio,
            boolean showsDifference,
            Interval spread,
            List<DetectableJson> smallestDifferences) {
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
    record DetectableJson(long minutes, int blocks, Optional<Interval> difference) {
        static DetectableJson of(Detectable detectable) {
            return new DetectableJson(
                    detectable.time().toMinutes(), detectable.blocks(), detectable.difference());
        }
    }

    /// A row per metric.
    public CsvRows rows() {
        return CsvRows.of(MetricJson.class, metrics);
    }

    public static CalibrationJson of(Calibration calibration, boolean counters) {
        return new CalibrationJson(
                RunJson.FORMAT,
                calibration.valid(),
                calibration.blocks(),
                calibration.blockTime().toNanos() / 1e9,
                calibration.manifest().mode().mode().label(),
                calibration.manifest().seed(),
                calibration.metrics().stream().map(MetricJson::of).toList(),
                calibration.findings().stream().map(CalibrationJson::finding).toList(),
                CalibrationText.nextSteps(calibration, counters));
    }

    private static FindingJson finding(ResultFinding finding) {
        return FindingJson.of(
                finding,
                Calibration.severity(finding),
                Optional.empty(),
                CalibrationText.of(finding));
    }
}
