package dev.loombench.experiment;

import dev.loombench.experiment.variant.CommandSecrets;
import dev.loombench.text.EnvironmentValue;
import dev.loombench.traffic.ValueSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/// What a run needs again to be resumed: results have no values that may be secrets.
///
/// @param variables of the lab that give its commands their secrets again
/// @param lost names of values that nothing gives it again; with any, it cannot be resumed
public record NotStored(List<String> variables, List<String> lost) {
    /// A run that needs nothing again.
    public static final NotStored NOTHING = new NotStored(List.of(), List.of());

    public NotStored {
        variables = List.copyOf(variables);
        lost = List.copyOf(lost);
    }

    /// @param experiment of the run, with its secrets or from its results
    public static NotStored of(Experiment experiment) {
        var variables = new LinkedHashSet<String>();
        UnaryOperator<List<String>> collected =
                words -> {
                    variables.addAll(CommandSecrets.variables(words));
                    return words;
                };
        for (var variant : experiment.variants()) {
            var _ = variant.withWords(collected);
        }
        var _ = experiment.scenario().withWords(collected);
        return new NotStored(List.copyOf(variables), List.copyOf(lost(experiment)));
    }

    private static Set<String> lost(Experiment experiment) {
        var lost = new LinkedHashSet<String>();
        for (var launched : experiment.launched()) {
            if (launched.service().isPresent()) {
                launched.environment()
                        .forEach((name, value) -> {
                            if (!EnvironmentValue.isReference(value)) {
                                lost.add(name);
                            }
                        });
            }
        }
        experiment
                .traffic()
                .values()
                .forEach((name, source) -> {
                    if (source instanceof ValueSource.Secret) {
                        lost.add("${" + name + "}");
                    }
                });
        return lost;
    }
}
