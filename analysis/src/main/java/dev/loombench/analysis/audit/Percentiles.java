package dev.loombench.analysis.audit;

import dev.loombench.analysis.audit.Objection.Percentile;
import dev.loombench.experiment.article.PublishedFigure;
import dev.loombench.experiment.article.PublishedFigures.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/// The percentiles of a row that do not decrease, and the bounds that they set to its mean.
///
/// With shares `p[1] < ... < p[n]` and times `t[1] <= ... <= t[n]`, a share `p[i + 1] - p[i]` of
/// all responses takes at least `t[i]` and at most `t[i + 1]`.
///
/// @param ascending percent and time
record Percentiles(List<Map.Entry<Double, PublishedFigure>> ascending) {
    Percentiles {
        ascending = List.copyOf(ascending);
    }

    /// Those of a row without the ones that are below a lower one: each is an objection of its own.
    static Percentiles of(Row row) {
        var increasing = new ArrayList<Map.Entry<Double, PublishedFigure>>();
        for (var percentile : row.percentiles().entrySet()) {
            if (increasing.isEmpty()
                    || percentile.getValue().value() >= increasing.getLast().getValue().value()) {
                increasing.add(percentile);
            }
        }
        return new Percentiles(increasing);
    }

    /// The highest percentile alone; none where there is none.
    Percentiles last() {
        return new Percentiles(
                ascending.subList(Math.max(0, ascending.size() - 1), ascending.size()));
    }

    List<Percentile> published() {
        return ascending.stream()
                .map(p -> new Percentile(p.getKey(), p.getValue().value()))
                .toList();
    }

    /// The least mean, s.
    Quantity leastMean() {
        return new Quantity(
                lowerSum(PublishedFigure::value),
                rounding -> lowerSum(time -> time.low(rounding)),
                rounding -> lowerSum(time -> time.high(rounding)));
    }

    /// The highest mean, s; infinite without the maximum.
    Quantity highestMean() {
        return new Quantity(
                upperSum(PublishedFigure::value),
                rounding -> upperSum(time -> time.low(rounding)),
                rounding -> upperSum(time -> time.high(rounding)));
    }

    /// `Σ (p[i + 1] - p[i]) t[i]`, i = 1..n, with `p[n + 1] = 1`.
    private double lowerSum(ToDoubleFunction<PublishedFigure> time) {
        double sum = 0;
        double above = 1;
        for (var percentile : ascending.reversed()) {
            double share = percentile.getKey() / 100;
            sum += (above - share) * time.applyAsDouble(percentile.getValue());
            above = share;
        }
        return sum;
    }

    /// `Σ (p[i] - p[i - 1]) t[i]`, i = 1..n, with `p[0] = 0`, if `p[n] = 1`.
    private double upperSum(ToDoubleFunction<PublishedFigure> time) {
        double sum = 0;
        double below = 0;
        for (var percentile : ascending) {
            double share = percentile.getKey() / 100;
            sum += (share - below) * time.applyAsDouble(percentile.getValue());
            below = share;
        }
        return below == 1 ? sum : Double.POSITIVE_INFINITY;
    }
}
