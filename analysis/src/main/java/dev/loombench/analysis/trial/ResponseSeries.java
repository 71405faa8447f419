package dev.loombench.analysis.trial;

import dev.loombench.stats.VarianceInflation;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/// The response times of each second of some windows, and how far they correlate in time.
final class ResponseSeries {
    private final List<List<Histogram>> windows;

    /// All different response times, ascending, ns.
    private final long[] values;

    /// Of each value.
    private final double[] counts;

    private final double total;

    private ResponseSeries(List<List<Histogram>> windows, long[] values, double[] counts) {
        this.windows = windows;
        this.values = values;
        this.counts = counts;
        total = Arrays.stream(counts).sum();
    }

    /// @param windows of each, its seconds with at least one response
    static ResponseSeries of(List<List<Histogram>> windows) {
        var counts = new TreeMap<Long, Long>();
        for (var second : windows.stream().flatMap(List::stream).toList()) {
            for (var value : second.recordedValues()) {
                counts.merge(
                        value.getValueIteratedTo(), value.getCountAtValueIteratedTo(), Long::sum);
            }
        }
        return new ResponseSeries(
                windows,
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

    private double sum(Histogram second, double[] deviation) {
        double sum = 0;
        for (var value : second.recordedValues()) {
            int i = Arrays.binarySearch(values, value.getValueIteratedTo());
            sum += value.getCountAtValueIteratedTo() * deviation[i];
        }
        return sum;
    }

    /// Standard deviation of the seconds' mean response times, as a share of their mean; seconds
    /// count by their responses.
    double swing() {
        double mean = mean();
        double squares =
                seconds()
                        .mapToDouble(h -> h.getTotalCount() * Math.pow(h.getMean() - mean, 2))
                        .sum();
        return Math.sqrt(squares / total) / mean;
    }

    /// The mean response time, ns.
    double mean() {
        return seconds().mapToDouble(h -> h.getTotalCount() * h.getMean()).sum() / total;
    }

    private Stream<Histogram> seconds() {
        return windows.stream().flatMap(List::stream);
    }
}
