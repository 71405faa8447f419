package dev.loombench.experiment;

import dev.loombench.experiment.variant.CommandSecrets;
import dev.loombench.text.EnvironmentValue;
import dev.loombench.traffic.ValueSource;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/// What a run needs again to be resumed: results have no values that may be secrets.
///
/// @param variables of the lab that give its commands and its services' environment their secrets
///   again
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
        var lost = new LinkedHashSet<String>();
        environment(experiment)
                .forEach((name, values) -> {
                    // a variable of the lab has one value
                    var known = values.size() > 1 ? lost : variables;
                    known.add(name);
                });
        lost.addAll(ofRequests(experiment));
        variables.removeAll(lost);
        return new NotStored(List.copyOf(variables), List.copyOf(lost));
    }

    /// Variables of services that may have secrets -> their values.
    private static Map<String, Set<String>> environment(Experiment experiment) {
        var values = new LinkedHashMap<String, Set<String>>();
        for (var launched : experiment.launched()) {
            if (launched.service().isPresent()) {
                launched.environment()
                        .forEach((name, value) -> {
                            if (isMissing(name, value)) {
                                values.computeIfAbsent(name, _ -> new HashSet<>()).add(value);
                            }
                        });
            }
        }
        return values;
    }

    private static boolean isMissing(String name, String value) {
        return value.equals(EnvironmentValue.NOT_STORED)
                || (!EnvironmentValue.isReference(value) && CommandSecrets.inVariable(name, value));
    }

    private static Set<String> ofRequests(Experiment experiment) {
        var lost = new LinkedHashSet<String>();
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
