package dev.loombench.analysis;

import dev.loombench.analysis.trial.Latency;
import dev.loombench.load.result.LoadResult.Events;
import dev.loombench.load.result.LoadResult.Tls;
import dev.loombench.load.result.Streams;
import dev.loombench.stats.Descriptive;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/// Histograms of all trials of a variant merged, ns.
///
/// @param trials the latencies of each trial
/// @param connectTime of the connections opened within the windows; empty where all were open
///   before
/// @param tls of the connections, with the handshakes of all windows; empty for plain TCP
/// @param streams of HTTP/2 in all windows; empty for a protocol with one request at a time on each
///   connection
/// @param serverSent events of all windows; empty for other responses
/// @param windowSeconds length of all windows
/// @param unloadedNanos median response time of a single user, median of the trials
public record LatencySummary(
        Latency requests,
        List<Latency> trials,
        Histogram connectTime,
        Optional<Tls> tls,
        Optional<Streams> streams,
        Optional<Events> serverSent,
        double windowSeconds,
        OptionalDouble unloadedNanos) {
    public LatencySummary {
        trials = List.copyOf(trials);
    }

    /// The median of a percentile over the trials, ns: that of a typical one, to which the ratios
    /// of blocks belong. A single bad trial may have all of the slowest responses, and with them
    /// the percentile of all trials merged. Empty where nothing was recorded.
    public OptionalDouble typical(double percent) {
        double[] present =
                trials.stream().flatMapToDouble(t -> t.percentile(percent).stream()).toArray();
        return present.length == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(Descriptive.median(present));
    }

    public Histogram responseTime() {
        return requests.responseTime();
    }

    /// From the intended send to the first event; empty without events.
    public Histogram firstEvent() {
        return serverSent.map(Events::first).orElseGet(() -> new Histogram(3));
    }

    public Histogram serviceTime() {
        return requests.serviceTime();
    }
}
