package dev.loombench.analysis.trial.correlation;

import dev.loombench.load.result.RecordedValues;
import dev.loombench.stats.VarianceInflation;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/// The response times of each second of some windows, and how far they correlate in time.
public final class ResponseSeries {
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
    public static ResponseSeries of(List<List<Histogram>> windows) {
        var recorded = windows.stream().map(w -> w.stream().map(Recorded::of).toList()).toList();
        var values =
                recorded.stream()
                        .flatMap(List::stream)
                        .map(second -> second.values)
                        .reduce(new long[0], ResponseSeries::union);
        var seconds =
                recorded.stream()
                        .map(w -> w.stream().map(second -> Second.of(second, values)).toList())
                        .toList();
        var counts = new double[values.length];
        seconds.stream().flatMap(List::stream).forEach(second -> second.addTo(counts));
        return new ResponseSeries(seconds, values, counts);
    }

    /// The values that one of the two has, or both.
    ///
    /// @param a ascending, and `b` likewise
    private static long[] union(long[] a, long[] b) {
        var either = new long[a.length + b.length];
        int n = 0;
        int i = 0;
        int j = 0;
        while (i < a.length && j < b.length) {
            long least = Math.min(a[i], b[j]);
            i += a[i] == least ? 1 : 0;
            j += b[j] == least ? 1 : 0;
            either[n++] = least;
        }
        System.arraycopy(a, i, either, n, a.length - i);
        n += a.length - i;
        System.arraycopy(b, j, either, n, b.length - j);
        n += b.length - j;
        return Arrays.copyOf(either, n);
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
    }

    /// The same by the indices of the values.
    private static final class Second {
        private final int[] index;
        private final double[] count;

        private Second(int[] index, double[] count) {
            this.index = index;
            this.count = count;
        }

        /// @param values those of all seconds, ascending
        static Second of(Recorded responses, long[] values) {
            var index = new int[responses.values.length];
            int at = 0;
            for (int i = 0; i < index.length; i++) {
                while (values[at] < responses.values[i]) {
                    at++;
                }
                index[i] = at;
            }
            return new Second(index, Arrays.stream(responses.counts).asDoubleStream().toArray());
        }

        /// @param counts of each value
        void addTo(double[] counts) {
            for (int i = 0; i < index.length; i++) {
                counts[index[i]] += count[i];
            }
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
    public double rankInflation() {
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

    /// The inflation of the share of responses beyond a value, of each value, in one pass from the
    /// longest to the shortest.
    public InflationBeyond inflationBeyond() {
        var seconds = seconds().toList();
        var responses = sums(included());
        var beyond = new Beyond(seconds);
        var inflations = new double[values.length];
        double all = 0;
        for (int i = values.length - 1; i >= 0; i--) {
            double share = all / total;
            double squares = total * share * (1 - share);
            inflations[i] =
                    all == 0 || all == total
                            ? 1
                            : VarianceInflation.of(beyond.less(share, responses), squares);
            if (counts[i] > 0) {
                beyond.add(i);
                all += counts[i];
            }
        }
        return new InflationBeyond(values, inflations);
    }

    /// The numbers of responses of each second that lie beyond a value that falls.
    private static final class Beyond {
        private final List<Second> seconds;

        /// Of each second, the number of its values that are not yet passed.
        private final int[] left;

        private final double[] count;

        Beyond(List<Second> seconds) {
            this.seconds = seconds;
            left = seconds.stream().mapToInt(second -> second.index.length).toArray();
            count = new double[left.length];
        }

        /// Passes the values from the last down to one.
        void add(int value) {
            for (int s = 0; s < left.length; s++) {
                var second = seconds.get(s);
                while (left[s] > 0 && second.index[left[s] - 1] >= value) {
                    left[s]--;
                    count[s] += second.index[left[s]] == value ? second.count[left[s]] : 0;
                }
            }
        }

        /// The numbers less a share of all responses, by window.
        ///
        /// @param responses of each window, those of its seconds
        double[][] less(double share, double[][] responses) {
            var deviations = new double[responses.length][];
            int s = 0;
            for (int w = 0; w < responses.length; w++) {
                deviations[w] = new double[responses[w].length];
                for (int t = 0; t < responses[w].length; t++) {
                    deviations[w][t] = count[s++] - share * responses[w][t];
                }
            }
            return deviations;
        }
    }

    /// @param deviation of each value from the mean
    private double inflation(double[] deviation) {
        double squares = 0;
        for (int i = 0; i < deviation.length; i++) {
            squares += counts[i] * deviation[i] * deviation[i];
        }
        return squares == 0 ? 1 : VarianceInflation.of(sums(deviation), squares);
    }

    /// 1 of each value, 0 of one that is left out.
    private double[] included() {
        return Arrays.stream(counts).map(c -> c > 0 ? 1 : 0).toArray();
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
        var included = included();
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
