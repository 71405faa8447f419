import java.util.function.DoubleUnaryOperator;

/// A number of events among independent runs, with the exact interval of Clopper and Pearson (*The
/// Use of Confidence or Fiducial Limits Illustrated in the Case of the Binomial*, 1934).
record Proportion(int events, int runs) {
    private static final int STEPS = 60;

    Proportion {
        if (events < 0 || runs < 1 || events > runs) {
            throw new IllegalArgumentException(events + " of " + runs);
        }
    }

    /// The lower end of the interval of 95 %.
    double low() {
        return events == 0 ? 0 : root(p -> 1 - atMost(events - 1, p), 0.025);
    }

    /// The upper end of the interval of 95 %.
    double high() {
        return events == runs ? 1 : root(p -> 1 - atMost(events, p), 1 - 0.025);
    }

    /// The one-sided bound: with 95 % the true share is below it.
    double upperBound() {
        return events == runs ? 1 : root(p -> 1 - atMost(events, p), 1 - 0.05);
    }

    /// The probability of `n` events or fewer at a true share p.
    private double atMost(int n, double p) {
        double sum = 0;
        double logChoose = 0;
        for (int k = 0; k <= n; k++) {
            sum += Math.exp(logChoose + k * Math.log(p) + (runs - k) * Math.log1p(-p));
            logChoose += Math.log((double) (runs - k) / (k + 1));
        }
        return sum;
    }

    /// Where a rising function of the share has a value, by bisection.
    private static double root(DoubleUnaryOperator rising, double value) {
        double low = 0;
        double high = 1;
        for (int i = 0; i < STEPS; i++) {
            double middle = (low + high) / 2;
            if (rising.applyAsDouble(middle) < value) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return (low + high) / 2;
    }

    @Override
    public String toString() {
        return "%d of %d, %.1f %% [%.1f, %.1f]"
                .formatted(events, runs, 100.0 * events / runs, 100 * low(), 100 * high());
    }
}
