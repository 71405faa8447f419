package dev.loombench.run;

import dev.loombench.experiment.ComparisonTime;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.TrialCount;
import dev.loombench.result.WorkAfterLoad;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/// An estimate of the remaining time of a run: from its experiment at first, then from the trials
/// that have ended, each remaining one by the mean of its variant, because variants warm up for
/// different times. A variant without a trial so far counts as the mean of all. A trial that takes
/// longer than estimated takes nothing from those after it. A run that ends once it is precise
/// enough counts the trials that it is expected to need. With a budget, it is what is left of that,
/// or the time of the blocks that are run in any case.
final class RunEta {
    /// Time of a trial outside its phases: start, single user, stop.
    private static final Duration OVERHEAD = Duration.ofMillis(1_500);

    /// Time for which a server is observed after its load when it is idle then.
    private static final Duration REST = Duration.ofMillis(500);

    private final Duration trialEstimate;
    private final Optional<Duration> budget;
    private final LongSupplier nanoTime;
    private final long startedNanos;
    private final List<String> remaining;
    private final Map<String, Times> ended = new HashMap<>();
    private long trialStartedNanos;

    /// Trials that run now, the first of those that remain.
    private int together = 1;

    /// Of the blocks that are run however long they take.
    private int certainTrials;

    /// Of those that remain.
    private int expectedTrials;

    /// The trials of a variant that have ended.
    private record Times(int count, double nanos) {
        Times plus(double more) {
            return new Times(count + 1, nanos + more);
        }
    }

    /// @param remaining variants of the trials to be run, in their order
    /// @param nanoTime the monotonic clock
    /// @param spent part of the budget that is spent already
    RunEta(Experiment experiment, List<String> remaining, LongSupplier nanoTime, Duration spent) {
        this.trialEstimate = ofTrial(experiment);
        this.budget = experiment.trials().budget().map(time -> time.minus(spent));
        this.remaining = new ArrayList<>(remaining);
        this.expectedTrials = remaining.size();
        int further = Math.max(0, experiment.trials().max() - TrialCount.BUDGET_MIN);
        this.certainTrials = Math.max(0, remaining.size() - further * experiment.variants().size());
        this.nanoTime = nanoTime;
        this.startedNanos = nanoTime.getAsLong();
        this.trialStartedNanos = startedNanos;
    }

    /// The estimate for one trial before any has ended.
    private static Duration ofTrial(Experiment experiment) {
        return phases(experiment).plus(around(experiment, REST));
    }

    /// The time of a batch is unknown before the first one has ended.
    private static Duration phases(Experiment experiment) {
        var phases = experiment.phases();
        return experiment.isBatch() ? Duration.ZERO : phases.warmUpMax().plus(phases.measure());
    }

    /// @param rest of a server after its load
    private static Duration around(Experiment experiment, Duration rest) {
        return experiment.isBatch() ? OVERHEAD : OVERHEAD.plus(rest);
    }

    /// The estimate for a complete run before any trial has ended.
    static Duration ofRun(Experiment experiment) {
        return ofTrial(experiment).multipliedBy(trials(experiment));
    }

    /// The longest time of a complete run: a server may be busy after its load, and a service of
    /// the user may start slowly.
    static Duration longestOfRun(Experiment experiment) {
        boolean startsService =
                experiment.variants().stream().anyMatch(variant -> variant.service().isPresent());
        var around =
                startsService ? ComparisonTime.AROUND : around(experiment, WorkAfterLoad.LONGEST);
        return phases(experiment).plus(around).multipliedBy(trials(experiment));
    }

    private static long trials(Experiment experiment) {
        return (long) experiment.variants().size() * experiment.trials().max();
    }

    /// @param trials that run at the same time from now on
    void started(int trials) {
        together = trials;
    }

    /// @param variants of the trials that ended together; they have shared the time
    void ended(List<String> variants) {
        long now = nanoTime.getAsLong();
        double each = (double) (now - trialStartedNanos) / Math.max(1, variants.size());
        for (var variant : variants) {
            ended.put(variant, ended.getOrDefault(variant, new Times(0, 0)).plus(each));
            remaining.remove(variant);
        }
        certainTrials = Math.max(0, certainTrials - variants.size());
        expectedTrials = Math.max(0, expectedTrials - variants.size());
        trialStartedNanos = now;
    }

    /// @param trials further ones that the run is expected to need
    void expect(int trials) {
        expectedTrials = Math.max(0, trials);
    }

    /// Estimated time to the end of the run; 0 when it is exceeded.
    Duration remaining() {
        long now = nanoTime.getAsLong();
        double present = now - trialStartedNanos;
        double all = estimate(expectedTrials, present);
        double certain = estimate(certainTrials, present);
        double allowed =
                budget.map(time -> (double) (time.toNanos() - (now - startedNanos)))
                        .orElse(Double.MAX_VALUE);
        return Duration.ofNanos(Math.round(Math.max(0, Math.max(certain, Math.min(all, allowed)))));
    }

    /// @param trials the first of those that remain
    /// @param present time of those that run now, in ns
    private double estimate(int trials, double present) {
        var variants = remaining.subList(0, Math.min(trials, remaining.size()));
        int running = Math.min(together, variants.size());
        return Math.max(0, estimate(variants.subList(0, running)) - present)
                + estimate(variants.subList(running, variants.size()));
    }

    private double estimate(List<String> variants) {
        return variants.stream().mapToDouble(this::estimate).sum();
    }

    private double estimate(String variant) {
        var own = ended.get(variant);
        if (own != null) {
            return own.nanos() / own.count();
        }
        int count = ended.values().stream().mapToInt(Times::count).sum();
        return count == 0
                ? trialEstimate.toNanos()
                : ended.values().stream().mapToDouble(Times::nanos).sum() / count;
    }
}
