package harness;

/// A mean with its 95 % interval by Student's t distribution.
record MeanInterval(double low, double mean, double high) {
    /// 97.5 % quantiles of Student's t for 1 to 30 degrees of freedom.
    private static final double[] T = {
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
        2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
        2.052, 2.048, 2.045, 2.042
    };

    /// @param sample [n] at least two values
    static MeanInterval of(double... sample) {
        double sum = 0;
        for (double value : sample) {
            sum += value;
        }
        double mean = sum / sample.length;
        double squares = 0;
        for (double value : sample) {
            squares += (value - mean) * (value - mean);
        }
        int freedom = sample.length - 1;
        double error = Math.sqrt(squares / freedom / sample.length);
        double half = T[Math.min(freedom, T.length) - 1] * error;
        return new MeanInterval(mean - half, mean, mean + half);
    }

    /// The exponential function of each figure: of mean logarithms, a geometric mean.
    MeanInterval exp() {
        return new MeanInterval(Math.exp(low), Math.exp(mean), Math.exp(high));
    }
}
