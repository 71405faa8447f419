import java.util.ArrayList;
import java.util.List;

/// The ratios of a metric between two variants, one per block, as logarithms.
record LogRatios(List<Double> values) {
    LogRatios() {
        this(new ArrayList<>());
    }

    void add(double second, double first) {
        values.add(Math.log(second / first));
    }

    /// The geometric mean.
    double ratio() {
        return Math.exp(mean());
    }

    double mean() {
        return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }

    /// The standard deviation of the logarithms.
    double spread() {
        double mean = mean();
        double squares = values.stream().mapToDouble(v -> (v - mean) * (v - mean)).sum();
        return Math.sqrt(squares / (values.size() - 1));
    }

    double squaredStandardError() {
        return spread() * spread() / values.size();
    }
}
