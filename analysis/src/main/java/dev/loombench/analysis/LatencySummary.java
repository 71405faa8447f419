package dev.loombench.analysis;

import dev.loombench.analysis.trial.Latency;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/// Histograms of all trials of a variant merged, ns.
///
/// @param connectTime of the connections opened within the windows; empty where all were open
///   before
/// @param unloadedNanos median response time of a single user, median of the trials
public record LatencySummary(
        Latency requests, Histogram connectTime, OptionalDouble unloadedNanos) {
    public Histogram responseTime() {
        return requests.responseTime();
    }

    public Histogram serviceTime() {
        return requests.serviceTime();
    }
}
