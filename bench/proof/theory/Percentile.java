import java.util.function.DoubleUnaryOperator;

/// The percentile of a distribution that is known by its tail.
final class Percentile {
    private static final int STEPS = 60;

    private Percentile() {}

    /// By bisection.
    ///
    /// @param tail time -> share of the responses that take longer, falling
    /// @param share as in 0.99
    static double of(DoubleUnaryOperator tail, double share) {
        double high = 1;
        while (tail.applyAsDouble(high) > 1 - share) {
            high *= 2;
        }
        double low = 0;
        for (int i = 0; i < STEPS; i++) {
            double middle = (low + high) / 2;
            if (tail.applyAsDouble(middle) > 1 - share) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return (low + high) / 2;
    }
}
