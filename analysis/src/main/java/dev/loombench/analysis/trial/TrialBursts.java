package dev.loombench.analysis.trial;

import dev.loombench.base.Window;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.stats.Descriptive;
import dev.loombench.stats.series.Bursts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Bursts of CPU time or of response time in a trial, from the middle of its warm-up to the end of
/// its window: parts of half a second, or of 20 responses or a two-thousandth of the time where
/// those take longer, in which the mean of a response was far above that of other parts.
///
/// A response counts where it ends, so that a server which stood still has one burst, after the
/// stall, with all the requests that waited. By Little's law the mean response time of a closed
/// load without think time is the inverse of its throughput.
///
/// @param inWindow bursts within the window
/// @param all those and the ones before
/// @param nanos of a response, mean of the whole time, of the bursts and of parts without any
/// @param nanosInWindow the same of the window, from the end of its warm-up on
/// @param seconds of the whole time, from the end of its warm-up on
/// @param secondsInWindow of these
/// @param share of the responses that ended in parts with a burst
/// @param starts of the bursts, s from the start of the window
/// @param part length of a part, s
public record TrialBursts(
        int inWindow,
        int all,
        double nanos,
        double nanosInWindow,
        double seconds,
        double secondsInWindow,
        double share,
        List<Double> starts,
        double part) {
    private static final double SHORTEST_PART_NANOS = 5e8;

    /// Of the parts, so that the median is that of parts without bursts.
    public static final int FEWEST_PARTS = 12;

    /// What a long window has more than once, it has often.
    private static final int MOST_PARTS = 2_000;

    /// Mean responses in a part, below which their number varies too much by chance.
    public static final int FEWEST_RESPONSES = 20;

    /// Distance of what comes at the same time, in parts.
    private static final double NEAR = 1.5;

    private static final double MOST_OF_BURSTS = 0.8;

    /// Share of the time that is near a burst, above which bursts come near others at any time.
    private static final double DENSE = 0.5;

    /// Of a processor, or of a request in flight: less than a thread of the JVM uses now and then.
    private static final double LEAST = 0.01;

    public TrialBursts {
        starts = List.copyOf(starts);
    }

    /// Of the CPU time of the process without its compilers. Empty without bursts, where they are
    /// less than a hundredth of a processor, and where CPU time or responses were not observed.
    /// What is above at the beginning is a warm-up that has not ended, and no burst.
    public static Optional<TrialBursts> ofCpu(Completed trial) {
        return trial.series(MetricId.PROCESS_CPU)
                .flatMap(process ->
                        trial.series(MetricId.JIT_CPU)
                                .flatMap(compilers -> of(trial, process.without(compilers))));
    }

    /// Of the response times, with the same limits.
    public static Optional<TrialBursts> ofResponseTime(Completed trial) {
        return trial.series(MetricId.LOAD_RESPONSE_TIME).flatMap(times -> of(trial, times));
    }

    private static Optional<TrialBursts> of(Completed trial, Series amount) {
        return trial.series(MetricId.LOAD_RESPONSES)
                .flatMap(responses -> of(trial, amount, responses));
    }

    private static Optional<TrialBursts> of(Completed trial, Series amount, Series responses) {
        var warmUp = trial.warmUp().window();
        if (warmUp.nanos() < 2) {
            return Optional.empty();
        }
        var before = loadedHalf(trial);
        var window = trial.window();
        double served = growth(responses, before) + growth(responses, window);
        double all = (double) before.nanos() + window.nanos();
        double part =
                Math.max(
                        Math.max(SHORTEST_PART_NANOS, all / MOST_PARTS),
                        FEWEST_RESPONSES * all / served);
        var parts = new ArrayList<>(parts(before, part));
        int first = parts.size();
        parts.addAll(parts(window, part));
        var nanos = parts.stream().mapToDouble(p -> growth(amount, p)).toArray();
        var counts = parts.stream().mapToDouble(p -> growth(responses, p)).toArray();
        return first > 0
                        && parts.size() > first
                        && parts.size() >= FEWEST_PARTS
                        && Double.isFinite(Arrays.stream(nanos).sum())
                        && Double.isFinite(Arrays.stream(counts).sum())
                ? of(parts, nanos, counts, first)
                : Optional.empty();
    }

    /// The second half of the warm-up, of one in cycles at most what follows its last pause.
    private static Window loadedHalf(Completed trial) {
        var warmUp = trial.warmUp().window();
        var loaded = WarmUpLoad.sinceLastPause(trial);
        long half = warmUp.endNanos() - warmUp.nanos() / 2;
        return half - loaded.startNanos() > 0 ? new Window(half, warmUp.endNanos()) : loaded;
    }

    /// Equal parts that are at least so long; none where the whole is shorter.
    private static List<Window> parts(Window whole, double nanos) {
        var parts = new ArrayList<Window>();
        int count = (int) (whole.nanos() / nanos);
        for (int i = 0; i < count; i++) {
            parts.add(
                    new Window(
                            whole.startNanos() + share(whole.nanos(), i, count),
                            whole.startNanos() + share(whole.nanos(), i + 1, count)));
        }
        return parts;
    }

    private static long share(long nanos, int i, int count) {
        return (long) ((double) nanos * i / count);
    }

    private static double growth(Series counter, Window part) {
        return counter.growth(part).orElse(Double.NaN);
    }

    /// @param nanos in each part
    /// @param before parts before the window
    private static Optional<TrialBursts> of(
            List<Window> parts, double[] nanos, double[] counts, int before) {
        int n = parts.size();
        var means = new double[n];
        for (int i = 0; i < n; i++) {
            means[i] = nanos[i] / Math.max(1, counts[i]);
        }
        double median = Descriptive.median(means);
        double much = Bursts.limit(means);
        int first = 0;
        while (first < n && means[first] > much) {
            first++;
        }
        var excess = new double[n];
        var starts = new ArrayList<Double>();
        int inWindow = 0;
        double responses = 0;
        for (int i = first; i < n; i++) {
            double more = nanos[i] - median * counts[i];
            boolean isBurst = means[i] > much && more > LEAST * parts.get(i).nanos();
            excess[i] = isBurst ? more : 0;
            responses += isBurst ? counts[i] : 0;
            boolean goesOn = i > first && excess[i - 1] > 0;
            if (isBurst && i > first && !goesOn) {
                long since = parts.get(i).startNanos() - parts.get(before).startNanos();
                starts.add(since / 1e9);
            }
            // one that began before the window has a part of its excess in it
            inWindow += isBurst && i >= before && (i == before || !goesOn) ? 1 : 0;
        }
        double seconds = seconds(parts.subList(first, n));
        int window = Math.max(before, first); // a warm-up may end within it
        return starts.isEmpty() || sum(excess, first) / 1e9 / seconds < LEAST
                ? Optional.empty()
                : Optional.of(
                        new TrialBursts(
                                inWindow,
                                starts.size(),
                                median + sum(excess, first) / sum(counts, first),
                                median + sum(excess, window) / sum(counts, window),
                                seconds,
                                seconds(parts.subList(window, n)),
                                responses / sum(counts, first),
                                starts,
                                parts.getFirst().seconds()));
    }

    private static double seconds(List<Window> parts) {
        return parts.stream().mapToDouble(Window::seconds).sum();
    }

    /// From a part on.
    private static double sum(double[] x, int from) {
        return Arrays.stream(x, from, x.length).sum();
    }

    /// The probability by which as many bursts as here come at the times of another trial's, if
    /// those of one of the two come at any time; 1 where less than four of five do, and where half
    /// of the time is near a burst.
    public double chanceOfTimesOf(TrialBursts other) {
        boolean fewer = all <= other.all;
        var few = fewer ? starts : other.starts;
        var many = fewer ? other.starts : starts;
        double near = NEAR * Math.max(part, other.part);
        int same =
                (int)
                        few.stream()
                                .filter(a -> many.stream().anyMatch(b -> Math.abs(a - b) <= near))
                                .count();
        double each = 2 * near * many.size() / Math.min(seconds, other.seconds);
        return each > DENSE || same < MOST_OF_BURSTS * few.size()
                ? 1
                : Bursts.chance(same, few.size(), each);
    }

    /// The probability by which the windows of trials have so many of all bursts, or more, if each
    /// comes at any time.
    ///
    /// @param trials at least one
    /// @param fewer whether they have fewer than the time before: the probability of so few, or of
    ///   fewer
    public static double chanceOfWindows(List<TrialBursts> trials, boolean fewer) {
        int all = trials.stream().mapToInt(TrialBursts::all).sum();
        int inWindows = trials.stream().mapToInt(TrialBursts::inWindow).sum();
        double share = shareOfWindows(trials);
        return fewer
                ? Bursts.chance(all - inWindows, all, 1 - share)
                : Bursts.chance(inWindows, all, share);
    }

    /// The share of the time that the windows of trials are, 0..1.
    ///
    /// @param trials at least one
    public static double shareOfWindows(List<TrialBursts> trials) {
        return trials.stream().mapToDouble(t -> t.secondsInWindow).sum()
                / trials.stream().mapToDouble(t -> t.seconds).sum();
    }

    /// Mean of a response of the whole time over that of the window.
    public double ratio() {
        return ratio(0);
    }

    /// The same of a response and a constant time, as that in which a user thinks.
    public double ratio(double constantNanos) {
        return (nanos + constantNanos) / (nanosInWindow + constantNanos);
    }
}
