package dev.loombench.report.html.chart;

import dev.loombench.stats.Interval;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/// A logarithmic axis of ratios for SVG, cropped to its data. It always contains 1.
///
/// @param low natural logarithm of the ratio at its left end
/// @param high at its right end, above `low`
public record RatioAxis(double low, double high) {
    /// Minimum length, so that noise does not appear large.
    private static final double MIN_LENGTH = 2 * Math.log(1.25);

    /// Free space at either end, as a share of the data's range.
    private static final double PADDING = 0.05;

    private static final int MAX_MARKS = 6;
    private static final MathContext LABEL_DIGITS = new MathContext(3);

    /// Powers of these are marks of long axes.
    private static final List<Double> BASES = List.of(2.0, 4.0, 10.0, 100.0, 1e4);

    /// Multiples of these from 1 are marks of short axes.
    private static final List<Double> STEPS = List.of(0.02, 0.05, 0.1, 0.2, 0.5);

    private static final double LONGEST_WITH_STEPS = Math.log(3);

    /// @param margin that must fit, as in 0.05
    public static RatioAxis over(Collection<Interval> ratios, double margin) {
        var ends =
                ratios.stream()
                        .flatMapToDouble(r -> DoubleStream.of(r.low(), r.point(), r.high()))
                        .map(Math::log)
                        .filter(Double::isFinite)
                        .toArray();
        double reach = Math.log1p(margin);
        double low = Math.min(-reach, DoubleStream.of(ends).min().orElse(0));
        double high = Math.max(reach, DoubleStream.of(ends).max().orElse(0));
        double missing = Math.max(0, MIN_LENGTH - (high - low)) / 2;
        double padding = missing + PADDING * (high - low);
        return new RatioAxis(low - padding, high + padding);
    }

    /// The position of the logarithm of a ratio in SVG.
    public String at(double log) {
        return Axis.percent(Math.clamp((log - low) / (high - low), 0.0, 1.0));
    }

    /// The length of a range of logarithms in SVG.
    public String length(double logs) {
        return Axis.percent(logs / (high - low));
    }

    /// Round ratios, 1 among them: as many as fit.
    public List<Mark> marks() {
        return candidates()
                .filter(marks -> marks.size() <= MAX_MARKS)
                .max(Comparator.comparingInt(List::size))
                .orElse(List.of(1.0))
                .stream()
                .map(r -> new Mark(at(Math.log(r)), label(r)))
                .toList();
    }

    private static String label(double ratio) {
        return new BigDecimal(ratio, LABEL_DIGITS).stripTrailingZeros().toPlainString() + "×";
    }

    private Stream<List<Double>> candidates() {
        var powers = BASES.stream().map(this::powers);
        return high - low > LONGEST_WITH_STEPS
                ? powers
                : Stream.concat(STEPS.stream().map(this::multiples), powers);
    }

    private List<Double> powers(double base) {
        var marks = new ArrayList<Double>();
        for (int k = (int) Math.ceil(low / Math.log(base));
                k <= Math.floor(high / Math.log(base));
                k++) {
            marks.add(Math.pow(base, k));
        }
        return marks;
    }

    private List<Double> multiples(double step) {
        var marks = new ArrayList<Double>();
        for (int k = (int) Math.ceil((Math.exp(low) - 1) / step);
                k <= Math.floor((Math.exp(high) - 1) / step);
                k++) {
            marks.add(1 + k * step);
        }
        return marks;
    }
}
