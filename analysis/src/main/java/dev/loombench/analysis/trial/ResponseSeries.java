package dev.loombench.analysis.trial;

import dev.loombench.load.result.RecordedValues;
import dev.loombench.stats.VarianceInflation;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/// The response times of each second of some windows, and how far they correlate in time.
final class ResponseSeries {
    /// Of each window, its seconds.
    private final List<List<Second>> windows;

    /// All different response times, ascending, ns.
    private final long[] values;

    /// Of each value; 0 where it is left out.
    private final double[] counts;

    private final double total;

    private ResponseSeries(List<List<Second>> windows, long[] values, double[] counts) {
        this.windows = windows;
        this.values = values;
        this.counts = counts;
        total = Arrays.stream(counts).sum();
    }

    /// @param windows of each, its seconds with at least one response
    static ResponseSeries of(List<List<Histogram>> windows) {
        var recorded = windows.stream().map(w -> w.stream().map(Recorded::of).toList()).toList();
        var counts = new TreeMap<Long, Long>();
        recorded.stream().flatMap(List::stream).forEach(second -> second.addTo(counts));
        var values = counts.keySet().stream().mapToLong(v -> v).toArray();
        return new ResponseSeries(
                recorded.stream()
                        .map(w -> w.stream().map(second -> Second.of(second, values)).toList())
                        .toList(),
                values,
                counts.values().stream().mapToDouble(c -> c).toArray());
    }

    /// The responses of a second: their values, and how many took each.
    private static final class Recorded {
        private final long[] values;
        private final long[] counts;

        private Recorded(long[] values, long[] counts) {
            this.values = values;
            this.counts = counts;
        }

        static Recorded of(Histogram responses) {
            var values = LongStream.builder();
            var counts = LongStream.builder();
            RecordedValues.forEach(
                    responses,
                    (value, count) -> {
                        values.accept(value);
                        counts.accept(count);
                    });
            return new Recorded(values.build().toArray(), counts.build().toArray());
        }

        void addTo(Map<Long, Long> all) {
            for (int i = 0; i < values.length; i++) {
                all.merge(values[i], counts[i], Long::sum);
            }
        }
    }

    /// The same by the indices of the values.
    private static final class Second {
        private final int[] index;
        private final double[] count;

        private Second(int[] index, double[] count) {
            this.index = index;
            this.count = count;
        }

        static Second of(Recorded responses, long[] values) {
            return new Second(
                    Arrays.stream(responses.values)
                            .mapToInt(value -> Arrays.binarySearch(values, value))
                            .toArray(),
                    Arrays.stream(responses.counts).asDoubleStream().toArray());
        }

        /// @param weight of each value
        double sum(double[] weight) {
            double sum = 0;
            for (int i = 0; i < index.length; i++) {
                sum += count[i] * weight[index[i]];
            }
            return sum;
        }
    }

    /// The responses that took longest, in the same seconds.
    ///
    /// @param share of all that they are at most, 0..1
    ResponseSeries slowest(double share) {
        var slow = new double[counts.length];
        double sum = 0;
        for (int i = counts.length - 1; i >= 0 && sum + counts[i] <= share * total; i--) {
            slow[i] = counts[i];
            sum += counts[i];
        }
        return new ResponseSeries(windows, values, slow);
    }

    /// The number of responses.
    double total() {
        return total;
    }

    /// The [inflation][VarianceInflation] of the mean rank; 1 where response times do not differ.
    /// Ranks have a finite variance, whatever the tail.
    double rankInflation() {
        return inflation(ranks());
    }

    /// Whether the response times of neighbouring seconds are alike, by their ranks.
    boolean isCorrelated() {
        return VarianceInflation.isCorrelated(sums(ranks()));
    }

    /// Of each value, less their mean; 0 where it is left out.
    private double[] ranks() {
        var rank = new double[values.length];
        double below = 0;
        for (int i = 0; i < rank.length; i++) {
            rank[i] = counts[i] == 0 ? 0 : (below + counts[i] / 2) / total - 0.5;
            below += counts[i];
        }
        return rank;
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
            beyond[i] = counts[i] == 0 ? 0 : beyond[i] - share;
        }
        return inflation(beyond);
    }

    /// @param deviation of each value from the mean
    private double inflation(double[] deviation) {
        double squares = 0;
        for (int i = 0; i < deviation.length; i++) {
            squares += counts[i] * deviation[i] * deviation[i];
        }
        return squares == 0 ? 1 : VarianceInflation.of(sums(deviation), squares);
    }

    /// Of each window, those of its seconds.
    private double[][] sums(double[] weight) {
        return windows.stream()
                .map(w -> w.stream().mapToDouble(second -> second.sum(weight)).toArray())
                .toArray(double[][]::new);
    }

    /// Standard deviation of the seconds' mean response times, as a share of their mean; seconds
    /// count by their responses.
    double swing() {
        var included = Arrays.stream(counts).map(c -> c > 0 ? 1 : 0).toArray();
        var times = times();
        double mean = mean();
        double squares = 0;
        for (var second : seconds().toList()) {
            double responses = second.sum(included);
            if (responses > 0) {
                squares += responses * Math.pow(second.sum(times) / responses - mean, 2);
            }
        }
        return Math.sqrt(squares / total) / mean;
    }

    /// The mean response time, ns.
    double mean() {
        var times = times();
        return seconds().mapToDouble(second -> second.sum(times)).sum() / total;
    }

    /// The values, and 0 for one that is left out.
    private double[] times() {
        return IntStream.range(0, values.length)
                .mapToDouble(i -> counts[i] > 0 ? values[i] : 0)
                .toArray();
    }

    private Stream<Second> seconds() {
        return windows.stream().flatMap(List::stream);
    }
}
