package dev.loombench.experiment;

import java.time.Duration;

/// How a comparison of services shares its budget out among warm-ups and windows.
public final class ComparisonTime {
    /// What a trial needs besides its phases: the start of a service, its first responses and
    /// observations without load.
    public static final Duration AROUND = Duration.ofSeconds(15);

    private static final Duration WARM_UP_STEP = Duration.ofSeconds(5);
    private static final Duration BUDGET_STEP = Duration.ofMinutes(5);

    private ComparisonTime() {}

    /// The longest warm-up with which the fewest rounds fit the budget, but never below the
    /// default: a service that is slower to warm up needs a larger budget, and no other option.
    public static Duration longestWarmUp(Duration budget, int variants, Duration measure) {
        var trial = budget.dividedBy(fewestTrials(variants));
        var rest = trial.minus(measure).minus(AROUND);
        var whole = WARM_UP_STEP.multipliedBy(rest.dividedBy(WARM_UP_STEP));
        return whole.compareTo(Defaults.COMPARISON_WARM_UP_MAX) > 0
                ? whole
                : Defaults.COMPARISON_WARM_UP_MAX;
    }

    /// The budget, in steps of 5 min, whose longest warm-up is at least this one.
    public static Duration budget(Duration warmUp, int variants, Duration measure) {
        var least = warmUp.plus(measure).plus(AROUND).multipliedBy(fewestTrials(variants));
        long steps = least.plus(BUDGET_STEP).minusNanos(1).dividedBy(BUDGET_STEP);
        return BUDGET_STEP.multipliedBy(steps);
    }

    private static long fewestTrials(int variants) {
        return (long) Defaults.COMPARISON_TRIALS.min() * variants;
    }
}
