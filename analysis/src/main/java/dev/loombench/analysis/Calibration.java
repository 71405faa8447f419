package dev.loombench.analysis;

import dev.loombench.analysis.comparison.ConfidenceLevels;
import dev.loombench.analysis.comparison.Estimates;
import dev.loombench.analysis.comparison.RunFigures;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.trial.TrialFigures;
import dev.loombench.analysis.validity.stationarity.StationarityFinding;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Severity;
import dev.loombench.result.RunManifest;
import dev.loombench.result.store.StoredRun;
import dev.loombench.stats.BlocksNeeded;
import dev.loombench.stats.Interval;
import dev.loombench.stats.SmallestDifference;
import dev.loombench.stats.SpreadInterval;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What an A/A comparison shows about a machine: how much the ratio of two equal servers spreads
/// over blocks, and the smallest difference that a comparison can therefore find.
///
/// Drift within the windows is a note here: what of it does not cancel in the ratio is a part of
/// the spread, which a noisy machine makes large.
///
/// @param blocks with a result of both servers
/// @param blockTime mean time per block, from its start to the start of the next
/// @param metrics those that were observed in two blocks or more
/// @param findings those that make a run invalid
public record Calibration(
        RunManifest manifest,
        int blocks,
        Duration blockTime,
        List<MetricSpread> metrics,
        List<ResultFinding> findings) {
    /// The metrics of most experiments that slices judge: a run that a higher percentile decides is
    /// sequential, and takes other times.
    public static final List<Metric> METRICS =
            List.of(Metric.THROUGHPUT, Metric.CPU_PER_REQUEST, Metric.P50);

    /// The times for which the smallest difference is computed.
    public static final List<Duration> TIMES =
            List.of(Duration.ofMinutes(2), Duration.ofMinutes(10), Duration.ofMinutes(30));

    private static final double LEVEL = ConfidenceLevels.LEVEL;

    public Calibration {
        metrics = List.copyOf(metrics);
        findings = List.copyOf(findings);
    }

    /// The spread of one metric.
    ///
    /// @param ratio of the two servers, 95 %
    /// @param sigma standard deviation of the logarithm of the ratio over blocks, with its 80 %
    ///   interval
    /// @param detectable one for each of [#TIMES]
    public record MetricSpread(
            Metric metric, Interval ratio, Interval sigma, List<Detectable> detectable) {
        public MetricSpread {
            detectable = List.copyOf(detectable);
        }

        /// Whether the servers seem to differ. They are equal, so this is chance, in one metric of
        /// twenty, or a bias of machine or method.
        public boolean showsDifference() {
            return !ratio.contains(1);
        }
    }

    /// The smallest difference that the interval of a comparison shows in four of five runs.
    ///
    /// @param time of the comparison
    /// @param blocks that fit this time
    /// @param difference as a share, 0.03 for a ratio of 1.03, with its limits at those of sigma;
    ///   empty below two blocks
    public record Detectable(Duration time, int blocks, Optional<Interval> difference) {
        static Detectable of(Duration time, Duration blockTime, Interval sigma) {
            int blocks = (int) time.dividedBy(blockTime);
            return new Detectable(
                    time,
                    blocks,
                    blocks < Estimates.MIN_TRIALS
                            ? Optional.empty()
                            : Optional.of(
                                    new Interval(
                                            share(blocks, sigma.low()),
                                            share(blocks, sigma.point()),
                                            share(blocks, sigma.high()))));
        }

        private static double share(int blocks, double sigma) {
            return Math.expm1(SmallestDifference.of(blocks, sigma, LEVEL));
        }
    }

    /// @param run of two equal variants
    /// @param blockTime mean time per block, above 0
    public static Calibration of(StoredRun run, Duration blockTime) {
        var figures = RunFigures.of(run.manifest(), run.trials());
        var variants = run.manifest().experiment().variants();
        var first = figures.of(variants.getFirst().name());
        var second = figures.of(variants.getLast().name());
        var metrics = new ArrayList<MetricSpread>();
        for (var metric : METRICS) {
            spread(metric, second, first, blockTime).ifPresent(metrics::add);
        }
        return new Calibration(
                run.manifest(),
                Estimates.logRatios(Metric.THROUGHPUT, second, first).length,
                blockTime,
                metrics,
                Analysis.of(run, figures).findings(Severity.INVALID));
    }

    private static Optional<MetricSpread> spread(
            Metric metric,
            List<TrialFigures> second,
            List<TrialFigures> first,
            Duration blockTime) {
        return new Estimates(LEVEL)
                .ratio(metric, second, first)
                .map(ratio -> {
                    var logRatios = Estimates.logRatios(metric, second, first);
                    var sigma = SpreadInterval.of(logRatios, BlocksNeeded.SIGMA_LEVEL);
                    return new MetricSpread(
                            metric,
                            ratio,
                            sigma,
                            TIMES.stream().map(t -> Detectable.of(t, blockTime, sigma)).toList());
                });
    }

    /// What a finding means for a calibration.
    public static Severity severity(ResultFinding finding) {
        return finding instanceof StationarityFinding ? Severity.NOTE : Severity.INVALID;
    }

    /// Whether no finding makes the comparison invalid, and two blocks or more have figures.
    public boolean valid() {
        return findings.stream().noneMatch(f -> severity(f) == Severity.INVALID)
                && !metrics.isEmpty();
    }

    /// Whether a metric can show a difference of this size after a time, even at the upper limit of
    /// its spread.
    ///
    /// @param margin as in 0.03
    public boolean shows(Metric metric, double margin, Duration time) {
        return metrics.stream()
                .filter(m -> m.metric() == metric)
                .flatMap(m -> m.detectable().stream())
                .filter(d -> d.time().equals(time))
                .flatMap(d -> d.difference().stream())
                .anyMatch(d -> d.high() <= margin);
    }
}
