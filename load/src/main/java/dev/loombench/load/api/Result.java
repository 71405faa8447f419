package dev.loombench.load.api;

import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.ResponsesBeyond;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/// What a load measured.
///
/// @param measured counts, connections, the state of the generator, and the response times of each
///   second
/// @param complete false for a load that was stopped early
/// @param connectTo the address that was connected to, as in `127.0.0.1:8443`, where another one
///   than that of the URL's host was chosen, or that host has several; else empty
/// @param arrivingRequest response times, ns, of a request that arrives at any moment, as estimated
///   from those of a closed load; an upper bound where requests differ in cost; empty for a rate
/// @param problems why the figures are invalid, and notes on what valid ones hide
public record Result(
        LoadResult measured,
        boolean complete,
        Optional<String> connectTo,
        Optional<Histogram> arrivingRequest,
        List<Problem> problems) {
    public Result {
        problems = List.copyOf(problems);
    }

    /// Whether there is no problem but notes.
    public boolean isValid() {
        return problems.stream().noneMatch(Problem::isInvalid);
    }

    /// Good responses per second within the measured time.
    public double throughput() {
        return measured.counts().succeededInWindow() / measured.window().seconds();
    }

    /// Failed requests as a share of those sent, 0..1; empty when none was sent.
    public OptionalDouble errorShare() {
        var counts = measured.counts();
        return counts.sent() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of((double) counts.failed() / counts.sent());
    }

    /// The response times, ns, from the intended send: as users experience them. Merge histograms
    /// of several loads; percentiles must not be averaged.
    public Histogram responseTime() {
        return measured.responseTime();
    }

    /// The number of responses that a percentile of response times rests on; below ten of them it
    /// is one of the few longest. Without a rate, above the median, that of an arriving request.
    ///
    /// @param percent above 0 and below 100
    public double responsesBeyond(double percent) {
        return ResponsesBeyond.of(responseTime(), arrivingRequest, percent);
    }

    /// The times from the actual send to the response, ns: without the wait for a connection.
    public Histogram serviceTime() {
        return measured.serviceTime();
    }
}
