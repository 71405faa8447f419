package dev.loombench.load.limit;

import static dev.loombench.text.Figures.number;

import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.RecordedValues;
import dev.loombench.stats.Descriptive;
import dev.loombench.stats.StudentT;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.Workload;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/// The requests of a constant open load that a server leaves without a response, because it cannot
/// keep up: they wait, or time out. Recorded arrivals have bursts, in which they wait as well, and
/// are none.
///
/// Of A arrivals in windows of T seconds at the rate λ, F failed and D good responses arrived in
/// time. The backlog grew by `G = A - F - D`. It grows, and does not only vary, when G exceeds 2 %
/// of A, response times rose throughout the windows, and chance does not explain one of two:
///
/// - the shortfall of the responses, `λT - F - D > 1.5 √V`, without those of a [slow
///   start][SlowStart], which G leaves out too. Their variance V is `max(D, v - a)`: v is that of
///   the backlog, by its changes from second to second, and a that of the arrivals, A where they
///   are Poisson, else 0;
/// - the rise of the mean response time from second to second: its 99 % interval (Student's t) is
///   above 0.
///
/// `BacklogTest` simulates how often a queue at 0.95 times its capacity is taken for one that
/// grows, and one at 1.05 times is found.
///
/// @param arrivals per second
/// @param responses good ones, per second
/// @param timedOut requests per second, or those that were not sent before their deadline
/// @param growth of the requests that wait, per second
public record Backlog(double arrivals, double responses, double timedOut, double growth) {
    /// Share of the arrivals: a smaller growth changes response times little within a window, and
    /// fewer time-outs have other causes.
    public static final double MIN_SHARE = 0.02;

    private static final double DEVIATIONS = 1.5;
    private static final double LEVEL = 0.99;

    /// Share of the rise from the first to the last third that the middle third must have: half of
    /// it where the backlog grows steadily, nothing where a pause ends the window.
    private static final double STEADY = 0.25;

    /// Share of the time-out for which half of the requests wait.
    public static final double LONG = 0.5;

    /// Seconds: a shorter interval is the rest of a window.
    private static final double WHOLE_INTERVAL = 0.9;

    /// Empty where requests do not pile up beyond chance, and for other loads.
    ///
    /// @param loads of one variant, each of a window without a break: in slices, the queue begins
    ///   empty each time
    /// @param secondsBefore for which each load lasted before its window, at least
    public static Optional<Backlog> of(
            Workload workload, Traffic traffic, List<LoadResult> loads, double secondsBefore) {
        if (!(workload instanceof LoadModel.Open open) || !open.isConstant() || loads.isEmpty()) {
            return Optional.empty();
        }
        double seconds = sum(loads, l -> l.window().seconds());
        double arrivals = sum(loads, l -> l.counts().sent());
        double timedOut = sum(loads, l -> l.counts().timedOut());
        double waiting = sum(loads, Backlog::waiting);
        double slow = sum(loads, l -> SlowStart.missing(arrivals / seconds, secondsBefore, l));
        boolean grows =
                waiting - slow > MIN_SHARE * arrivals
                        && risesThroughout(loads)
                        && (fallsShort(open, loads, slow) || rises(loads));
        boolean timesOut = timedOut > MIN_SHARE * arrivals && waitsLong(traffic, loads);
        return grows || timesOut ? Optional.of(rates(loads)) : Optional.empty();
    }

    /// The figures of loads that pile up.
    ///
    /// @param loads at least one
    public static Backlog rates(List<LoadResult> loads) {
        double seconds = sum(loads, l -> l.window().seconds());
        return new Backlog(
                sum(loads, l -> l.counts().sent()) / seconds,
                sum(loads, l -> l.counts().succeededInWindow()) / seconds,
                sum(loads, l -> l.counts().timedOut()) / seconds,
                Math.max(0, sum(loads, Backlog::waiting)) / seconds);
    }

    /// The figures of a load that did not send some requests, as no connection was free before
    /// their deadline: they are given up, and do not pile up. Empty where they are few.
    public static Optional<Backlog> ofUnsent(Workload workload, LoadResult load) {
        var counts = load.counts();
        if (!(workload instanceof LoadModel.Open open)
                || !open.isConstant()
                || counts.deadlineUnsent() <= MIN_SHARE * counts.sent()) {
            return Optional.empty();
        }
        double seconds = load.window().seconds();
        return Optional.of(
                new Backlog(
                        counts.sent() / seconds,
                        (counts.succeededInWindow() + counts.deadlineLate()) / seconds,
                        counts.deadlineUnsent() / seconds,
                        0));
    }

    /// Whether so many requests of a load wait at its end, or timed out, as those of one that piles
    /// up: of several of a variant, not all may.
    public static boolean isBehind(LoadResult load) {
        return waiting(load) + load.counts().timedOut() > MIN_SHARE * load.counts().sent();
    }

    private static double waiting(LoadResult load) {
        var counts = load.counts();
        return (double) counts.sent() - counts.failed() - counts.succeededInWindow();
    }

    /// As in `188 of 220/s answered, the backlog grows by 30.0/s`.
    public String text() {
        return "%s of %s/s answered, %s".formatted(number(responses), number(arrivals), rest());
    }

    private String rest() {
        var lost = number(timedOut) + "/s get no response in time";
        var grows = "the backlog grows by %s/s".formatted(number(growth));
        if (timedOut == 0) {
            return grows;
        }
        return growth < timedOut ? lost : lost + ", " + grows;
    }

    private static boolean fallsShort(LoadModel.Open open, List<LoadResult> loads, double slow) {
        double seconds = sum(loads, l -> l.window().seconds());
        double responses = sum(loads, l -> l.counts().succeededInWindow());
        double arrivals = sum(loads, l -> l.counts().sent());
        double failed = sum(loads, l -> l.counts().failed());
        var changes = changes(loads);
        double ofBacklog =
                changes.length < 2
                        ? 0
                        : seconds
                                * Math.pow(responses / seconds, 2)
                                * Descriptive.variance(changes);
        double ofArrivals = open.arrival() == Arrival.POISSON ? arrivals : 0;
        double variance = Math.max(responses, ofBacklog - ofArrivals);
        double scheduled = open.rate().mean(loads.getFirst().window().nanos()) * seconds;
        return scheduled - failed - responses - slow > DEVIATIONS * Math.sqrt(variance);
    }

    private static boolean rises(List<LoadResult> loads) {
        return StudentT.interval(changes(loads), LEVEL).filter(i -> i.low() > 0).isPresent();
    }

    /// Whether the mean response time, over all windows, is highest in their last third, and higher
    /// in the middle third than in the first.
    private static boolean risesThroughout(List<LoadResult> loads) {
        double first = 0;
        double middle = 0;
        double last = 0;
        for (var load : loads) {
            var means = means(load);
            int third = Math.max(1, means.length / 3);
            if (means.length < 3) {
                return false;
            }
            first += mean(means, 0, third);
            middle += mean(means, third, means.length - third);
            last += mean(means, means.length - third, means.length);
        }
        return last > first && middle - first >= STEADY * (last - first);
    }

    private static boolean waitsLong(Traffic traffic, List<LoadResult> loads) {
        var all = new Histogram(3);
        all.setAutoResize(true);
        loads.forEach(l -> l.intervals().forEach(i -> all.add(i.responseTime())));
        return all.getValueAtPercentile(50) >= LONG * traffic.timeout().toNanos();
    }

    /// Changes of the mean response time from second to second, s.
    private static double[] changes(List<LoadResult> loads) {
        return loads.stream()
                .map(Backlog::means)
                .flatMapToDouble(means ->
                        IntStream.range(1, means.length).mapToDouble(i -> means[i] - means[i - 1]))
                .toArray();
    }

    /// Mean response time of the requests of each whole second, s.
    private static double[] means(LoadResult load) {
        return load.intervals().stream()
                .filter(i -> i.window().seconds() >= WHOLE_INTERVAL)
                .filter(i -> i.responseTime().getTotalCount() > 0)
                .mapToDouble(i -> RecordedValues.mean(i.responseTime()) / 1e9)
                .toArray();
    }

    private static double mean(double[] values, int from, int to) {
        return Descriptive.mean(Arrays.copyOfRange(values, from, to));
    }

    private static double sum(List<LoadResult> loads, ToDoubleFunction<LoadResult> figure) {
        return loads.stream().mapToDouble(figure).sum();
    }
}
