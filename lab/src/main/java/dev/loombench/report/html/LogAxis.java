package dev.loombench.report.html;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A logarithmic axis with round ends.
///
/// @param low value at its low end, above 0
/// @param high value at its high end, above `low`
public record LogAxis(double low, double high) implements ChartAxis {
    private static final int MAX_MARKS = 7;
    private static final double[] DIGITS = {1, 2, 5};

    /// Absorbs the rounding of powers of ten.
    private static final double ROUNDING = 1e-9;

    /// The shortest axis with round ends that contains both values.
    ///
    /// @param lowest above 0
    /// @param highest at least `lowest`
    public static LogAxis over(double lowest, double highest) {
        var round = round(lowest / 10, highest * 10);
        double low =
                round.stream()
                        .filter(r -> r <= lowest * (1 + ROUNDING))
                        .max(Double::compare)
                        .orElse(lowest);
        double high =
                round.stream()
                        .filter(r -> r >= highest * (1 - ROUNDING) && r > low)
                        .min(Double::compare)
                        .orElse(highest);
        return new LogAxis(low, high);
    }

    @Override
    public double share(double value) {
        return Math.clamp(Math.log(value / low) / Math.log(high / low), 0.0, 1.0);
    }

    /// The value at a position, 0..1.
    double value(double share) {
        return low * Math.pow(high / low, share);
    }

    /// 1, 2 and 5 times the powers of ten, or the powers alone where those are too many.
    @Override
    public List<Double> marks() {
        var all = round(low, high);
        return all.size() <= MAX_MARKS ? all : all.stream().filter(m -> isPowerOfTen(m)).toList();
    }

    private static boolean isPowerOfTen(double value) {
        double log = Math.log10(value);
        return Math.abs(log - Math.rint(log)) < ROUNDING;
    }

    /// 1, 2 and 5 times the powers of ten within a range.
    private static List<Double> round(double from, double to) {
        var found = new ArrayList<Double>();
        for (int power = (int) Math.floor(Math.log10(from));
                Math.pow(10, power) <= to * (1 + ROUNDING);
                power++) {
            for (double digit : DIGITS) {
                double value = digit * Math.pow(10, power);
                if (value >= from * (1 - ROUNDING) && value <= to * (1 + ROUNDING)) {
                    found.add(value);
                }
            }
        }
        return found;
    }

    /// A mark as people read it: `0.05`, `20`, `5,000`.
    public static String label(double mark) {
        return mark >= 1
                ? String.format(Locale.ROOT, "%,.0f", mark)
                : new BigDecimal(mark, new MathContext(1)).stripTrailingZeros().toPlainString();
    }
}
