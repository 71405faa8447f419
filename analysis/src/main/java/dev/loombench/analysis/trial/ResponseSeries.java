package dev.loombench.analysis.trial;

import dev.loombench.stats.VarianceInflation;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/// The response times of each second of some windows, and how far they correlate in time.
final class ResponseSeries {
    private final List<List<Second>> windows;

    /// All different response times, ascending, ns.
    private final long[] values;

    /// Of each value.
    private final double[] counts;

    private final double total;

    /// The response times of a second without the empty counts of their histogram, of which it has
    /// tens of thousands.
    private static final class Second {
        private final long[] values;
        private final double[] counts;
        private final double total;
        private final double mean;

        Second(Histogram times) {
            var recorded = LongStream.builder();
            var numbers = DoubleStream.builder();
            double sum = 0;
            for (var value : times.recordedValues()) {
                recorded.accept(value.getValueIteratedTo());
                double count = (double) value.getCountAtValueIteratedTo();
                numbers.accept(count);
                sum += count * (double) times.medianEquivalentValue(value.getValueIteratedTo());
            }
            values = recorded.build().toArray();
            counts = numbers.build().toArray();
            total = (double) times.getTotalCount();
            mean = total == 0 ? 0 : sum / total;
        }

        double meanSquared(double from) {
            return total * Math.pow(mean - from, 2);
        }
    }

    private ResponseSeries(List<List<Second>> windows, long[] values, double[] counts) {
        this.windows = windows;
        this.values = values;
        this.counts = counts;
        total = Arrays.stream(counts).sum();
    }

    /// @param windows of each, its seconds with at least one response
    static ResponseSeries of(List<List<Histogram>> windows) {
        var seconds = windows.stream().map(w -> w.stream().map(Second::new).toList()).toList();
        var counts = new TreeMap<Long, Double>();
        for (var second : seconds.stream().flatMap(List::stream).toList()) {
            for (int i = 0; i < second.values.length; i++) {
                counts.merge(second.values[i], second.counts[i], Double::sum);
            }
        }
        return new ResponseSeries(
                seconds,
                counts.keySet().stream().mapToLong(v -> v).toArray(),
                counts.values().stream().mapToDouble(c -> c).toArray());
    }

    /// The number of responses.
    double total() {
        return total;
    }

    /// The [inflation][VarianceInflation] of the mean rank; 1 where response times do not differ.
    /// Ranks have a finite variance, whatever the tail.
    double rankInflation() {
        var rank = new double[values.length];
        double below = 0;
        for (int i = 0; i < rank.length; i++) {
            rank[i] = (below + counts[i] / 2) / total - 0.5;
            below += counts[i];
        }
        return inflation(rank);
    }

    /// The inflation of the share of responses beyond a value; 1 where there are none, or all are.
    double inflationBeyond(long value) {
        var beyond = new double[values.length];
        double share = 0;
        for (int i = 0; i < beyond.length; i++) {
            beyond[i] = values[i] > value ? 1 : 0;
            share += beyond[i] * counts[i] / total;
        }
        for (int i = 0; i < beyond.length; i++) {
            beyond[i] -= share;
        }
        return inflation(beyond);
    }

    /// @param deviation of each value from the mean
    private double inflation(double[] deviation) {
        double squares = 0;
        for (int i = 0; i < deviation.length; i++) {
            squares += counts[i] * deviation[i] * deviation[i];
        }
        if (squares == 0) {
            return 1;
        }
        var batches =
                windows.stream()
                        .map(w -> w.stream().mapToDouble(s -> sum(s, deviation)).toArray())
                        .toArray(double[][]::new);
        return VarianceInflation.of(batches, squares);
    }

    private double sum(Second second, double[] deviation) {
        double sum = 0;
        for (int i = 0; i < second.values.length; i++) {
            sum += second.counts[i] * deviation[Arrays.binarySearch(values, second.values[i])];
        }
        return sum;
    }

    /// Standard deviation of the seconds' mean response times, as a share of their mean; seconds
    /// count by their responses.
    double swing() {
        double mean = mean();
        double squares = seconds().mapToDouble(s -> s.meanSquared(mean)).sum();
        return Math.sqrt(squares / total) / mean;
    }

    /// The mean response time, ns.
    double mean() {
        return seconds().mapToDouble(s -> s.total * s.mean).sum() / total;
    }

    private Stream<Second> seconds() {
        return windows.stream().flatMap(List::stream);
    }
}
