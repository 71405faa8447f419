package dev.loombench.analysis.validity.capacity;

import static dev.loombench.text.Figures.number;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;
import java.time.Duration;

/// The capacity rises from window to window of the processes that confirm it.
///
/// @param rise from the first window of a process to the last, as a share
public record RisesWithTime(String variant, double rise) implements CapacityFinding {
    public static final Kind KIND =
            new Kind(
                    "rises-with-time",
                    "a search: within the processes that confirm, what is used at a rate falls from window to window, by more than 2.5 standard errors, and later windows well below the capacity use hardly any; by chance in less than 1 % of searches of a queue",
                    "note");

    /// Several times that of the processes.
    private static final Duration AGE = Duration.ofMinutes(5);

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "from its first window to the last the capacity of a process rose by about %s %%"
                        .formatted(number(100 * rise)),
                "the capacity is that of the first minutes of a process, and one that has served for longer may hold far more",
                "use a longer warm-up, " + LongerRun.fixedWarmUp(AGE));
    }
}
