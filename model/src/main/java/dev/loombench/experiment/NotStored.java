package dev.loombench.experiment;

import dev.loombench.experiment.variant.CommandSecrets;
import dev.loombench.experiment.variant.Dependencies;
import dev.loombench.text.EnvironmentValue;
import dev.loombench.text.SecretNames;
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
        var values = new LinkedHashMap<String, Set<String>>();
        var lost = new LinkedHashSet<String>();
        ofCommands(experiment, values);
        ofEnvironment(experiment, values, lost);
        values.forEach((variable, secrets) -> {
            if (secrets.size() > 1) {
                lost.add(variable); // a variable of the lab has one value
            }
        });
        lost.addAll(ofRequests(experiment));
        var variables = new LinkedHashSet<>(values.keySet());
        variables.removeAll(lost);
        return new NotStored(List.copyOf(variables), List.copyOf(lost));
    }

    /// The experiment with [EnvironmentValue#LOST] in place of the variables of services that are
    /// lost, so that its results tell them from those that the lab gives again.
    public static Experiment marked(Experiment experiment) {
        var lost = of(experiment).lost();
        if (lost.isEmpty()) {
            return experiment;
        }
        UnaryOperator<Map<String, String>> marked =
                environment -> {
                    var shown = new LinkedHashMap<>(environment);
                    shown.replaceAll((name, value) ->
                            lost.contains(SecretNames.variable(name)) && isSecret(name, value)
                                    ? EnvironmentValue.LOST
                                    : value);
                    return shown;
                };
        var variants =
                experiment.variants().stream()
                        .map(variant ->
                                variant.service().isPresent()
                                        ? variant.withEnvironment(
                                                marked.apply(variant.environment()))
                                        : variant)
                        .toList();
        return experiment
                .withVariants(variants)
                .withScenario(experiment.scenario().withEnvironment(marked));
    }

    /// @param values variable of the lab -> secrets that it gives again, which this adds
    private static void ofCommands(Experiment experiment, Map<String, Set<String>> values) {
        UnaryOperator<List<String>> collected =
                words -> {
                    CommandSecrets.variables(words)
                            .forEach((name, secrets) -> secrets(name, values).addAll(secrets));
                    return words;
                };
        for (var variant : experiment.variants()) {
            var _ = variant.withWords(collected);
        }
        var _ = experiment.scenario().withWords(collected);
    }

    private static Set<String> secrets(String variable, Map<String, Set<String>> values) {
        return values.computeIfAbsent(variable, _ -> new HashSet<>());
    }

    /// @param values as above
    /// @param lost variables whose value has the port of a backend, which none of the lab can have;
    ///   this adds them
    private static void ofEnvironment(
            Experiment experiment, Map<String, Set<String>> values, Set<String> lost) {
        for (var launched : experiment.launched()) {
            if (launched.service().isPresent()) {
                launched.environment()
                        .forEach((name, value) -> {
                            var variable = SecretNames.variable(name);
                            if (value.equals(EnvironmentValue.NOT_STORED)) {
                                var _ = secrets(variable, values);
                            } else if (value.equals(EnvironmentValue.LOST)) {
                                lost.add(variable);
                            } else if (isSecret(name, value)) {
                                secrets(variable, values).add(value);
                                if (Dependencies.namesPort(value)) {
                                    lost.add(variable);
                                }
                            }
                        });
            }
        }
    }

    private static boolean isSecret(String name, String value) {
        return !EnvironmentValue.isReference(value) && CommandSecrets.inVariable(name, value);
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
