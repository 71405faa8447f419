package dev.loombench.analysis.trial;

import dev.loombench.load.result.RecordedValues;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Workload;
import java.util.List;
import org.HdrHistogram.Histogram;

/// The longest response of windows, and how much of the users' time responses like it may take that
/// the windows do not contain.
///
/// The throughput of users who wait depends on the mean response time. Where the longest response
/// alone is much of the variance, as of response times without a finite one (Pareto with an
/// exponent below 2), most windows lack the rare ones that the mean depends on, and are alike:
/// Student's interval of ten trials contains the true throughput in three of four runs, and the
/// others miss it above. What happened in none of n cases happens, with 95 %, in fewer than 3 of n:
/// three more responses as long as the longest make the time longer by the factor `1 + 3 longest /
/// sum`.
///
/// Source: Hanley and Lippman-Hand, *If Nothing Goes Wrong, Is Everything All Right?* (1983).
///
/// @param count of the responses; 0 of a load that is not closed
/// @param nanos sum of their times
/// @param squares sum of the squares of their times, ns²
/// @param longest ns
/// @param thinking sum of the think times, ns
public record LongestResponse(
        double count, double nanos, double squares, double longest, double thinking) {
    static final LongestResponse NONE = new LongestResponse(0, 0, 0, 0, 0);

    /// The share of the squared deviations of all.
    private static final double MUCH = 0.05;

    /// Responses that are no longer than the mean and this share of it, are equal to it.
    private static final double LONGER = 0.01;

    private static final double UNSEEN = 3;

    static LongestResponse of(Workload workload, Histogram times) {
        if (!(workload instanceof LoadModel.Closed users)) {
            return NONE;
        }
        var sums = new Sums();
        RecordedValues.forEach(times, sums);
        double think = users.thinkTime().mean().toNanos();
        return new LongestResponse(
                sums.count, sums.nanos, sums.squares, sums.longest, sums.count * think);
    }

    private static final class Sums implements RecordedValues.Visitor {
        private double count;
        private double nanos;
        private double squares;
        private double longest;

        @Override
        public void visit(long value, long times) {
            double time = (double) value;
            count += times;
            nanos += times * time;
            squares += times * time * time;
            longest = time;
        }
    }

    private LongestResponse plus(LongestResponse other) {
        return new LongestResponse(
                count + other.count,
                nanos + other.nanos,
                squares + other.squares,
                Math.max(longest, other.longest),
                thinking + other.thinking);
    }

    /// By how much the logarithm of the throughput of several trials may be too high, for responses
    /// that their windows do not contain; 0 where no single one is much of the variance.
    public static double missing(List<TrialFigures> trials) {
        return trials.stream()
                .map(t -> t.noise().longest())
                .reduce(NONE, LongestResponse::plus)
                .missing();
    }

    private double missing() {
        double mean = nanos / count;
        double beyond = longest - mean;
        double deviations = squares - nanos * mean;
        return beyond > LONGER * mean && beyond * beyond > MUCH * deviations
                ? Math.log1p(UNSEEN * longest / (nanos + thinking))
                : 0;
    }
}
