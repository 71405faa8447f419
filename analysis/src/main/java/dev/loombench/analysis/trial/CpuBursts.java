package dev.loombench.analysis.trial;

import dev.loombench.base.Window;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.stats.Bursts;
import dev.loombench.stats.Descriptive;
import java.util.Arrays;
import java.util.Optional;

/// Bursts of CPU time per response in a trial, from the middle of its warm-up to the end of its
/// window, by parts of half a second. CPU time is that of the process without its compilers.
///
/// @param inWindow bursts within the window
/// @param all those and the ones before
/// @param ratio CPU time per response of the whole time over that of the window, of the bursts and
///   of parts without any
/// @param seconds of the whole time
public record CpuBursts(int inWindow, int all, double ratio, double seconds) {
    private static final long PART_NANOS = 500_000_000;

    /// Of the parts, so that the median is that of parts without bursts.
    private static final int FEWEST_PARTS = 12;

    /// Mean responses in a part, below which their number varies too much by chance.
    private static final double FEWEST_RESPONSES = 20;

    /// Of a processor: less than a thread of the JVM uses now and then.
    private static final double LEAST_PROCESSORS = 0.01;

    /// Empty without bursts, where they are less than a hundredth of a processor, and where CPU
    /// time or responses were not observed. What is above at the beginning is a warm-up that has
    /// not ended, and no burst.
    public static Optional<CpuBursts> of(Completed trial) {
        var responses = trial.series(MetricId.LOAD_RESPONSES);
        var compilers = trial.series(MetricId.JIT_CPU);
        var process = trial.series(MetricId.PROCESS_CPU);
        if (responses.isEmpty() || compilers.isEmpty() || process.isEmpty()) {
            return Optional.empty();
        }
        return of(trial, process.get().without(compilers.get()), responses.get());
    }

    private static Optional<CpuBursts> of(Completed trial, Series cpu, Series responses) {
        var warmUp = trial.warmUp().window();
        int inWindow = (int) (trial.window().nanos() / PART_NANOS);
        int before = (int) (warmUp.nanos() / 2 / PART_NANOS);
        int n = before + inWindow;
        var nanos = new double[n];
        var counts = new double[n];
        for (int i = 0; i < n; i++) {
            var part =
                    i < before
                            ? part(warmUp.endNanos() - before * PART_NANOS, i)
                            : part(trial.window().startNanos(), i - before);
            nanos[i] = cpu.growth(part).orElse(Double.NaN);
            counts[i] = responses.growth(part).orElse(Double.NaN);
        }
        double served = Arrays.stream(counts).sum();
        return n >= FEWEST_PARTS
                        && before > 0
                        && served / n >= FEWEST_RESPONSES
                        && Double.isFinite(Arrays.stream(nanos).sum())
                ? of(nanos, counts, before)
                : Optional.empty();
    }

    private static Window part(long from, int index) {
        return new Window(from + index * PART_NANOS, from + (index + 1) * PART_NANOS);
    }

    /// @param before parts before the window
    private static Optional<CpuBursts> of(double[] nanos, double[] counts, int before) {
        int n = nanos.length;
        var costs = new double[n];
        for (int i = 0; i < n; i++) {
            costs[i] = nanos[i] / Math.max(1, counts[i]);
        }
        double median = Descriptive.median(costs);
        double much = Bursts.limit(costs);
        int first = 0;
        while (first < n && costs[first] > much) {
            first++;
        }
        var excess = new double[n];
        int all = 0;
        int inWindow = 0;
        for (int i = first; i < n; i++) {
            double more = nanos[i] - median * counts[i];
            boolean isBurst = costs[i] > much && more > LEAST_PROCESSORS * PART_NANOS;
            excess[i] = isBurst ? more : 0;
            boolean begins = isBurst && i > first && excess[i - 1] == 0;
            all += begins ? 1 : 0;
            inWindow += begins && i >= before ? 1 : 0;
        }
        double seconds = (n - first) * PART_NANOS / 1e9;
        return all == 0 || sum(excess, first, n) / 1e9 / seconds < LEAST_PROCESSORS
                ? Optional.empty()
                : Optional.of(
                        new CpuBursts(
                                inWindow,
                                all,
                                cost(median, excess, counts, first)
                                        / cost(median, excess, counts, before),
                                seconds));
    }

    /// CPU time per response from a part on, of the bursts and of what is usual.
    private static double cost(double usual, double[] excess, double[] counts, int from) {
        return usual + sum(excess, from, excess.length) / sum(counts, from, counts.length);
    }

    private static double sum(double[] x, int from, int to) {
        return Arrays.stream(x, from, to).sum();
    }
}
