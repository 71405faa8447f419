package dev.loombench.spec;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads an experiment from a YAML file, and accepts only a good one.
///
/// The format is published as `experiments/experiment.schema.json`. A file may be hostile: it is
/// read in bounded time and memory, makes no objects, reaches no network, and its text cannot
/// restyle a terminal through a message.
public final class SpecReader {
    private final Map<String, ServerDescription> zoo = new LinkedHashMap<>();

    /// @param zoo what the variants can name
    public SpecReader(List<ServerDescription> zoo) {
        zoo.forEach(server -> this.zoo.put(server.name(), server));
    }

    /// The experiment, named as the file is without `.yaml` or `.yml`.
    ///
    /// @throws SpecError when the file cannot be read or is wrong: all that is wrong with it, each
    ///   with line and column, what was met and what was due
    public ExperimentSpec read(Path file) {
        return read(Source.read(file), nameOf(file));
    }

    ExperimentSpec read(Source source, String name) {
        var problems = new Problems(source);
        var root = NodeParser.parse(source, problems);
        return new ExperimentReading(zoo, problems).read(name, root).orElseThrow(problems::error);
    }

    private static String nameOf(Path file) {
        var name = String.valueOf(file.getFileName()).replaceFirst("\\.ya?ml$", "");
        if (!ExperimentSpec.isName(name)) {
            throw new SpecError(
                    "%s: names its experiment %s; letters, digits, . _ and - are due"
                            .formatted(Printable.of(file.toString()), Printable.quoted(name)));
        }
        return name;
    }
}
