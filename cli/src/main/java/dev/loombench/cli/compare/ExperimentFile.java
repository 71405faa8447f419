package dev.loombench.cli.compare;

import dev.loombench.base.JvmVariables;
import dev.loombench.cli.option.WriteOption;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.variant.CommandSecrets;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.experiment.yaml.ExperimentWriter;
import dev.loombench.text.EnvironmentValue;
import dev.loombench.text.SecretNames;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.ValueSource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The file of an experiment that a command made, which `loombench run` repeats. Variables of the
/// lab stand for its secrets, apart from those in commands, which no variable can stand for.
///
/// @param command that made it, as in `compare`
/// @param experiment without other secrets than those in commands
/// @param secrets the variables
public record ExperimentFile(String command, Experiment experiment, List<String> secrets) {
    public ExperimentFile {
        secrets = List.copyOf(secrets);
    }

    /// The file of an experiment, in which variables of the lab stand for its secrets.
    public static ExperimentFile of(String command, Experiment experiment) {
        var ofRequests =
                experiment.traffic().values().entrySet().stream()
                        .filter(value -> value.getValue() instanceof ValueSource.Secret)
                        .map(Map.Entry::getKey)
                        .toList();
        var references = references(experiment.variants(), ofRequests);
        var secrets = new ArrayList<>(ofRequests);
        secrets.addAll(references.values());
        var variants =
                experiment.variants().stream()
                        .map(variant -> referring(variant, references))
                        .toList();
        var sources = new LinkedHashMap<String, ValueSource>();
        ofRequests.forEach(name -> sources.put(name, new ValueSource.Environment(name)));
        return new ExperimentFile(
                command, experiment.withVariants(variants).withValues(sources), secrets);
    }

    /// Variables of services that may be secrets -> the variables of the lab that have their
    /// values, with other names than those of the requests.
    private static Map<String, String> references(List<Variant> variants, List<String> ofRequests) {
        var references = new LinkedHashMap<String, String>();
        for (var variant : variants) {
            variant.environment()
                    .forEach((name, value) -> {
                        if (CommandSecrets.inVariable(name, value)) {
                            var variable = variable(name, value);
                            references.put(
                                    name,
                                    ofRequests.contains(variable)
                                            ? "SERVICE_" + variable
                                            : variable);
                        }
                    });
        }
        return references;
    }

    /// The same name, except for options of every JVM, which the lab's own is not to take.
    private static String variable(String name, String value) {
        return JvmVariables.NAMES.contains(name) && !EnvironmentValue.isReference(value)
                ? SecretNames.variable(name)
                : name;
    }

    private static Variant referring(Variant variant, Map<String, String> references) {
        var environment = new LinkedHashMap<>(variant.environment());
        environment.replaceAll((name, value) ->
                references.containsKey(name) ? "${" + references.get(name) + "}" : value);
        return variant.withEnvironment(environment);
    }

    /// The text of the file.
    ///
    /// @param folder of the file
    /// @throws WrongInput when it would be too large to be read
    public String text(Path folder) {
        return notes()
                + "# Written by loombench %s.\n".formatted(command)
                + ExperimentWriter.text(experiment, folder);
    }

    /// Which secrets the file has, and which not.
    private String notes() {
        boolean inCommands =
                experiment.variants().stream()
                        .flatMap(variant -> variant.service().stream())
                        .anyMatch(service -> !CommandSecrets.of(service.words()).isEmpty());
        var typed =
                inCommands
                        ? "# Commands in this file have values that may be secrets, as they were typed.\n"
                        : "";
        return secrets.isEmpty()
                ? typed
                : typed
                        + "# %s are not in this file. Before loombench run, export their values: %s.\n"
                                .formatted(
                                        inCommands ? "Other secrets" : "Secrets",
                                        String.join(", ", secrets));
    }

    /// Writes a new file. One with the same text stays: the same command wrote it, and started
    /// nothing then, or was interrupted.
    ///
    /// @throws WrongInput when it exists with another text, or cannot be written
    public void write(Path file) {
        var parent = file.getParent();
        var text = text(parent == null ? Path.of("") : parent);
        if (!WriteOption.has(file, text)) {
            WriteOption.write(file, text);
        }
    }
}
