package dev.loombench.analysis.comparison;

import dev.loombench.analysis.trial.Latency;
import dev.loombench.analysis.trial.LongestResponse;
import dev.loombench.analysis.trial.PercentileRange;
import dev.loombench.analysis.trial.TrialFigures;
import dev.loombench.analysis.trial.WithinNoise;
import dev.loombench.experiment.Metric;
import dev.loombench.stats.BlocksNeeded;
import dev.loombench.stats.BlocksNeeded.Range;
import dev.loombench.stats.Descriptive;
import dev.loombench.stats.Interval;
import dev.loombench.stats.PairedRatio;
import dev.loombench.stats.StudentT;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiFunction;

/// Intervals of a metric over the trials of one variant, or of the ratio of two.
///
/// A ratio is estimated [within blocks][PairedRatio]: what a block does to all variants alike
/// cancels. Percentiles are not averaged: a trial's percentile is that of its merged histogram, and
/// a variant's that of all its trials' merged histograms.
///
/// A percentile of a closed load lies between that of the requests sent, which omits what a server
/// that stood still kept its users from sending, and that of an arriving request, which counts
/// requests of high cost as if the server had stood still. Its intervals contain those of both, so
/// a verdict holds for both.
///
/// No metric can be negative, so no interval reaches below 0. None is narrower than the rounding of
/// its metric: n trials that are each rounded to a unit leave `unit / 2 / sqrt(n)` open to either
/// side (1.7 standard deviations of that rounding, `unit / sqrt(12 n)` each). Trials that agree by
/// chance would otherwise have an interval without width. Intervals of throughput contain those by
/// Little's law where the ends of all windows have the same effect (`EdgeEffects`), and those with
/// long responses which so few windows may lack (`LongestResponse`).
///
/// @param level of each interval, as in 0.95
public record Estimates(double level) {
    /// Trials, or blocks, that an interval needs.
    public static final int MIN_TRIALS = 2;

    /// `variant / first`; empty with fewer than two blocks that have both.
    public Optional<Interval> ratio(
            Metric metric, List<TrialFigures> variant, List<TrialFigures> first) {
        return spanning(metric, variant, first, (v, f) -> pairedRatio(metric, v, f));
    }

    /// The ratio of the judged figures alone.
    Optional<Interval> pairedRatio(
            Metric metric, List<TrialFigures> variant, List<TrialFigures> first) {
        var pairs = pairs(metric, variant, first);
        return PairedRatio.of(
                        pairs.stream().mapToDouble(Pair::variant).toArray(),
                        pairs.stream().mapToDouble(Pair::first).toArray(),
                        level)
                .map(r -> rounded(r, rounding(metric, variant), rounding(metric, first)))
                .map(r -> withWindows(r, metric, variant, first))
                .map(r -> withinBounds(r, metric, variant, first));
    }

    /// Contains what the windows of throughputs leave open, however alike the trials are: the
    /// interval without the effect of their ends, which varies no more than the one with it, and
    /// that with responses which they lack.
    ///
    /// @param first empty for the interval of one throughput
    static Interval withWindows(
            Interval interval,
            Metric metric,
            List<TrialFigures> variant,
            List<TrialFigures> first) {
        if (metric != Metric.THROUGHPUT) {
            return interval;
        }
        double without = Math.exp(ends(metric, variant, first));
        var ends = interval.widenedTo(interval.low() * without, interval.high() * without);
        return ends.widenedTo(
                ends.low() * Math.exp(-LongestResponse.missing(variant)),
                ends.high() * Math.exp(LongestResponse.missing(first)));
    }

    /// The common effect of the windows' ends on the logarithm of a ratio of throughputs.
    ///
    /// @param first empty for that of one throughput
    private static double ends(
            Metric metric, List<TrialFigures> variant, List<TrialFigures> first) {
        return metric == Metric.THROUGHPUT
                ? WithinNoise.commonEnds(variant) - WithinNoise.commonEnds(first)
                : 0;
    }

    /// Contains the bounds of a ratio of percentiles by the numbers of their responses. Between two
    /// peaks of a distribution, the percentiles of trials are in one or in the other, and the mean
    /// of their logarithms is where no response is. So few responses that a percentile has no upper
    /// bound leave an end of the ratio open, however alike the trials are.
    Interval withinBounds(
            Interval ratio, Metric metric, List<TrialFigures> variant, List<TrialFigures> first) {
        return metric.isPercentile()
                ? PercentileRange.ofRatio(variant, first, metric, level)
                        .map(bounds -> ratio.widenedTo(bounds.low(), bounds.high()))
                        .orElse(ratio)
                : ratio;
    }

    /// `second / first` of trials in no common blocks; empty with fewer than two trials of either.
    Optional<Interval> independentRatio(
            Metric metric, List<TrialFigures> second, List<TrialFigures> first) {
        return spanning(metric, second, first, (s, f) -> unpairedRatio(metric, s, f));
    }

    private Optional<Interval> unpairedRatio(
            Metric metric, List<TrialFigures> second, List<TrialFigures> first) {
        return StudentT.ratio(values(metric, second), values(metric, first), level)
                .map(r -> rounded(r, rounding(metric, second), rounding(metric, first)))
                .map(r -> withWindows(r, metric, second, first))
                .map(r -> withinBounds(r, metric, second, first));
    }

    /// An interval of the metric; of an upper bound, widened to contain that of the lower bound.
    static Optional<Interval> spanning(
            Metric metric,
            List<TrialFigures> variant,
            List<TrialFigures> first,
            BiFunction<List<TrialFigures>, List<TrialFigures>, Optional<Interval>> estimate) {
        var judged = estimate.apply(variant, first);
        if (!isBound(metric, variant) && !isBound(metric, first)) {
            return judged;
        }
        var sent = estimate.apply(asSent(variant), asSent(first));
        return judged.map(j -> sent.map(s -> j.widenedTo(s.low(), s.high())).orElse(j));
    }

    /// Whether the metric of the trials is an upper bound: a percentile of an arriving request.
    private static boolean isBound(Metric metric, List<TrialFigures> trials) {
        return metric.isPercentile()
                && trials.stream().anyMatch(t -> t.latency().isBound(metric.percent()));
    }

    /// The trials by the requests that were sent alone.
    static List<TrialFigures> asSent(List<TrialFigures> trials) {
        return trials.stream().map(TrialFigures::asSent).toList();
    }

    /// @param above share that rounding leaves open of the numerator, `below` of the denominator
    static Interval rounded(Interval ratio, double above, double below) {
        return ratio.widenedTo(
                ratio.point() * (1 - above) / (1 + below),
                ratio.point() * (1 + above) / (1 - below));
    }

    /// The values of two variants in one block.
    private record Pair(double variant, double first) {
        double logRatio() {
            return Math.log(variant / first);
        }
    }

    /// The blocks that have the metric of both variants.
    private static List<Pair> pairs(
            Metric metric, List<TrialFigures> variant, List<TrialFigures> first) {
        var firstByBlock = new HashMap<Integer, Double>();
        first.forEach(f -> f.value(metric).ifPresent(v -> firstByBlock.put(f.block(), v)));
        var pairs = new ArrayList<Pair>();
        for (var figures : variant) {
            var other = firstByBlock.get(figures.block());
            if (other != null) {
                figures.value(metric).ifPresent(v -> pairs.add(new Pair(v, other)));
            }
        }
        return pairs;
    }

    /// The number of blocks that have the metric of both variants.
    static int blocks(Metric metric, List<TrialFigures> variant, List<TrialFigures> first) {
        return pairs(metric, variant, first).size();
    }

    /// `ln(variant / first)` of each block in which the metric of both is above 0.
    public static double[] logRatios(
            Metric metric, List<TrialFigures> variant, List<TrialFigures> first) {
        return pairs(metric, variant, first).stream()
                .mapToDouble(Pair::logRatio)
                .filter(Double::isFinite)
                .toArray();
    }

    /// How many blocks it takes to tell whether a ratio is within a range.
    ///
    /// @param range of logarithms of the ratio
    BlocksNeeded blocksForRatio(
            Metric metric, List<TrialFigures> variant, List<TrialFigures> first, Range range) {
        return needed(
                        metric,
                        variant,
                        first,
                        range,
                        (v, f) ->
                                LogSample.of(
                                        logRatios(metric, v, f),
                                        roundingOfOne(metric, v) + roundingOfOne(metric, f),
                                        metric.isPercentile()
                                                ? PercentileRange.ofRatio(v, f, metric, level)
                                                : Optional.empty()))
                .orMore(untilBounded(metric, variant, first, range));
    }

    /// The trials until a percentile has the bound by its responses that the verdict needs: below
    /// the range the upper one of the variant, above it that of the first, within it both.
    ///
    /// @param first empty where one variant is compared with a figure
    private double untilBounded(
            Metric metric, List<TrialFigures> variant, List<TrialFigures> first, Range range) {
        if (!metric.isPercentile()) {
            return 0;
        }
        double point =
                first.isEmpty()
                        ? Descriptive.mean(logs(values(metric, variant)))
                        : Descriptive.mean(logRatios(metric, variant, first));
        double ofVariant =
                point > range.high()
                        ? 0
                        : PercentileRange.trialsUntilBounded(variant, metric, level);
        double ofFirst =
                point < range.low() || first.isEmpty()
                        ? 0
                        : PercentileRange.trialsUntilBounded(first, metric, level);
        return Math.max(ofVariant, ofFirst);
    }

    /// The forecast of an interval that is [spanning][#spanning]; where an end of the range lies
    /// between the bounds, no number of blocks is enough.
    private BlocksNeeded needed(
            Metric metric,
            List<TrialFigures> variant,
            List<TrialFigures> first,
            Range range,
            BiFunction<List<TrialFigures>, List<TrialFigures>, LogSample> sample) {
        var judged = sample.apply(variant, first);
        double ends = ends(metric, variant, first);
        if (judged.isSeparated(ends, range)) {
            return BlocksNeeded.BEYOND_LIMIT;
        }
        if (!isBound(metric, variant) && !isBound(metric, first)) {
            return judged.needed(range, level);
        }
        var sent = sample.apply(asSent(variant), asSent(first));
        return range.separates(judged.mean(), sent.mean())
                ? BlocksNeeded.BEYOND_LIMIT
                : judged.needed(range, level).and(sent.needed(range, level));
    }

    /// The number of trials that have the metric.
    static int trials(Metric metric, List<TrialFigures> variant) {
        return values(metric, variant).length;
    }

    /// How many trials it takes to tell whether the metric of a variant is within a range.
    ///
    /// @param range of logarithms of the metric
    BlocksNeeded trialsForInterval(Metric metric, List<TrialFigures> variant, Range range) {
        return needed(
                        metric,
                        variant,
                        List.of(),
                        range,
                        (v, _) ->
                                LogSample.of(
                                        logs(values(metric, v)),
                                        roundingOfOne(metric, v),
                                        metric.isPercentile()
                                                ? Optional.of(PercentileRange.of(v, metric, level))
                                                : Optional.empty()))
                .orMore(untilBounded(metric, variant, List.of(), range));
    }

    /// The metric of one variant, in its own unit; empty below two trials.
    ///
    /// A percentile's interval is that of the trials' percentiles, on a logarithmic scale, widened
    /// to contain the percentile of all trials merged, with the same width on both sides of it, and
    /// its [bounds][PercentileBounds] by the number of responses that count as independent: the
    /// percentiles of few responses are biased alike in all trials. It has no upper end where so
    /// few responses have none.
    public Optional<Interval> interval(Metric metric, List<TrialFigures> variant) {
        return spanning(metric, variant, List.of(), (v, _) -> intervalOf(metric, v));
    }

    /// The interval of the judged figures alone.
    Optional<Interval> intervalOf(Metric metric, List<TrialFigures> variant) {
        var values = values(metric, variant);
        var interval =
                metric.isPercentile()
                        ? geometric(values)
                                .map(i -> around(i, pointEstimate(metric, variant)))
                                .map(i -> withinBounds(i, metric, variant))
                        : StudentT.interval(values, level);
        return interval.map(i -> rounded(i, rounding(metric, variant)))
                .map(i -> withWindows(i, metric, variant, List.of()));
    }

    /// Of the values above 0: others have none.
    static double[] logs(double[] values) {
        return Arrays.stream(values).filter(v -> v > 0).map(Math::log).toArray();
    }

    private Optional<Interval> geometric(double[] values) {
        var ones = new double[values.length];
        Arrays.fill(ones, 1);
        return PairedRatio.of(values, ones, level);
    }

    private static Interval around(Interval interval, OptionalDouble point) {
        double p = point.orElse(interval.point());
        double half = Math.sqrt(interval.high() / interval.low());
        return new Interval(
                Math.min(interval.low(), p / half), p, Math.max(interval.high(), p * half));
    }

    /// Contains the bounds of a percentile by the number of its responses.
    Interval withinBounds(Interval interval, Metric metric, List<TrialFigures> variant) {
        var range = PercentileRange.of(variant, metric, level);
        return interval.widenedTo(range.low(), range.high());
    }

    /// The interval of the mean of values that cannot be negative; empty below two values.
    ///
    /// @param rounding of a single value, as a share of it; 0 where that is negligible
    public Optional<Interval> mean(double[] values, double rounding) {
        return StudentT.interval(values, level)
                .map(i -> rounded(i, rounding / Math.sqrt(values.length)));
    }

    /// @param share that rounding leaves open to either side, below 1
    static Interval rounded(Interval interval, double share) {
        return interval.widenedTo(interval.point() * (1 - share), interval.point() * (1 + share))
                .notBelowZero();
    }

    /// The uncertainty by rounding to either side of a metric of several trials, as a share of it.
    static double rounding(Metric metric, List<TrialFigures> trials) {
        return roundingOfOne(metric, trials) / Math.sqrt(values(metric, trials).length);
    }

    /// The largest uncertainty by rounding of one of several trials, as a share.
    static double roundingOfOne(Metric metric, List<TrialFigures> trials) {
        return trials.stream().mapToDouble(t -> t.rounding(metric)).max().orElse(0);
    }

    /// The metric of one variant, without its interval; empty when no trial has it.
    static OptionalDouble pointEstimate(Metric metric, List<TrialFigures> trials) {
        return switch (metric) {
            case THROUGHPUT,
                    CPU_PER_REQUEST,
                    INSTRUCTIONS_PER_REQUEST,
                    CYCLES_PER_REQUEST,
                    PEAK_RSS,
                    THREADS,
                    ELAPSED,
                    RAMP_UP,
                    CAPACITY ->
                    Arrays.stream(values(metric, trials)).average();
            case P50, P75, P90, P95, P99, P999, P9999 ->
                    Latency.merged(trials.stream().map(TrialFigures::latency).toList())
                            .percentile(metric.percent());
        };
    }

    /// Why [#ratio] is empty: too few blocks, or one in which a variant has 0.
    static String whyNoRatio(Metric metric, List<TrialFigures> variant, List<TrialFigures> first) {
        int blocks = blocks(metric, variant, first);
        return blocks < MIN_TRIALS
                ? "an interval needs at least %d blocks with %s of both variants"
                        .formatted(MIN_TRIALS, metric.label())
                : "%s of a variant is 0 in %d of %d blocks, and a ratio needs values above 0"
                        .formatted(
                                metric.label(),
                                blocks - logRatios(metric, variant, first).length,
                                blocks);
    }

    /// What an interval of one variant requires.
    static String intervalRequirement(Metric metric) {
        return "an interval needs at least %d trials with %s".formatted(MIN_TRIALS, metric.label());
    }

    /// Of the trials that have the metric.
    static double[] values(Metric metric, List<TrialFigures> trials) {
        return trials.stream()
                .map(t -> t.value(metric))
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .toArray();
    }
}
