package dev.loombench.analysis.audit;

import dev.loombench.experiment.article.PublishedFigure;
import dev.loombench.experiment.article.PublishedFigure.Rounding;
import java.util.Arrays;
import java.util.function.ToDoubleFunction;

/// A quantity that follows from published figures.
///
/// @param value with the figures as published
/// @param low the least value with any figures that are published so
/// @param high the least value above those with any figures that are published so
record Quantity(double value, ToDoubleFunction<Rounding> low, ToDoubleFunction<Rounding> high) {
    /// Largest difference that measuring explains: users that start and end, percentiles between
    /// two responses.
    static final double TOLERANCE = 0.05;

    /// Larger than the error of the arithmetic, and smaller than any digit that is published.
    private static final double ARITHMETIC = 1e-9;

    static Quantity exact(double value) {
        return new Quantity(value, _ -> value, _ -> value);
    }

    static Quantity of(PublishedFigure figure) {
        return new Quantity(figure.value(), figure::low, figure::high);
    }

    /// Whether this is above `other` by more than the tolerance.
    boolean above(Quantity other) {
        return above(other, TOLERANCE);
    }

    /// Whether this is above `other` by more than a share of it, and above it whether the figures
    /// were rounded or cut off.
    boolean above(Quantity other, double share) {
        return value > (1 + share) * other.value
                && Arrays.stream(Rounding.values())
                        .allMatch(rounding ->
                                low.applyAsDouble(rounding)
                                        >= (1 - ARITHMETIC) * other.high.applyAsDouble(rounding));
    }
}
