package dev.loombench.cli.compare;

import dev.loombench.spec.TrialCount;
import dev.loombench.spec.load.Template;
import dev.loombench.spec.text.SecretNames;
import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.TextSanitizer;
import dev.loombench.spec.text.Units;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The text of the experiment behind a comparison, which `loombench run` repeats.
///
/// @param question the title of the report
/// @param ready as under `ready` of an experiment; empty for the default
/// @param sameAnswers as under `same-answers`; empty for the default
/// @param environment as under `environment` of a service
/// @param load the lines below `load`
/// @param phases the lines below `phases`
/// @param rest further lines, as in `trials: 4`
public record ExperimentYaml(
        String question,
        Optional<Path> workingDirectory,
        Optional<String> ready,
        Optional<String> sameAnswers,
        Map<String, String> environment,
        List<NamedCommand> variants,
        List<String> load,
        List<String> phases,
        List<String> rest) {

    public ExperimentYaml {
        if (!environment.isEmpty() && variants.stream().anyMatch(NamedCommand::isRunning)) {
            throw new SpecError("--env does not go with a URL, whose service already runs");
        }
        if (variants.stream().anyMatch(NamedCommand::isRunning) && ready.isPresent()) {
            throw new SpecError(
                    "--ready and --ready-within do not go with a URL, whose service already runs");
        }
    }

    /// A line of a mapping with a text as its value.
    public static String text(String key, String value) {
        return "%s: %s".formatted(key, quoted(value));
    }

    /// The lines for the number of trials, as in `trials: {min: 4, max: 10}` and `budget: 10m`. The
    /// precision is that by default.
    public static List<String> trials(TrialCount trials) {
        var lines = new ArrayList<String>();
        lines.add(
                trials.precision().isEmpty()
                        ? "trials: " + trials.max()
                        : "trials: {min: %d, max: %d}".formatted(trials.min(), trials.max()));
        trials.budget().ifPresent(time -> lines.add("budget: " + Units.text(time)));
        return lines;
    }

    /// A line with a path of a request, in which a `$` has no meaning.
    public static String path(String path) {
        return text("path", Template.escaped(path));
    }

    /// The same experiment with further lines.
    public ExperimentYaml with(List<String> further) {
        return new ExperimentYaml(
                question,
                workingDirectory,
                ready,
                sameAnswers,
                environment,
                variants,
                load,
                phases,
                Stream.concat(rest.stream(), further.stream()).toList());
    }

    /// The text of the file, in which variables of the lab stand for secrets.
    ///
    /// @param ofRequests variables in the lines of the load that stand for secrets
    public String withoutSecrets(List<String> ofRequests) {
        var secrets = new ArrayList<>(ofRequests);
        var values = new LinkedHashMap<>(environment);
        values.replaceAll((name, value) -> {
            if (!SecretNames.contain(name)) {
                return value;
            }
            var variable = ofRequests.contains(name) ? "SERVICE_" + name : name;
            secrets.add(variable);
            return "${" + variable + "}";
        });
        return (secrets.isEmpty()
                        ? ""
                        : "# Secrets are not in this file. Before loombench run, export their values: %s.\n"
                                .formatted(String.join(", ", secrets)))
                + render(values);
    }

    /// The text of the experiment.
    public String render() {
        return render(environment);
    }

    private String render(Map<String, String> values) {
        var yaml = new StringBuilder("# Written by loombench compare.\n");
        yaml.append(text("question", question)).append('\n');
        yaml.append("service:");
        if (workingDirectory.isEmpty()
                && ready.isEmpty()
                && sameAnswers.isEmpty()
                && values.isEmpty()) {
            yaml.append(" {}");
        }
        yaml.append('\n');
        if (!values.isEmpty()) {
            yaml.append("  environment: {%s}\n".formatted(entries(values)));
        }
        workingDirectory.ifPresent(folder ->
                yaml.append("  ")
                        .append(text("working-directory", folder.toString()))
                        .append('\n'));
        ready.ifPresent(event -> yaml.append("  ready: ").append(event).append('\n'));
        sameAnswers.ifPresent(
                level -> yaml.append("  ").append(text("same-answers", level)).append('\n'));
        yaml.append("variants:\n");
        variants.forEach(variant -> yaml.append(variant(variant)));
        section("load", load, yaml);
        section("phases", phases, yaml);
        rest.forEach(line -> yaml.append(line).append('\n'));
        return yaml.toString();
    }

    private static String variant(NamedCommand variant) {
        if (variant.isRunning()) {
            return "  - %s\n    %s\n"
                    .formatted(text("name", variant.name()), text("url", variant.summary()));
        }
        var words =
                variant.words().stream()
                        .map(ExperimentYaml::quoted)
                        .collect(Collectors.joining(", "));
        return "  - %s\n    command: [%s]\n%s%s%s"
                .formatted(
                        text("name", variant.name()),
                        words,
                        line(variant.expects().map(threads -> "expects: " + threads.label())),
                        line(variant.jdk().map(jdk -> text("jdk", jdk.text()))),
                        line(variant.cpus().map(cpus -> text("cpus", cpus.text()))));
    }

    private static String line(Optional<String> ofVariant) {
        return ofVariant.map("    %s\n"::formatted).orElse("");
    }

    private static String entries(Map<String, String> values) {
        return values.entrySet().stream()
                .map(entry -> text(quoted(entry.getKey()), entry.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static void section(String key, List<String> lines, StringBuilder yaml) {
        yaml.append(key).append(":\n");
        lines.forEach(line -> yaml.append("  ").append(line).append('\n'));
    }

    /// A text in double quotes, in which YAML interprets `\` and `"` and joins lines.
    public static String quoted(String text) {
        return text.codePoints()
                .mapToObj(ExperimentYaml::escaped)
                .collect(Collectors.joining("", "\"", "\""));
    }

    private static String escaped(int codePoint) {
        return switch (codePoint) {
            case '\\' -> "\\\\";
            case '"' -> "\\\"";
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default ->
                    TextSanitizer.isPrintable(codePoint)
                            ? Character.toString(codePoint)
                            : "\\U%08X".formatted(codePoint);
        };
    }

    /// Writes the text to a new file.
    public static void write(Path file, String yaml) {
        try {
            Files.writeString(file, yaml, StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException e) {
            throw new SpecError("%s exists already; --write needs a new file".formatted(file));
        } catch (IOException e) {
            throw new SpecError("cannot write %s: %s".formatted(file, e));
        }
    }
}
