package dev.loombench.analysis.finding;

import dev.loombench.analysis.trial.HandlerStats;
import dev.loombench.analysis.trial.Histograms;
import dev.loombench.analysis.trial.Latency;
import dev.loombench.analysis.trial.TrialFigures;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.RecordedValues;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.Successful;
import dev.loombench.result.TrialResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/// The trials of one variant and the results of their analysis.
///
/// @param results of all trials that have ended, in the order in which they ran
/// @param figures of the successful trials, in the same order
/// @param unloadedNanos median response time of a single user; empty where it was not measured
/// @param bound that explains the throughput
/// @param limit of what served its requests, if they were more than it serves; empty where unknown
/// @param pinned waits that held carriers; empty where there were none
/// @param listed threads under load; empty where they were not listed
public record VariantTrials(
        String variant,
        List<TrialResult> results,
        List<TrialFigures> figures,
        OptionalDouble unloadedNanos,
        KnownBound bound,
        Optional<ServingLimit> limit,
        Optional<PinnedWaits> pinned,
        Optional<ListedThreads> listed) {

    /// Which known bound explains the throughput.
    public enum KnownBound {
        CPU,
        OTHER,
        NONE
    }

    /// Waits of virtual threads that held their carriers.
    ///
    /// @param share of the carriers' time, 0..1
    /// @param path of the calls that took longest
    public record PinnedWaits(double share, long count, String path) {}

    /// Threads that the JVM listed under load.
    ///
    /// @param virtual all virtual threads
    /// @param platform most platform threads at one place, idle ones of a pool not counted
    public record ListedThreads(int virtual, int platform) {}

    public VariantTrials {
        results = List.copyOf(results);
        figures = List.copyOf(figures);
    }

    /// The trials that gave figures.
    public List<TrialResult> successfulResults() {
        return results.stream().filter(r -> r.outcome() instanceof Successful).toList();
    }

    public List<Successful> successful() {
        return successfulResults().stream().map(r -> (Successful) r.outcome()).toList();
    }

    /// The trials of a server, not those of a batch.
    public List<Completed> completed() {
        return results.stream()
                .filter(r -> r.outcome() instanceof Completed)
                .map(r -> (Completed) r.outcome())
                .toList();
    }

    /// Those of the trials whose servers reported statistics of their handlers, with their own
    /// figures: processes of one variant may differ by a factor.
    public VariantTrials withHandlerStats() {
        var kept = new ArrayList<TrialResult>();
        var keptFigures = new ArrayList<TrialFigures>();
        var own = successfulResults();
        for (int i = 0; i < own.size(); i++) {
            if (own.get(i).outcome() instanceof Completed trial
                    && HandlerStats.of(trial).isPresent()) {
                kept.add(own.get(i));
                keptFigures.add(figures.get(i));
            }
        }
        return new VariantTrials(
                variant, kept, keptFigures, unloadedNanos, bound, limit, pinned, listed);
    }

    public List<LoadResult> loads() {
        return completed().stream().map(Completed::load).toList();
    }

    /// Mean of the trials, per second.
    public double throughput() {
        return figures.stream().mapToDouble(TrialFigures::throughput).average().orElse(0);
    }

    /// All trials merged.
    public Latency latency() {
        return Latency.merged(figures.stream().map(TrialFigures::latency).toList());
    }

    /// All trials merged, ns.
    public Histogram responseTime() {
        return Histograms.merged(figures.stream().map(f -> f.latency().responseTime()));
    }

    /// Mean of all trials merged, s.
    public double meanServiceSeconds() {
        var all = Histograms.merged(figures.stream().map(f -> f.latency().serviceTime()));
        return RecordedValues.mean(all) / 1e9;
    }
}
