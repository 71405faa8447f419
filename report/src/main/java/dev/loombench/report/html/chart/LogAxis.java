package dev.loombench.report.html.chart;

import dev.loombench.text.Figures;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// A logarithmic axis with round ends.
///
/// @param low value at its low end, above 0
/// @param high value at its high end, above `low`
public record LogAxis(double low, double high) implements ChartAxis {
    private static final int MAX_MARKS = 7;
    private static final double[] DIGITS = {1, 2, 5};

    /// Width of a plot on a page of 320 pixels.
    private static final double NARROWEST_PLOT = 150;

    private static final double PIXELS_PER_CHARACTER = 7;
    private static final double SPACE = 8;

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
    public double value(double share) {
        return low * Math.pow(high / low, share);
    }

    /// 1, 2 and 5 times the powers of ten, or the powers alone where those are too many.
    @Override
    public List<Double> marks() {
        var all = round(low, high);
        return all.size() <= MAX_MARKS ? all : all.stream().filter(m -> isPowerOfTen(m)).toList();
    }

    /// Marks whose labels do not touch in the narrowest plot: the finest of 1, 2 and 5, of 1 and 3,
    /// and of 1 times the powers of ten that fits, and where that has fewer than two marks, round
    /// values at equal distances. Those that still touch their right neighbour are left out.
    public List<Double> legibleMarks() {
        var candidates =
                Stream.of(new double[] {1, 2, 5}, new double[] {1, 3}, new double[] {1})
                        .map(digits -> round(digits, low, high))
                        .filter(this::fits)
                        .findFirst()
                        .orElseGet(() -> round(new double[] {1}, low, high));
        return apart(candidates.size() < 2 ? linear() : candidates);
    }

    private boolean fits(List<Double> marks) {
        return apart(marks).size() == marks.size();
    }

    private List<Double> apart(List<Double> marks) {
        var kept = new ArrayList<Double>();
        for (double mark : marks.reversed()) {
            if (kept.isEmpty()
                    || room(mark, kept.getFirst()) <= share(kept.getFirst()) - share(mark)) {
                kept.addFirst(mark);
            }
        }
        return kept;
    }

    /// The distance that the labels of two marks need between their centers, as a share of the
    /// narrowest plot.
    private static double room(double a, double b) {
        double pixels =
                PIXELS_PER_CHARACTER * (label(a).length() + label(b).length()) / 2.0 + SPACE;
        return pixels / NARROWEST_PLOT;
    }

    private List<Double> linear() {
        double step = Math.pow(10, Math.floor(Math.log10(high - low)));
        var marks = new ArrayList<Double>();
        for (long i = (long) Math.ceil(low / step); i * step <= high; i++) {
            marks.add(i * step);
        }
        return marks;
    }

    private static boolean isPowerOfTen(double value) {
        double log = Math.log10(value);
        return Math.abs(log - Math.rint(log)) < ROUNDING;
    }

    /// 1, 2 and 5 times the powers of ten within a range.
    private static List<Double> round(double from, double to) {
        return round(DIGITS, from, to);
    }

    private static List<Double> round(double[] digits, double from, double to) {
        var found = new ArrayList<Double>();
        for (int power = (int) Math.floor(Math.log10(from));
                Math.pow(10, power) <= to * (1 + ROUNDING);
                power++) {
            for (double digit : digits) {
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
                ? Figures.whole(mark)
                : new BigDecimal(mark, new MathContext(1)).stripTrailingZeros().toPlainString();
    }
}
