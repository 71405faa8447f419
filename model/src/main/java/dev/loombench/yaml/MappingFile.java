package dev.loombench.yaml;

import java.util.function.Function;
import java.util.function.Supplier;

/// A file with one mapping, in YAML 1.2, of which JSON is a part.
public final class MappingFile {
    private MappingFile() {}

    /// Reads its value.
    ///
    /// @param noun the name of the mapping in messages, as in `a server`
    /// @param parser reads the values, and returns what makes the result of them; that is only
    ///   called where no value is wrong
    /// @throws WrongInput when the file is wrong; lists every problem with line and column
    public static <T> T read(
            SourceText source, String noun, Function<MappingReader, Supplier<T>> parser) {
        var problems = new Problems(source);
        var mapping = NodeParser.parse(source, "a mapping of keys to values", problems);
        var root = new MappingReader(noun, mapping, problems);
        var result = parser.apply(root);
        if (problems.count() > 0) {
            throw problems.error();
        }
        return result.get();
    }
}
