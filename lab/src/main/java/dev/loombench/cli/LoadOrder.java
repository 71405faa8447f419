package dev.loombench.cli;

import dev.loombench.spec.LoadModel;
import dev.loombench.spec.Traffic;
import java.time.Duration;
import java.util.List;

/// What `loombench load` was asked for, checked.
///
/// @param thresholds under any of which the load has failed
record LoadOrder(
        LoadUrl url,
        LoadModel model,
        Traffic traffic,
        Duration warmUp,
        Duration duration,
        long seed,
        List<LoadThreshold> thresholds) {
    LoadOrder {
        thresholds = List.copyOf(thresholds);
    }

    /// Whether the user has said how many errors are too many.
    boolean limitsErrors() {
        return thresholds.stream()
                .filter(t -> !t.operator().below())
                .anyMatch(t ->
                        t.metric() == LoadMetric.ERRORS || t.metric() == LoadMetric.ERROR_SHARE);
    }

    /// Whether the user has said how low the throughput may be.
    boolean limitsThroughput() {
        return thresholds.stream()
                .filter(t -> t.operator().below())
                .anyMatch(t -> t.metric() == LoadMetric.RPS);
    }
}
