package dev.loombench.experiment.yaml;

import dev.loombench.experiment.AdjustedExperiment;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.variant.ServerDescription;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.ConnectionPolicy;
import dev.loombench.traffic.Traffic;
import dev.loombench.yaml.MappingFile;
import dev.loombench.yaml.MappingReader;
import dev.loombench.yaml.NodeParser;
import dev.loombench.yaml.Problems;
import dev.loombench.yaml.SourceText;
import dev.loombench.yaml.Values;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads and validates an experiment from a YAML file.
///
/// `experiments/experiment.schema.json` describes the format. A file may be hostile: reading it
/// takes bounded time and memory, creates no objects of its choice and uses no network, and
/// messages contain no escape sequences from its text.
public final class ExperimentReader {
    /// A question on one line, without quotes and without a comment at the end.
    private static final Pattern QUESTION_LINE =
            Pattern.compile(
                    "^question: (\\p{Alnum}[^#:\\r\\n]*[^#:\\s])[ \\t]*$(?!(\\r?\\n)+[ \\t]+\\S)",
                    Pattern.MULTILINE);

    /// An unindented line that may be a key of an experiment, or that only a parser can interpret.
    /// Other files are not parsed, which would take most of the time of `list`.
    private static final Pattern PERHAPS_EXPERIMENT =
            Pattern.compile("^(question|load|[^#\\p{Alnum}\\s])", Pattern.MULTILINE);

    private final Map<String, ServerDescription> zoo = new LinkedHashMap<>();

    /// @param zoo servers that variants can use
    public ExperimentReader(List<ServerDescription> zoo) {
        zoo.forEach(server -> this.zoo.put(server.name(), server));
    }

    /// The experiment, with the name of the file without `.yaml` or `.yml`.
    ///
    /// @throws WrongInput when the file cannot be read or is wrong; lists every problem with line
    ///   and column, what was found and what was expected
    public Experiment read(Path file) {
        return read(SourceText.read(file), nameOf(file), folderOf(file));
    }

    /// The experiment with values that replace those of the file, and the list of changes.
    ///
    /// @throws WrongInput as [#read(Path)], or for a value that does not fit the experiment
    public AdjustedExperiment read(Path file, Overrides overrides) {
        var source = SourceText.read(file);
        var problems = new Problems(source);
        var changes = new ArrayList<String>();
        var root = overrides.applied(NodeParser.parse(source, problems), changes);
        var experiment =
                new ExperimentParser(zoo, problems)
                        .read(nameOf(file), folderOf(file), root)
                        .orElseThrow(problems::error);
        return new AdjustedExperiment(overrides.withVariants(experiment, changes), changes);
    }

    /// Whether a file is an experiment, valid or not: the folders also contain other YAML files. A
    /// file that cannot be read counts as an experiment, so that reading it reports the error.
    public static boolean isExperiment(Path file) {
        try {
            var source = SourceText.read(file);
            if (QUESTION_LINE.matcher(source.text()).find()) {
                return true;
            }
            if (!PERHAPS_EXPERIMENT.matcher(source.text()).find()) {
                return false;
            }
            var keys = NodeParser.parse(source, new Problems(source)).entries();
            return keys.containsKey("question") || keys.containsKey("load");
        } catch (WrongInput unreadable) {
            return true;
        }
    }

    /// The question of an experiment, without a check of the rest. Usually it is found without
    /// parsing: a line such as `question: Which one is faster?`.
    ///
    /// @throws WrongInput when the file cannot be read, or has no question
    public static String question(Path file) {
        var source = SourceText.read(file);
        var line = QUESTION_LINE.matcher(source.text());
        if (line.find()) {
            return line.group(1);
        }
        var problems = new Problems(source);
        var root = new MappingReader("an experiment", NodeParser.parse(source, problems), problems);
        return root.require("question", Values::line).orElseThrow(problems::error);
    }

    public Experiment read(SourceText source, String name) {
        return read(source, name, Path.of(""));
    }

    /// @param folder base of relative paths
    public Experiment read(SourceText source, String name, Path folder) {
        var problems = new Problems(source);
        var root = NodeParser.parse(source, problems);
        return new ExperimentParser(zoo, problems)
                .read(name, folder, root)
                .orElseThrow(problems::error);
    }

    /// Reads `requests` and `values`, in the same form as under `load`, from a file with no other
    /// keys.
    ///
    /// @param messages whether the bodies are messages of WebSocket
    /// @throws WrongInput as [#read]
    public static Traffic requests(
            Path file, ConnectionPolicy connections, Duration timeout, boolean messages) {
        return MappingFile.read(
                SourceText.read(file),
                "a file of requests",
                root -> {
                    root.allow(Keys.REQUESTS_FILE);
                    root.requirePresent("requests");
                    var traffic =
                            new TrafficParser(root, folderOf(file), Optional.empty())
                                    .traffic(connections, timeout, messages);
                    return traffic::orElseThrow;
                });
    }

    private static Path folderOf(Path file) {
        var parent = file.getParent();
        return parent == null ? Path.of("") : parent;
    }

    private static String nameOf(Path file) {
        var name = String.valueOf(file.getFileName()).replaceFirst("\\.ya?ml$", "");
        if (!Experiment.isName(name)) {
            throw new WrongInput(
                    "%s: the name of an experiment must consist of %s, was %s"
                            .formatted(
                                    TextSanitizer.of(file.toString()),
                                    Experiment.NAME_RULE,
                                    TextSanitizer.quoted(name)));
        }
        return name;
    }
}
