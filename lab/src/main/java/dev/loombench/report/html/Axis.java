package dev.loombench.report.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A straight scale for figures drawn as SVG, in per cent of its width.
///
/// @param low value at 0 %
/// @param high value at 100 %, above `low`
/// @param step between marks
record Axis(double low, double high, double step) {
    private static final int MARKS = 5;

    /// Room for every value, its ends at round figures. It starts at 0 unless that would press the
    /// values into the last half.
    ///
    /// @param values finite, 0 or more
    static Axis over(List<Double> values) {
        double least = values.stream().mapToDouble(v -> v).min().orElse(0);
        double most = values.stream().mapToDouble(v -> v).max().orElse(1);
        double from = least > most / 2 ? least - (most - least) * 0.1 : 0;
        double room = most - from;
        double span = room > 0 ? room : Math.max(Math.abs(most), 1) * 0.1;
        double step = round(span / MARKS);
        double low = Math.floor(from / step) * step;
        double high = Math.ceil((from + span) / step) * step;
        return new Axis(low, high, step);
    }

    /// 1, 2 or 5 times a power of ten, not below `step`.
    private static double round(double step) {
        double decade = Math.pow(10, Math.floor(Math.log10(step)));
        for (double digit : new double[] {1, 2, 5}) {
            if (digit * decade >= step * (1 - 1e-9)) {
                return digit * decade;
            }
        }
        return 10 * decade;
    }

    /// Where a value lies, as SVG takes it: `37.50%`.
    String at(double value) {
        double share = Math.clamp((value - low) / (high - low), 0.0, 1.0);
        return percent(share);
    }

    /// A share as SVG takes it.
    static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f%%", 100 * share);
    }

    /// The round figures of the scale, from low to high.
    List<Double> marks() {
        var marks = new ArrayList<Double>();
        long count = Math.round((high - low) / step);
        for (long i = 0; i <= count; i++) {
            marks.add(low + i * step);
        }
        return marks;
    }
}
