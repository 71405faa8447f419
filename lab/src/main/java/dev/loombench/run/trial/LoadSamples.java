package dev.loombench.run.trial;

import dev.loombench.load.result.LoadProgress;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Samples of the progress of a load, with its throughput and its response time over the last
/// second.
final class LoadSamples {
    private static final String OBSERVER = "load";
    private static final long RECENT_NANOS = 1_000_000_000;

    private final long startNanos;
    private final List<Point> responses = new ArrayList<>();
    private final List<Point> responseTimes = new ArrayList<>();
    private final List<Point> errors = new ArrayList<>();

    /// Requests in flight at the latest sample with any.
    private long inFlight;

    /// Wait of the oldest arrival at that sample: at rest, no arrival waits.
    private long overdueNanos;

    /// @param startNanos of the first load, on the monotonic clock
    LoadSamples(long startNanos) {
        this.startNanos = startNanos;
    }

    /// @param sample later than the one before
    void add(LoadProgress sample) {
        if (sample.inFlight() > 0) {
            inFlight = sample.inFlight();
            overdueNanos = sample.overdueNanos();
        }
        responses.add(new Point(sample.nanos(), (double) sample.succeeded()));
        responseTimes.add(new Point(sample.nanos(), (double) sample.responseNanos()));
        errors.add(new Point(sample.nanos(), (double) sample.errors()));
    }

    /// Forgets the samples of a load that has ended.
    void clear() {
        responses.clear();
        responseTimes.clear();
        errors.clear();
    }

    int count() {
        return responses.size();
    }

    /// Good responses per second in the last second; of the first load, since its start where there
    /// is only one sample of that second, and NaN without a sample.
    double throughput() {
        if (responses.isEmpty()) {
            return Double.NaN;
        }
        var last = responses.getLast();
        var first =
                responses.stream()
                        .filter(p -> last.nanos() - p.nanos() <= RECENT_NANOS)
                        .findFirst()
                        .orElse(last);
        return last.nanos() == first.nanos()
                ? last.value() / (last.nanos() - startNanos) * 1e9
                : (last.value() - first.value()) / (last.nanos() - first.nanos()) * 1e9;
    }

    /// The mean response time of the last second: how long an arrival has waited for a free
    /// connection and, by Little's law, requests in flight over throughput.
    ///
    /// @param timeout of a request, which is the response time without a response
    Duration responseTime(Duration timeout) {
        double throughput = throughput();
        return throughput > 0
                ? Duration.ofNanos(overdueNanos + (long) (inFlight / throughput * 1e9))
                : timeout;
    }

    /// The mean response time in the later half of the first load, s: what waits while code is not
    /// compiled yet is in the earlier one. Of the whole load where that half has no response, and
    /// infinite without any.
    double meanResponseSeconds() {
        if (responses.isEmpty()) {
            return Double.POSITIVE_INFINITY;
        }
        long half = startNanos + (responses.getLast().nanos() - startNanos) / 2;
        int earlier = (int) responses.stream().filter(p -> p.nanos() <= half).count();
        double late = meanResponseSeconds(earlier);
        return Double.isFinite(late) ? late : meanResponseSeconds(0);
    }

    /// @param earlier samples whose responses do not count
    private double meanResponseSeconds(int earlier) {
        double before = earlier == 0 ? 0 : responses.get(earlier - 1).value();
        double nanosBefore = earlier == 0 ? 0 : responseTimes.get(earlier - 1).value();
        double count = responses.getLast().value() - before;
        return count > 0
                ? (responseTimes.getLast().value() - nanosBefore) / count / 1e9
                : Double.POSITIVE_INFINITY;
    }

    /// The responses, their response times, and the errors where there are any.
    List<Series> series() {
        var all = new ArrayList<Series>();
        all.add(new Series(OBSERVER, MetricId.LOAD_RESPONSES, responses));
        all.add(new Series(OBSERVER, MetricId.LOAD_RESPONSE_TIME, responseTimes));
        if (!errors.isEmpty() && errors.getLast().value() > 0) {
            all.add(new Series(OBSERVER, MetricId.LOAD_ERRORS, errors));
        }
        return all;
    }
}
