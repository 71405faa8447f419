package dev.loombench.cli;

import dev.loombench.spec.LoadModel;
import dev.loombench.spec.Request;
import java.time.Duration;
import java.util.List;

/// What `loombench load` was asked for, checked.
///
/// @param thresholds under any of which the load has failed
record LoadOrder(
        LoadUrl url,
        LoadModel model,
        Request request,
        Duration warmUp,
        Duration duration,
        long seed,
        List<LoadThreshold> thresholds) {
    LoadOrder {
        thresholds = List.copyOf(thresholds);
    }

    /// Whether the user has said where the limit of a figure lies.
    boolean limits(LoadMetric metric) {
        return thresholds.stream().anyMatch(t -> t.metric() == metric);
    }
}
