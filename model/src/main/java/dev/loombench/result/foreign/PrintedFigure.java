package dev.loombench.result.foreign;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// A number as a tool prints it, with the rounding that its digits show.
///
/// @param value in the unit of its metric
/// @param rounding half of its last digit, in the same unit
record PrintedFigure(double value, double rounding) {
    private static final Pattern TIME = Pattern.compile("(\\d+(?:\\.\\d+)?)(ns|us|ms|s|m|h)");

    private static final Map<String, Double> NANOS =
            Map.of("ns", 1.0, "us", 1e3, "ms", 1e6, "s", 1e9, "m", 60e9, "h", 3_600e9);

    /// A time with its unit, as in `635.91us`; empty where the text is none.
    static Optional<PrintedFigure> time(String text) {
        var matcher = TIME.matcher(text);
        return matcher.matches()
                ? Optional.of(of(matcher.group(1), NANOS.getOrDefault(matcher.group(2), 1.0)))
                : Optional.empty();
    }

    /// A decimal number.
    ///
    /// @param unit size of its unit in that of the metric
    static PrintedFigure of(String digits, double unit) {
        var number = new BigDecimal(digits);
        return new PrintedFigure(
                number.doubleValue() * unit, number.ulp().doubleValue() / 2 * unit);
    }

    ForeignFigure of(String benchmark, ForeignMetric metric, boolean decides) {
        return new ForeignFigure(benchmark, metric, decides, List.of(value), rounding);
    }
}
