package dev.loombench.analysis;

import dev.loombench.result.LoadResult;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.Successful;
import dev.loombench.result.TrialResult;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.stats.Descriptive;
import dev.loombench.stats.Outliers;
import dev.loombench.stats.SettlingTime;
import dev.loombench.stats.Trend;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.HdrHistogram.Histogram;

/// Whether the trials of a variant kept their speed, each within its window and all beside one
/// another.
final class StationarityChecks {
    /// Levels nearer than this are one.
    private static final double TOLERANCE = 0.05;

    /// Fewer trials have no usual one to lie off from.
    private static final int FEWEST_FOR_OUTLIERS = 5;

    private StationarityChecks() {}

    /// @param results completed trials of the variant
    static List<Finding> of(ExperimentSpec spec, String variant, List<TrialResult> results) {
        var findings = new ArrayList<Finding>();
        moved(spec, variant, results).ifPresent(findings::add);
        rampUp(spec, variant, results).ifPresent(findings::add);
        findings.addAll(outliers(spec, variant, results));
        return findings;
    }

    /// Half of the windows or more: one alone is chance. A load that moves by itself says nothing.
    private static Optional<Finding> moved(
            ExperimentSpec spec, String variant, List<TrialResult> results) {
        if (!(spec.load() instanceof LoadModel load) || !load.isConstant()) {
            return Optional.empty();
        }
        var trends =
                results.stream()
                        .map(r -> trend(load, (Completed) r.outcome()))
                        .filter(c -> !(c instanceof Trend.Flat))
                        .toList();
        return trends.isEmpty() || 2 * trends.size() < results.size()
                ? Optional.empty()
                : Optional.of(
                        new Finding.NonStationary(
                                variant, commonest(trends), trends.size(), results.size()));
    }

    /// Trials that had not settled count at the least that they took.
    private static Optional<Finding> rampUp(
            ExperimentSpec spec, String variant, List<TrialResult> results) {
        var moving =
                results.stream()
                        .map(r -> RampUp.settling(spec.load(), (Successful) r.outcome()))
                        .filter(SettlingTime.Moving.class::isInstance)
                        .toList();
        return moving.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new Finding.NotRampedUp(
                                variant,
                                moving.size(),
                                results.size(),
                                RampUp.nanos(moving.getFirst()).orElseThrow() / 1e9));
    }

    /// The first of the kind that most are of.
    private static Trend commonest(List<Trend> trends) {
        return trends.stream()
                .max(Comparator.comparingLong(trend -> alike(trend, trends)))
                .orElseThrow();
    }

    private static long alike(Trend trend, List<Trend> trends) {
        return trends.stream().filter(c -> c.getClass() == trend.getClass()).count();
    }

    /// From throughput where a slow server is asked less, else from the mean response time.
    static Trend trend(LoadModel load, Completed trial) {
        Function<LoadResult.Interval, Double> speed =
                switch (load) {
                    case LoadModel.Closed _ ->
                            i -> i.responseTime().getTotalCount() / i.window().seconds();
                    case LoadModel.Open _, LoadModel.Hold _ -> i -> 1 / i.responseTime().getMean();
                };
        return Trend.of(
                whole(trial.load()).stream().mapToDouble(speed::apply).toArray(), TOLERANCE);
    }

    /// Seconds that hold answers to all users: the first answers to requests of the window come a
    /// response time after it began, the last after it has ended.
    private static List<LoadResult.Interval> whole(LoadResult load) {
        var response =
                Histograms.merged(load.intervals().stream().map(LoadResult.Interval::responseTime));
        long from = load.window().startNanos() + response.getValueAtPercentile(99);
        return load.intervals().stream()
                .filter(i -> hasAnswers(i.responseTime()))
                .filter(i -> i.window().startNanos() - from >= 0)
                .filter(i -> i.window().endNanos() - load.window().endNanos() <= 0)
                .filter(i -> i.window().seconds() >= 0.5)
                .toList();
    }

    private static boolean hasAnswers(Histogram histogram) {
        return histogram.getTotalCount() > 0;
    }

    private static List<Finding> outliers(
            ExperimentSpec spec, String variant, List<TrialResult> results) {
        var metric = spec.metric();
        var seen =
                results.stream()
                        .map(r -> TrialFigures.of(spec.load(), (Successful) r.outcome()))
                        .map(figures -> Estimates.of(metric, figures))
                        .toList();
        if (seen.size() < FEWEST_FOR_OUTLIERS || seen.stream().anyMatch(v -> v.isEmpty())) {
            return List.of();
        }
        var values = seen.stream().mapToDouble(v -> v.getAsDouble()).toArray();
        var scores = Outliers.zScores(values);
        var median = Descriptive.median(values);
        var findings = new ArrayList<Finding>();
        for (int i = 0; i < scores.length; i++) {
            double off = values[i] / median - 1;
            if (Math.abs(scores[i]) > Outliers.THRESHOLD && Math.abs(off) > spec.margin()) {
                findings.add(
                        new Finding.OutlyingTrial(
                                variant, results.get(i).trial().number(), metric.label(), off));
            }
        }
        return findings;
    }
}
