package dev.loombench.analysis.profile;

import dev.loombench.observe.result.ProfiledCost;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Which code costs, in each variant of a run that was profiled; and where the cost differs from
/// that of the first variant.
///
/// @param profiles by variant, for each cost; none where nothing was profiled
/// @param differences of all variants but the first, for each cost
public record CodeCosts(List<CodeProfile> profiles, List<CodeDifference> differences) {
    public CodeCosts {
        profiles = List.copyOf(profiles);
        differences = List.copyOf(differences);
    }

    /// @param variants their names, the first one is compared with
    /// @param level of intervals; 1 - level is the false-discovery rate of each comparison
    public static CodeCosts of(List<String> variants, List<TrialResult> results, double level) {
        var profiles = new ArrayList<CodeProfile>();
        var differences = new ArrayList<CodeDifference>();
        for (var cost : ProfiledCost.values()) {
            var first = variants.getFirst();
            var ofFirst = trials(first, results, cost);
            for (var variant : variants) {
                boolean compares = !variant.equals(first);
                var trials = compares ? trials(variant, results, cost) : ofFirst;
                if (!trials.isEmpty()) {
                    profiles.add(CodeProfile.of(variant, trials, compares ? ofFirst : List.of()));
                }
                if (compares) {
                    FrameComparison.of(variant, trials, first, ofFirst, level)
                            .ifPresent(differences::add);
                }
            }
        }
        return new CodeCosts(profiles, differences);
    }

    private static List<TrialProfile> trials(
            String variant, List<TrialResult> results, ProfiledCost cost) {
        var trials = new ArrayList<TrialProfile>();
        for (var result : results) {
            if (result.trial().variant().equals(variant)
                    && result.outcome() instanceof Completed completed) {
                TrialProfile.of(result.trial().block(), completed, cost).ifPresent(trials::add);
            }
        }
        return trials;
    }

    public boolean isEmpty() {
        return profiles.isEmpty();
    }

    /// The profile of a variant; empty where it was not taken.
    public Optional<CodeProfile> of(String variant, ProfiledCost cost) {
        return profiles.stream()
                .filter(p -> p.variant().equals(variant) && p.cost() == cost)
                .findFirst();
    }

    /// The comparison of a variant with the first one; empty with too few blocks.
    public Optional<CodeDifference> differenceOf(String variant, ProfiledCost cost) {
        return differences.stream()
                .filter(d -> d.variant().equals(variant) && d.cost() == cost)
                .findFirst();
    }
}
