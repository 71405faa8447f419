package dev.loombench.stats;

/// Size, mean and variance of a sample, which can be pooled with those of others.
///
/// @param count values, at least 1
/// @param mean any unit
/// @param variance unbiased, the unit squared; 0 for a single value
public record Moments(long count, double mean, double variance) {
    public Moments {
        if (count < 1 || !(variance >= 0)) {
            throw new IllegalArgumentException(
                    "no sample: %d values of variance %s".formatted(count, variance));
        }
    }

    /// The moments of both samples together: with `d` the difference of the means, `mean = (n * a +
    /// m * b) / (n + m)` and `(n + m - 1) * s² = (n - 1) * sa² + (m - 1) * sb² + d² * n * m / (n +
    /// m)`.
    ///
    /// Source: Chan, Golub and LeVeque, *Updating Formulae and a Pairwise Algorithm for Computing
    /// Sample Variances* (1979).
    public Moments plus(Moments other) {
        double n = count;
        double m = other.count;
        double difference = other.mean - mean;
        return new Moments(
                count + other.count,
                mean + difference * m / (n + m),
                ((n - 1) * variance
                                + (m - 1) * other.variance
                                + difference * difference * n * m / (n + m))
                        / (n + m - 1));
    }
}
