package dev.loombench.analysis.trial;

import dev.loombench.load.result.ArrivingRequest;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Workload;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/// Latencies of the requests of one or more windows, ns.
///
/// @param responseTime from the intended send
/// @param serviceTime from the actual send
/// @param arriving response time of a request that arrives at any moment ([ArrivingRequest]); empty
///   for a load that is not closed
/// @param seconds the response times of each second with any; empty where they are not known
public record Latency(
        Histogram responseTime,
        Histogram serviceTime,
        Optional<Histogram> arriving,
        List<Histogram> seconds) {
    /// A server would have to stand still for half of the time before an arriving request's median
    /// differs for that reason; requests of different cost change its estimate much sooner.
    private static final double MEDIAN = 50;

    public Latency {
        seconds = List.copyOf(seconds);
    }

    /// @param seconds as above
    public static Latency of(
            Workload load, Histogram responseTime, Histogram serviceTime, List<Histogram> seconds) {
        return new Latency(
                responseTime, serviceTime, ArrivingRequest.of(load, responseTime), seconds);
    }

    /// The latencies of several windows of the same load.
    public static Latency merged(Collection<Latency> windows) {
        var arriving = windows.stream().flatMap(w -> w.arriving.stream()).toList();
        return new Latency(
                Histograms.merged(windows.stream().map(Latency::responseTime)),
                Histograms.merged(windows.stream().map(Latency::serviceTime)),
                arriving.isEmpty()
                        ? Optional.empty()
                        : Optional.of(Histograms.merged(arriving.stream())),
                windows.stream().flatMap(w -> w.seconds.stream()).toList());
    }

    /// The response times that a percentile is judged by: those of an arriving request above the
    /// median of a closed load, else those of the requests sent.
    public Histogram judged(double percent) {
        return isBound(percent) ? arriving.orElseThrow() : responseTime;
    }

    /// Whether a percentile of a load is judged by an arriving request.
    public static boolean isOfArriving(double percent, Workload load) {
        return load instanceof LoadModel.Closed && percent > MEDIAN;
    }

    /// Whether [#judged] is an upper bound, where [#responseTime] has the lower one.
    public boolean isBound(double percent) {
        return percent > MEDIAN && arriving.isPresent();
    }

    /// Empty where nothing was recorded.
    public OptionalDouble percentile(double percent) {
        return Histograms.percentile(judged(percent), percent);
    }

    /// The number of responses that a percentile rests on: those that are expected beyond it. Of an
    /// arriving request, no more than the requests sent that took as long: in a pause, one response
    /// to each user stands for all that would have arrived.
    public double beyond(double percent) {
        double expected = responseTime.getTotalCount() * (100 - percent) / 100;
        return isBound(percent) ? Math.min(expected, (double) asLong(percent)) : expected;
    }

    /// The number of responses to requests sent that took at least as long as a percentile.
    long asLong(double percent) {
        long value = judged(percent).getValueAtPercentile(percent);
        return responseTime.getCountBetweenValues(
                value, Math.max(value, responseTime.getMaxValue()));
    }

    /// The latencies of the requests sent alone.
    Latency asSent() {
        return new Latency(responseTime, serviceTime, Optional.empty(), seconds);
    }
}
