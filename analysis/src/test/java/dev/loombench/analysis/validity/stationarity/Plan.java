package dev.loombench.analysis.validity.stationarity;

import dev.loombench.SampleRun;
import dev.loombench.analysis.finding.VariantTrials;
import dev.loombench.analysis.finding.VariantTrials.KnownBound;
import dev.loombench.base.Window;
import dev.loombench.load.result.LoadResults;
import dev.loombench.observe.result.Observation;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.WarmUp;
import dev.loombench.result.TrialResult;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// How long the trials of a simulated run are, s.
record Plan(int trials, int warmUp, int window) {
    static final long SECOND = 1_000_000_000;

    /// Has what no test of a plan looks at.
    private static final Completed LIKE = SampleRun.completed(1_000, 100);

    int end() {
        return warmUp + window;
    }

    /// A trial of this length.
    Completed trial(List<Observation> observations) {
        return SampleRun.completed(
                new WarmUp(new Window(0, warmUp * SECOND), 10_000, LIKE.warmUp().metrics()),
                LoadResults.of(
                        new Window(warmUp * SECOND, end() * SECOND),
                        LIKE.load().counts(),
                        LIKE.load().connections(),
                        LIKE.load().generator(),
                        LIKE.load().intervals()),
                LIKE.unloaded(),
                observations);
    }

    /// The trials of a variant, of which nothing else is known.
    static VariantTrials of(List<TrialResult> results) {
        return new VariantTrials(
                SampleRun.POOL,
                results,
                List.of(),
                OptionalDouble.empty(),
                KnownBound.NONE,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }
}
