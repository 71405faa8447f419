package dev.loombench.experiment;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.loombench.text.Units;
import dev.loombench.text.WrongInput;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/// The number of trials per variant: fixed, or as many as every comparison needs to be precise
/// enough.
///
/// @param min trials per variant, however precise they are
/// @param max trials per variant, however imprecise they are
/// @param precision largest distance of an interval's ends from its middle, on a scale of ratios;
///   no unit, as in 0.03; empty when the number is fixed
/// @param budget time after which no further block begins; empty where only their number ends the
///   run
public record TrialCount(
        int min,
        int max,
        OptionalDouble precision,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Duration> budget) {
    /// Largest number of trials per variant that is accepted.
    public static final int MAX_TRIALS = 1_000;

    /// Trials per variant that no budget prevents: two show nearly nothing about their spread.
    public static final int BUDGET_MIN = 3;

    public TrialCount {
        if (min < 1 || max > MAX_TRIALS) {
            throw new WrongInput(
                    "trials must be between 1 and %d, was %s"
                            .formatted(MAX_TRIALS, min == max ? min : min + " to " + max));
        }
        if (max < min) {
            throw new WrongInput("trials max (%d) must not be below min (%d)".formatted(max, min));
        }
        if (precision.isPresent()) {
            if (!(precision.getAsDouble() > 0 && precision.getAsDouble() < 1)) {
                throw new WrongInput(
                        "precision must be above 0%% and below 100%%, was %s%%"
                                .formatted(100 * precision.getAsDouble()));
            }
            if (min < 2) {
                throw new WrongInput(
                        "trials min must be at least 2: a single trial shows no precision");
            }
        } else if (min != max) {
            throw new WrongInput("trials from %d to %d need a precision".formatted(min, max));
        }
        if (budget.isPresent() && !budget.get().isPositive()) {
            throw new WrongInput("budget must be above 0, was " + Units.text(budget.get()));
        }
    }

    /// As many trials as every comparison needs, within limits.
    public TrialCount(int min, int max, OptionalDouble precision) {
        this(min, max, precision, Optional.empty());
    }

    /// A fixed number of trials per variant.
    public static TrialCount exactly(int trials) {
        return new TrialCount(trials, trials, OptionalDouble.empty());
    }

    /// The same number within a time.
    public TrialCount within(Duration time) {
        return new TrialCount(min, max, precision, Optional.of(time));
    }

    /// What a run was that ended after some blocks, whose end did not depend on their figures.
    ///
    /// @param blocks at most `max`
    public TrialCount endedAfter(int blocks) {
        return new TrialCount(Math.min(min, blocks), blocks, precision, budget);
    }

    /// Number of interim analyses, which check whether the results are precise enough: one after
    /// each round from `min` to the one before the last.
    public int analyses() {
        return max - min;
    }
}
