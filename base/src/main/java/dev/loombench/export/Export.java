package dev.loombench.export;

import dev.loombench.text.FileFault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/// A file that receives a result in one form.
///
/// @param <D> what is reported
/// @param file its folder exists
public record Export<D>(Exporter<? super D> exporter, Path file) {

    /// Writes or replaces the file atomically.
    ///
    /// @return why that was not possible; empty when it is written
    public Optional<String> write(D document) {
        var text = exporter.export(document);
        try {
            DurableFile.write(file, text.getBytes(StandardCharsets.UTF_8));
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of("cannot write %s: %s".formatted(file, FileFault.of(e)));
        }
    }
}
