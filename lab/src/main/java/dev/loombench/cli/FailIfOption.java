package dev.loombench.cli;

import dev.loombench.spec.Claim;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.yaml.ComparisonThreshold;
import java.util.List;
import picocli.CommandLine.Option;

/// The option for conditions under which a run has failed.
final class FailIfOption {
    @Option(
            names = "--fail-if",
            paramLabel = "CONDITION",
            description = {
                "Exit with 99 if it holds, as in 'virtual<0.95x' (of the first variant, by the metric"
                        + " of the verdict) or 'virtual p99>50ms'; with 4 if the interval contains the"
                        + " limit. Without a variant, for each. Repeatable."
            })
    private List<String> conditions = List.of();

    boolean isGiven() {
        return !conditions.isEmpty();
    }

    /// The claims that are contradicted where a condition holds.
    ///
    /// @throws SpecError when one is no condition on the experiment
    List<Claim> claims(ExperimentSpec spec) {
        return conditions.stream()
                .flatMap(text -> ComparisonThreshold.claims(text, spec).stream())
                .distinct()
                .toList();
    }
}
