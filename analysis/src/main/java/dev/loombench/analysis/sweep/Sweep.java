package dev.loombench.analysis.sweep;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.VariantSummary;
import dev.loombench.analysis.comparison.Verdict;
import dev.loombench.analysis.finding.ResultFinding;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The same comparison with several numbers of users.
///
/// @param levels in ascending order of users, at least one, of the same variants
/// @param missing numbers of users of the levels that have not ended, as the sweep was interrupted
public record Sweep(List<Level> levels, List<Integer> missing) {

    /// @param users of the load
    public record Level(int users, Analysis analysis) {}

    /// Neighbouring levels between which a variant becomes better than the first, or stops to be.
    ///
    /// @param better whether it is better from `to` on
    public record Crossover(int from, int to, boolean better) {}

    public Sweep {
        levels = List.copyOf(levels);
        missing = List.copyOf(missing);
    }

    /// A variant of one level.
    public static VariantSummary of(Level level, String variant) {
        return level.analysis().variants().stream()
                .filter(v -> v.variant().name().equals(variant))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no variant " + variant));
    }

    /// Whether a variant has a valid figure of the metric that decides at a level, and the first
    /// one too: a level that is invalid by a third one is valid for these.
    public static boolean isMeasured(Level level, String variant) {
        var analysis = level.analysis();
        var first = analysis.variants().getFirst();
        return analysis.valid()
                || (of(level, variant).counts().completed() > 0
                        && first.counts().completed() > 0
                        && ResultFinding.invalidating(
                                        analysis.findings(),
                                        analysis.manifest().experiment().metric(),
                                        variant,
                                        first.variant().name())
                                .isEmpty());
    }

    /// The one place at which a variant changes between better and not better. Empty without such a
    /// place, with several, and where a level next to it is invalid for it or undecided.
    public Optional<Crossover> crossover(String variant) {
        var found = new ArrayList<Optional<Crossover>>();
        Optional<Boolean> decided = Optional.empty();
        int last = 0;
        for (int i = 0; i < levels.size(); i++) {
            var better = isBetter(levels.get(i), variant);
            if (better.isPresent()) {
                if (decided.isPresent() && !decided.equals(better)) {
                    found.add(between(last, i, better.get()));
                }
                decided = better;
                last = i;
            }
        }
        return found.size() == 1 ? found.getFirst() : Optional.empty();
    }

    /// Empty where a level between is not decided.
    private Optional<Crossover> between(int last, int level, boolean better) {
        return level == last + 1
                ? Optional.of(
                        new Crossover(levels.get(last).users(), levels.get(level).users(), better))
                : Optional.empty();
    }

    /// Empty where that is not decided.
    private static Optional<Boolean> isBetter(Level level, String variant) {
        if (!isMeasured(level, variant)) {
            return Optional.empty();
        }
        return switch (of(level, variant).verdict()) {
            case Verdict.Better _ -> Optional.of(true);
            case Verdict.Worse _, Verdict.NoDifference _ -> Optional.of(false);
            case Verdict.DependsOnProcess(_, var better) -> better;
            case Verdict.Baseline _,
                    Verdict.Different _,
                    Verdict.Undecided _,
                    Verdict.NoEvidence _,
                    Verdict.Invalid _ ->
                    Optional.empty();
        };
    }
}
