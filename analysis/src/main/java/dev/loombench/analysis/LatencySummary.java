package dev.loombench.analysis;

import dev.loombench.analysis.trial.Latency;
import dev.loombench.load.result.LoadResult.Events;
import dev.loombench.load.result.LoadResult.Tls;
import dev.loombench.load.result.Streams;
import java.util.Optional;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/// Histograms of all trials of a variant merged, ns.
///
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
        Histogram connectTime,
        Optional<Tls> tls,
        Optional<Streams> streams,
        Optional<Events> serverSent,
        double windowSeconds,
        OptionalDouble unloadedNanos) {
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
