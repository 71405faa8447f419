package dev.loombench.report.html;

import dev.loombench.report.Format;
import dev.loombench.report.html.RunPageModel.RawFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The files of a run's folder, for the links of its page.
final class RawFiles {
    private RawFiles() {}

    /// The run's own files first, then those of each trial.
    ///
    /// @return empty without such a folder
    static List<RawFile> of(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        var files = new ArrayList<RawFile>();
        var runFiles = new ArrayList<String>();
        for (var entry : sorted(folder)) {
            var name = name(entry);
            if (Files.isDirectory(entry)) {
                var trialFiles =
                        sorted(entry).stream()
                                .filter(Files::isRegularFile)
                                .map(f -> RelativeLink.of(name + "/" + name(f)))
                                .toList();
                files.add(new RawFile(Format.plain(name), trialFiles));
            } else if (!name.endsWith(".html")) {
                runFiles.add(RelativeLink.of(name));
            }
        }
        files.addFirst(new RawFile("the run", runFiles));
        return files;
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }

    private static List<Path> sorted(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + folder, e);
        }
    }
}
