package dev.loombench.report.text;

import java.util.List;

/// Bars and sparklines of block characters.
public final class BarChars {
    private static final String EIGHTHS = " ▏▎▍▌▋▊▉█";
    private static final String HEIGHTS = "▁▂▃▄▅▆▇█";

    private BarChars() {}

    /// A bar with a resolution of an eighth of a column, padded with spaces to its full width.
    ///
    /// @param share of the width, 0..1; empty when it is not finite
    public static String bar(double share, int width) {
        int eighths = Double.isFinite(share) ? (int) Math.round(share * width * 8) : 0;
        var full = "█".repeat(eighths / 8);
        var rest = eighths % 8 == 0 ? "" : EIGHTHS.substring(eighths % 8, eighths % 8 + 1);
        return full + rest + " ".repeat(width - full.length() - rest.length());
    }

    /// A column per value, with the height of its share of the largest.
    ///
    /// @param values [n] 0 or more, any unit; NaN leaves a gap
    public static String sparkline(List<Double> values) {
        double highest =
                values.stream().mapToDouble(v -> v).filter(Double::isFinite).max().orElse(0);
        var line = new StringBuilder();
        for (double value : values) {
            line.append(Double.isFinite(value) ? height(highest > 0 ? value / highest : 0) : ' ');
        }
        return line.toString();
    }

    private static char height(double share) {
        return HEIGHTS.charAt((int) Math.round(share * (HEIGHTS.length() - 1)));
    }
}
