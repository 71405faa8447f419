package dev.loombench.result.store;

import dev.loombench.export.DurableFile;
import java.io.IOException;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/// A JSON file that begins with the version of its format.
final class VersionedJson {
    private static final String FORMAT = "format";

    /// Raised when a key is removed or changes its meaning.
    private static final int VERSION = 1;

    private VersionedJson() {}

    /// Writes or replaces a file atomically.
    static void write(Path file, Object content) throws IOException {
        var tree = ResultJson.MAPPER.createObjectNode().put(FORMAT, VERSION);
        tree.setAll((ObjectNode) ResultJson.MAPPER.valueToTree(content));
        DurableFile.write(
                file, ResultJson.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(tree));
    }

    /// @throws ResultError when the file is of another version
    /// @throws JacksonException when it contains something else
    static <T> T read(Path file, Class<T> type) throws IOException {
        var json = ResultJson.MAPPER.readTree(ResultFile.read(file));
        if (!(json instanceof ObjectNode tree)) {
            throw new ResultError("%s is not a JSON object".formatted(file));
        }
        int version = tree.path(FORMAT).asInt(0);
        if (version != VERSION) {
            throw new ResultError(
                    "%s has %s, and this version of Loombench reads format %d: measure again, or use the version that wrote it"
                            .formatted(
                                    file,
                                    version == 0 ? "no format" : "format " + version,
                                    VERSION));
        }
        tree.remove(FORMAT);
        return ResultJson.MAPPER.treeToValue(tree, type);
    }
}
