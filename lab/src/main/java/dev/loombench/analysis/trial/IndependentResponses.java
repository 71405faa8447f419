package dev.loombench.analysis.trial;

import dev.loombench.result.LoadResult;
import dev.loombench.stats.VarianceInflation;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/// How many independent observations of the response time the windows of one variant hold.
///
/// Requests that meet the same queue have similar response times, so that n responses say less
/// than n independent ones. Their [inflation][VarianceInflation] is estimated from the ranks of the
/// response times of each second: ranks have a finite variance, whatever the tail.
///
/// @param perWindow `n / I`, with n responses and inflation I, the mean of the windows
/// @param windowSeconds mean length of the windows
/// @param swing standard deviation of the seconds' mean response times, as a share of their mean
public record IndependentResponses(double perWindow, double windowSeconds, double swing) {
    /// Corrects the inflation of windows that are short for a queue that was empty before: fitted to
    /// simulated queues.
    private static final double SHORT_WINDOW = 5;

    /// The time of load that counts as one independent observation.
    public double secondsEach() {
        return windowSeconds / perWindow * (1 + SHORT_WINDOW / perWindow);
    }

    /// Empty where response times do not differ, or there is only one second.
    ///
    /// @param loads of the variant's windows
    public static Optional<IndependentResponses> of(List<LoadResult> loads) {
        var seconds = loads.stream().map(IndependentResponses::histograms).toList();
        var ranks = Ranks.of(seconds.stream().flatMap(List::stream).toList());
        if (ranks.total == 0 || seconds.stream().mapToInt(List::size).sum() < 2) {
            return Optional.empty();
        }
        var deviations =
                seconds.stream()
                        .map(window -> window.stream().mapToDouble(ranks::sum).toArray())
                        .toArray(double[][]::new);
        double inflation = VarianceInflation.of(deviations, ranks.total);
        return Optional.of(
                new IndependentResponses(
                        ranks.count / inflation / loads.size(),
                        loads.stream().mapToDouble(l -> l.window().seconds()).average().orElse(0),
                        swing(seconds.stream().flatMap(List::stream).toList())));
    }

    private static List<Histogram> histograms(LoadResult load) {
        return load.intervals().stream()
                .map(LoadResult.Interval::responseTime)
                .filter(h -> h.getTotalCount() > 0)
                .toList();
    }

    /// Of seconds weighted by their responses.
    private static double swing(List<Histogram> seconds) {
        double n = seconds.stream().mapToLong(Histogram::getTotalCount).sum();
        double mean =
                seconds.stream().mapToDouble(h -> h.getTotalCount() * h.getMean()).sum() / n;
        double squares =
                seconds.stream()
                        .mapToDouble(h -> h.getTotalCount() * Math.pow(h.getMean() - mean, 2))
                        .sum();
        return Math.sqrt(squares / n) / mean;
    }

    /// The ranks of response times among all of a variant, minus their mean, as shares of 1.
    ///
    /// @param values ascending, ns
    /// @param rank of each value; equal ones share the middle of their ranks
    /// @param count of response times
    /// @param total sum of all squared ranks
    private record Ranks(long[] values, double[] rank, double count, double total) {
        static Ranks of(List<Histogram> histograms) {
            var counts = new TreeMap<Long, Long>();
            for (var histogram : histograms) {
                for (var value : histogram.recordedValues()) {
                    counts.merge(
                            value.getValueIteratedTo(),
                            value.getCountAtValueIteratedTo(),
                            Long::sum);
                }
            }
            double n = counts.values().stream().mapToLong(c -> c).sum();
            var rank = new double[counts.size()];
            double below = 0;
            double total = 0;
            int i = 0;
            for (double count : counts.values()) {
                rank[i] = (below + count / 2) / n - 0.5;
                total += count * rank[i] * rank[i];
                below += count;
                i++;
            }
            var values = counts.keySet().stream().mapToLong(v -> v).toArray();
            return new Ranks(values, rank, n, total);
        }

        /// The sum of the ranks of some of the response times.
        double sum(Histogram some) {
            double sum = 0;
            for (var value : some.recordedValues()) {
                int i = Arrays.binarySearch(values, value.getValueIteratedTo());
                sum += value.getCountAtValueIteratedTo() * rank[i];
            }
            return sum;
        }
    }
}
