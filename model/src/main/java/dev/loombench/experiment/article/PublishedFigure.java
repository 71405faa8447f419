package dev.loombench.experiment.article;

import dev.loombench.text.WrongInput;

/// A figure as published: its value, and the unit of its last digit.
///
/// The true value may differ by the digits that were not published: `2.8s` is a time of 2.75 to
/// 2.85 s where it was rounded, and of 2.8 to 2.9 s where its last digits were cut off. `0ms` is a
/// time below 1 ms.
///
/// @param value seconds, or requests per second; 0 or more
/// @param step of the last digit, in the unit of the value; 0 of an exact figure
public record PublishedFigure(double value, double step) {
    public static final PublishedFigure ZERO = new PublishedFigure(0, 0);

    public PublishedFigure {
        if (!(value >= 0 && step >= 0)) {
            throw new WrongInput("a figure must be 0 or more, was " + value);
        }
    }

    /// What may have become of the digits that were not published.
    public enum Rounding {
        NEAREST,
        DOWN
    }

    /// The least value that is published as this figure.
    public double low(Rounding rounding) {
        return switch (rounding) {
            case NEAREST -> Math.max(0, value - step / 2);
            case DOWN -> value;
        };
    }

    /// The least value above all that are published as this figure.
    public double high(Rounding rounding) {
        return switch (rounding) {
            case NEAREST -> value + step / 2;
            case DOWN -> value + step;
        };
    }
}
