package dev.loombench.stats;

/// An estimate and the range its true value plausibly lies in; the unit is the sample's.
///
/// @param low lower confidence limit
/// @param point the estimate itself
/// @param high upper confidence limit
public record Interval(double low, double point, double high) {
    public Interval {
        if (!(low <= high) || Double.isNaN(point)) {
            throw new IllegalArgumentException(
                    "no interval: low %s, point %s, high %s".formatted(low, point, high));
        }
    }

    /// Whether `value` is among the plausible ones, both limits included.
    public boolean contains(double value) {
        return low <= value && value <= high;
    }
}
