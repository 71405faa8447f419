package dev.loombench.stats;

/// An estimate with its confidence limits, in the unit of the sample.
///
/// @param low lower confidence limit
/// @param point the estimate
/// @param high upper confidence limit
public record Interval(double low, double point, double high) {
    public Interval {
        if (!(low <= high) || Double.isNaN(point)) {
            throw new IllegalArgumentException(
                    "no interval: low %s, point %s, high %s".formatted(low, point, high));
        }
    }

    /// Limits further than this factor from the estimate say nothing about its size.
    private static final double WIDEST_FACTOR = 10;

    /// Whether the interval bounds the size of a quantity that cannot be negative: both ends lie
    /// within a factor of 10 of the estimate.
    public boolean informative() {
        return low >= point / WIDEST_FACTOR && high <= point * WIDEST_FACTOR;
    }

    /// The same interval for a quantity that cannot be negative.
    public Interval notBelowZero() {
        return new Interval(Math.max(0, low), point, Math.max(0, high));
    }

    /// The smallest interval that contains this one and both values.
    public Interval widenedTo(double lower, double upper) {
        return new Interval(Math.min(low, lower), point, Math.max(high, upper));
    }

    /// Whether `value` lies within the limits, both included.
    public boolean contains(double value) {
        return low <= value && value <= high;
    }
}
