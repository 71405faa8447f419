package dev.loombench.report.html.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A linear axis for SVG, in per cent of its width.
///
/// @param low value at 0 %
/// @param high value at 100 %, above `low`
/// @param step between marks
public record Axis(double low, double high, double step) implements ChartAxis {
    private static final int MARKS = 5;

    /// An axis for all values with round ends. It starts at 0, unless all values would then be in
    /// its upper half.
    ///
    /// @param values finite, 0 or more
    public static Axis over(List<Double> values) {
        double lowest = values.stream().mapToDouble(v -> v).min().orElse(0);
        double highest = values.stream().mapToDouble(v -> v).max().orElse(1);
        double from = lowest > highest / 2 ? lowest - (highest - lowest) * 0.1 : 0;
        double range = highest - from;
        double span = range > 0 ? range : Math.max(Math.abs(highest), 1) * 0.1;
        double step = round(span / MARKS);
        double low = Math.floor(from / step) * step;
        double high = Math.ceil((from + span) / step) * step;
        return new Axis(low, high, step);
    }

    /// An axis from 0 to a round end.
    ///
    /// @param highest finite, above 0
    public static Axis fromZero(double highest) {
        double step = round(highest / MARKS);
        return new Axis(0, Math.ceil(highest / step) * step, step);
    }

    /// The smallest 1, 2 or 5 times a power of ten that is not below `step`.
    private static double round(double step) {
        double decade = Math.pow(10, Math.floor(Math.log10(step)));
        for (double digit : new double[] {1, 2, 5}) {
            if (digit * decade >= step * (1 - 1e-9)) {
                return digit * decade;
            }
        }
        return 10 * decade;
    }

    /// The position of a value in SVG: `37.50%`.
    public String at(double value) {
        return percent(share(value));
    }

    /// The position of a value, 0..1; a value beyond the axis is at its end.
    @Override
    public double share(double value) {
        return Math.clamp((value - low) / (high - low), 0.0, 1.0);
    }

    /// A share in SVG.
    public static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f%%", 100 * share);
    }

    /// The round values of the axis, from low to high.
    @Override
    public List<Double> marks() {
        var marks = new ArrayList<Double>();
        long count = Math.round((high - low) / step);
        for (long i = 0; i <= count; i++) {
            marks.add(low + i * step);
        }
        return marks;
    }
}
