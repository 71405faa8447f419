package dev.loombench.analysis.load;

import dev.loombench.load.threshold.LoadThreshold;
import dev.loombench.requests.LoadUrl;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Traffic;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/// The load that a command line requests, checked.
///
/// @param duration of the window; with a number of requests, its limit
/// @param requestCount number of requests after which the window ends
/// @param thresholds conditions under any of which the load has failed
public record LoadRequest(
        LoadUrl url,
        LoadModel model,
        Traffic traffic,
        Duration warmUp,
        Duration duration,
        OptionalLong requestCount,
        long seed,
        List<LoadThreshold> thresholds) {
    public LoadRequest {
        traffic.requireCompatible(model);
        thresholds = List.copyOf(thresholds);
    }

    /// The number of connections that it opens at most: fewer where each has several streams.
    public int openConnections() {
        return Math.ceilDiv(model.connections(), traffic.connections().streams());
    }

    /// Whether a threshold limits the errors.
    public boolean limitsErrors() {
        return thresholds.stream().anyMatch(LoadThreshold::limitsErrors);
    }

    /// Whether a threshold limits the throughput from below.
    boolean limitsThroughput() {
        return thresholds.stream().anyMatch(LoadThreshold::limitsThroughput);
    }
}
