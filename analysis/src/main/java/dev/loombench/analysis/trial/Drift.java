package dev.loombench.analysis.trial;

import dev.loombench.base.Window;
import dev.loombench.experiment.Metric;
import dev.loombench.load.result.LoadResult.Second;
import dev.loombench.load.result.RecordedValues;
import dev.loombench.observe.result.MetricId;
import dev.loombench.result.TrialOutcome.Completed;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/// The change of a metric within the window of one trial: its value in the last third of the window
/// over that in the first, by a line through the whole window.
///
/// An amount x (responses, CPU time, the sum of response times) has the slope `b = sum(w(u) x) /
/// (mean(w(u) u) sum(x))` over parts of the window whose middles are at u, from -1 to 1, with `w(u)
/// = u (1 - u²)`. Between the middles of the first and the last third, it changes by the factor
/// `exp(4/3 b)`; a ratio of two amounts by the ratio of their factors.
///
/// w is 0 at both ends, so that work which a server does by the clock is no change where the window
/// contains several of its periods, wherever it begins. In thirds, one more period than in the last
/// third would be a change.
///
/// Of a percentile from p90 on, it is the share of the responses in the slower half of its tail:
/// those beyond p99.5 of the whole window, for p99. Pauses that grow in 1 % of the requests move
/// p99 and hardly the mean; of the whole tail, the same requests would be it in each part.
public final class Drift {
    private static final int PARTS = 30;

    /// `mean(w(u) u)` is 2/15 of many parts, 3/16 of two halves, and 0 of the whole window.
    private static final double FEWEST_UNIT = 0.05;

    private static final double LOWEST_TAIL = 90;

    /// Responses beyond a percentile, ten but for one that is cut off at the end of the window.
    private static final double FEWEST_BEYOND = 9.8;

    private Drift() {}

    /// An amount in a part of the window.
    private record Part(Window window, double amount) {}

    /// The ratio, no unit; empty for a metric that has no value within a part of the window, and
    /// without responses. Of memory, it is that of the highest resident sets.
    public static OptionalDouble of(Metric metric, Completed trial) {
        return switch (metric) {
            case THROUGHPUT -> growth(MetricId.LOAD_RESPONSES, trial);
            case CPU_PER_REQUEST ->
                    ratio(
                            growth(MetricId.PROCESS_CPU, trial),
                            growth(MetricId.LOAD_RESPONSES, trial));
            case P50, P75 ->
                    ratio(
                            change(trial, parts(trial, Drift::times)),
                            change(trial, parts(trial, Drift::count)));
            case P90, P95, P99, P999, P9999 -> ofTail(metric.percent(), trial);
            case PEAK_RSS ->
                    ratio(
                            part(metric, trial, WindowPart.of(trial, 2, 3)),
                            part(metric, trial, WindowPart.of(trial, 0, 3)));
            case INSTRUCTIONS_PER_REQUEST,
                    CYCLES_PER_REQUEST,
                    THREADS,
                    ELAPSED,
                    RAMP_UP,
                    CAPACITY ->
                    OptionalDouble.empty();
        };
    }

    /// Whether a percentile has a drift of its own; that of a lower one is the mean's.
    public static boolean isOfTail(Metric metric) {
        return metric.isPercentile() && metric.percent() >= LOWEST_TAIL;
    }

    private static OptionalDouble ofTail(double percent, Completed trial) {
        var whole = trial.load().responseTime();
        if ((1 - percent / 100) * whole.getTotalCount() < FEWEST_BEYOND) {
            return OptionalDouble.empty();
        }
        long limit = slowerHalf(percent, whole);
        return ratio(
                change(trial, parts(trial, i -> beyond(limit, i))),
                change(trial, parts(trial, Drift::count)));
    }

    /// The response time beyond which the slower half of a percentile's tail lies, ns.
    private static long slowerHalf(double percent, Histogram whole) {
        return whole.getValueAtPercentile((100 + percent) / 2);
    }

    /// Counts from the limit to the longest: far fewer values than there are below.
    private static double beyond(long limit, Second interval) {
        var times = interval.responseTime();
        long first = times.nextNonEquivalentValue(limit);
        return first > times.getMaxValue()
                ? 0
                : times.getCountBetweenValues(first, times.getMaxValue());
    }

    private static OptionalDouble shareOfTail(double percent, Completed trial, Window part) {
        long limit = slowerHalf(percent, trial.load().responseTime());
        double slow = 0;
        double count = 0;
        for (var interval : trial.load().intervals()) {
            if (part.contains(interval.window().startNanos() + interval.window().nanos() / 2)) {
                slow += beyond(limit, interval);
                count += count(interval);
            }
        }
        return count == 0 ? OptionalDouble.empty() : OptionalDouble.of(slow / count);
    }

    /// The value within a part: [WindowPart#value], of memory the highest resident set, and of a
    /// tail its share of the responses.
    public static OptionalDouble part(Metric metric, Completed trial, Window part) {
        if (isOfTail(metric)) {
            return shareOfTail(metric.percent(), trial, part);
        }
        return metric == Metric.PEAK_RSS
                ? trial.series(MetricId.PROCESS_RSS)
                        .map(s -> s.highest(part))
                        .orElse(OptionalDouble.empty())
                : WindowPart.value(metric, trial, part);
    }

    private static OptionalDouble growth(MetricId counter, Completed trial) {
        var series = trial.series(counter);
        if (series.isEmpty()) {
            return OptionalDouble.empty();
        }
        var parts =
                IntStream.range(0, PARTS)
                        .mapToObj(i -> WindowPart.of(trial, i, PARTS))
                        .flatMap(part ->
                                series.get().growth(part).stream()
                                        .mapToObj(amount -> new Part(part, amount)))
                        .toList();
        return parts.size() == PARTS ? change(trial, parts) : OptionalDouble.empty();
    }

    private static List<Part> parts(Completed trial, ToDoubleFunction<Second> amount) {
        return trial.load().intervals().stream()
                .map(i -> new Part(i.window(), amount.applyAsDouble(i)))
                .toList();
    }

    private static double times(Second interval) {
        return count(interval) * RecordedValues.mean(interval.responseTime());
    }

    private static double count(Second interval) {
        return interval.responseTime().getTotalCount();
    }

    private static OptionalDouble change(Completed trial, List<Part> parts) {
        double total = 0;
        double weighted = 0;
        double seconds = 0;
        double unit = 0;
        for (var part : parts) {
            double u = position(part.window, trial.window());
            double w = u * (1 - u * u);
            total += part.amount;
            weighted += w * part.amount;
            seconds += part.window.seconds();
            unit += w * u * part.window.seconds();
        }
        return total > 0 && unit > FEWEST_UNIT * seconds
                ? OptionalDouble.of(Math.exp(4.0 / 3 * (weighted / total) / (unit / seconds)))
                : OptionalDouble.empty();
    }

    /// Of the middle of a part, -1 to 1.
    private static double position(Window part, Window whole) {
        double middle = part.startNanos() + part.nanos() / 2.0 - whole.startNanos();
        return Math.clamp(2 * middle / whole.nanos() - 1, -1, 1);
    }

    private static OptionalDouble ratio(OptionalDouble a, OptionalDouble b) {
        return a.isPresent() && b.isPresent() && a.getAsDouble() > 0 && b.getAsDouble() > 0
                ? OptionalDouble.of(a.getAsDouble() / b.getAsDouble())
                : OptionalDouble.empty();
    }
}
