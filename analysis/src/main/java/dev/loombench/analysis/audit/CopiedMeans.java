package dev.loombench.analysis.audit;

import static java.util.Comparator.comparingDouble;

import dev.loombench.experiment.article.PublishedFigure;
import dev.loombench.experiment.article.PublishedFigures.Row;
import dev.loombench.stats.PoissonBinomial;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Percentiles from p90 on that equal the mean in more rows than chance explains.
///
/// They are equal where every response takes the same time, and where a few long responses happen
/// to raise the mean to the percentile. The latter gives both the same digits with a probability of
/// at most `step / mean`, 1 % or less with three digits, if the logarithm of `percentile / mean`
/// has a density of at most 1 around 0. [PoissonBinomial] gives the probability of as many equal
/// rows as there are.
///
/// A row is left out whose time may be constant, as its mean is the handler's time or its median,
/// or whose last digit is coarse. Rows whose means are about the same count as one: they may all be
/// the same constant.
final class CopiedMeans {
    private static final double LOWEST_PERCENT = 90;

    /// Largest share of the mean that its last digit may be.
    private static final double RESOLUTION = 0.02;

    /// Probability below which equal rows are no chance.
    private static final double LEVEL = 0.01;

    private CopiedMeans() {}

    static List<Objection> of(List<Row> rows) {
        return rows.stream()
                .flatMap(row -> row.percentiles().tailMap(LOWEST_PERCENT).keySet().stream())
                .distinct()
                .sorted()
                .flatMap(percent -> of(rows, percent).stream())
                .toList();
    }

    private static Optional<Objection> of(List<Row> rows, double percent) {
        var pairs = rows.stream().flatMap(row -> Pair.of(row, percent).stream()).toList();
        var equal = pairs.stream().filter(Pair::isEqual).toList();
        var groups = alike(pairs);
        int successes =
                (int) groups.stream().filter(g -> g.stream().anyMatch(Pair::isEqual)).count();
        return successes >= 2 && PoissonBinomial.atLeast(successes, chances(groups)) < LEVEL
                ? Optional.of(
                        new Objection.PercentileIsMean(
                                percent, equal.stream().map(Pair::variant).toList(), pairs.size()))
                : Optional.empty();
    }

    /// Groups of pairs whose means differ by at most the tolerance.
    private static List<List<Pair>> alike(List<Pair> pairs) {
        var groups = new ArrayList<List<Pair>>();
        double lowest = 0;
        for (var pair : pairs.stream().sorted(comparingDouble(Pair::time)).toList()) {
            if (groups.isEmpty() || pair.time() > (1 + Quantity.TOLERANCE) * lowest) {
                groups.add(new ArrayList<>());
                lowest = pair.time();
            }
            groups.getLast().add(pair);
        }
        return groups;
    }

    /// Probability of an equal pair in each group, at most.
    private static double[] chances(List<List<Pair>> groups) {
        return groups.stream()
                .mapToDouble(g -> Math.min(1, g.stream().mapToDouble(Pair::chance).sum()))
                .toArray();
    }

    /// The mean and a percentile of a variant.
    private record Pair(String variant, PublishedFigure mean, PublishedFigure percentile) {

        /// None where their being equal means nothing.
        static Optional<Pair> of(Row row, double percent) {
            return Optional.ofNullable(row.percentiles().get(percent))
                    .flatMap(percentile ->
                            row.mean()
                                    .filter(mean -> !mayBeConstant(row, mean))
                                    .map(mean -> new Pair(row.name(), mean, percentile)))
                    .filter(pair -> pair.chance() <= RESOLUTION);
        }

        private static boolean mayBeConstant(Row row, PublishedFigure mean) {
            var median = row.percentiles().get(50.0);
            return (median != null && median.value() == mean.value())
                    || row.setup()
                            .handler()
                            .filter(time -> !Quantity.of(mean).above(Quantity.of(time)))
                            .isPresent();
        }

        double time() {
            return mean.value();
        }

        boolean isEqual() {
            return mean.value() == percentile.value();
        }

        /// Probability of equal digits, at most.
        double chance() {
            return Math.max(mean.step(), percentile.step()) / mean.value();
        }
    }
}
