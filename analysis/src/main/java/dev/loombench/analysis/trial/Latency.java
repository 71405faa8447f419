package dev.loombench.analysis.trial;

import dev.loombench.load.result.ArrivingRequest;
import dev.loombench.load.result.ResponsesBeyond;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Workload;
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
/// @param seconds the response times of each second
public record Latency(
        Histogram responseTime,
        Histogram serviceTime,
        Optional<Histogram> arriving,
        WindowSeconds seconds) {

    /// @param seconds the response times of each second with any; empty where they are not known
    public Latency(
            Histogram responseTime,
            Histogram serviceTime,
            Optional<Histogram> arriving,
            List<Histogram> seconds) {
        this(responseTime, serviceTime, arriving, new WindowSeconds(seconds));
    }

    /// @param seconds as above
    public static Latency of(
            Workload load, Histogram responseTime, Histogram serviceTime, List<Histogram> seconds) {
        return new Latency(
                responseTime, serviceTime, ArrivingRequest.of(load, responseTime), seconds);
    }

    /// The latencies of several windows of the same load; not to be changed, as the first of these
    /// windows remembers them.
    public static Latency merged(List<Latency> windows) {
        return switch (windows.size()) {
            case 0 -> sum(windows);
            case 1 -> windows.getFirst();
            default -> windows.getFirst().seconds.merged(windows);
        };
    }

    static Latency sum(List<Latency> windows) {
        var arriving = windows.stream().flatMap(w -> w.arriving.stream()).toList();
        return new Latency(
                Histograms.merged(windows.stream().map(Latency::responseTime)),
                Histograms.merged(windows.stream().map(Latency::serviceTime)),
                arriving.isEmpty()
                        ? Optional.empty()
                        : Optional.of(Histograms.merged(arriving.stream())),
                windows.stream().flatMap(w -> w.seconds.responses().stream()).toList());
    }

    /// The response times that a percentile is judged by: those of an arriving request above the
    /// median of a closed load, else those of the requests sent.
    public Histogram judged(double percent) {
        return isBound(percent) ? arriving.orElseThrow() : responseTime;
    }

    /// Whether a percentile of a load is judged by an arriving request.
    public static boolean isOfArriving(double percent, Workload load) {
        return load instanceof LoadModel.Closed && ArrivingRequest.judges(percent);
    }

    /// Whether [#judged] is an upper bound, where [#responseTime] has the lower one.
    public boolean isBound(double percent) {
        return ArrivingRequest.judges(percent) && arriving.isPresent();
    }

    /// Empty where nothing was recorded.
    public OptionalDouble percentile(double percent) {
        return seconds.percentile(this, percent);
    }

    /// The number of responses that a percentile rests on, as in [ResponsesBeyond].
    public double beyond(double percent) {
        return ResponsesBeyond.of(responseTime, arriving, percent);
    }

    /// The number of responses to requests sent that took at least as long as a percentile.
    long asLong(double percent) {
        return ResponsesBeyond.asLong(responseTime, judged(percent), percent);
    }

    /// The latencies of the requests sent alone.
    Latency asSent() {
        return new Latency(responseTime, serviceTime, Optional.empty(), seconds);
    }
}
