package dev.loombench.load.option;

import dev.loombench.export.Export;
import dev.loombench.export.Exporter;
import dev.loombench.text.FileFault;
import dev.loombench.text.Suggestions;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/// The option that also writes a result to files.
public final class ExportOption {
    private static final String EXPECTED = "--export takes FORMAT=FILE, as in json=result.json";

    @Option(
            names = "--export",
            paramLabel = "FORMAT=FILE",
            description =
                    "Also write the result to a file, in a format of --output, as in json=result.json;"
                            + " repeatable.")
    private List<String> exports = List.of();

    public boolean isGiven() {
        return !exports.isEmpty();
    }

    /// The files; nothing is written yet.
    ///
    /// @param formats by their names in lower case
    /// @throws WrongInput when an export is wrong, or its file can clearly not be written
    public <D, F extends Enum<F> & Exporter<? super D>> List<Export<D>> parse(F[] formats) {
        return parse(formats, Map.of());
    }

    /// The same where another command has more formats.
    ///
    /// @param others name -> where it is
    public <D, F extends Enum<F> & Exporter<? super D>> List<Export<D>> parse(
            F[] formats, Map<String, String> others) {
        var parsed = new ArrayList<Export<D>>();
        var files = new HashSet<Path>();
        for (var given : exports) {
            int sign = given.indexOf('=');
            if (sign < 0) {
                throw new WrongInput("%s, was %s".formatted(EXPECTED, TextSanitizer.quoted(given)));
            }
            var file = file(given.substring(sign + 1));
            if (!files.add(file)) {
                throw new WrongInput("two exports name the file " + file);
            }
            parsed.add(new Export<>(format(given.substring(0, sign), formats, others), file));
        }
        return parsed;
    }

    private static <F extends Enum<F>> F format(
            String name, F[] formats, Map<String, String> others) {
        var names = Stream.of(formats).map(Enum::name).toList();
        return Stream.of(formats)
                .filter(format -> format.name().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        new WrongInput(
                                "--export: no format %s%s"
                                        .formatted(
                                                TextSanitizer.quoted(name),
                                                others.containsKey(name)
                                                        ? "; " + others.get(name)
                                                        : Suggestions.hint(name, names))));
    }

    /// The file that a name leads to: a link to a file is followed, so that the link stays.
    private static Path file(String name) {
        if (name.isEmpty() || name.equals("-")) {
            throw new WrongInput(
                    "%s; --output FORMAT prints the result, was %s"
                            .formatted(EXPECTED, TextSanitizer.quoted(name)));
        }
        var file = Path.of(name);
        if (Files.exists(file)) {
            if (!Files.isRegularFile(file)) {
                throw new WrongInput("--export: %s is no regular file".formatted(file));
            }
            return writable(resolved(file));
        }
        var folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new WrongInput("--export: there is no folder %s".formatted(folder));
        }
        return writable(resolved(folder).resolve(String.valueOf(file.getFileName())));
    }

    /// A file is replaced by another one in its folder.
    private static Path writable(Path file) {
        var folder = file.getParent();
        if (folder != null && !Files.isWritable(folder)) {
            throw new WrongInput(
                    "--export: permission denied to write a file in the folder " + folder);
        }
        return file;
    }

    private static Path resolved(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException e) {
            throw new WrongInput("--export: cannot read %s: %s".formatted(file, FileFault.of(e)));
        }
    }
}
