package dev.loombench.cli.load;

import dev.loombench.cli.load.LoadMetric.Figure;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.load.TrafficSpec;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/// What `loombench load` was asked for, checked.
///
/// @param duration of the window; at most, where requests are counted
/// @param requests that end the window
/// @param thresholds under any of which the load has failed
public record LoadRequest(
        LoadUrl url,
        LoadModel model,
        TrafficSpec traffic,
        Duration warmUp,
        Duration duration,
        OptionalLong requests,
        long seed,
        List<LoadThreshold> thresholds) {
    public LoadRequest {
        traffic.requireCompatible(model);
        thresholds = List.copyOf(thresholds);
    }

    /// Whether the user has said how many errors are too many.
    boolean limitsErrors() {
        return thresholds.stream()
                .filter(t -> !t.operator().below())
                .anyMatch(t -> t.metric() == Figure.ERRORS || t.metric() == Figure.ERROR_SHARE);
    }

    /// Whether the user has said how low the throughput may be.
    boolean limitsThroughput() {
        return thresholds.stream()
                .filter(t -> t.operator().below())
                .anyMatch(t -> t.metric() == Figure.RPS);
    }
}
