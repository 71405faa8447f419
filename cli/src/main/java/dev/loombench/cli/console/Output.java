package dev.loombench.cli.console;

import dev.loombench.export.Export;
import dev.loombench.export.Exporter;
import dev.loombench.report.export.Document;
import dev.loombench.report.export.TextExporter;
import dev.loombench.result.store.ResultError;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Where a result goes: one form on standard output, others to files.
///
/// @param <D> what is reported
/// @param printed empty where nothing is printed
public record Output<D>(Optional<Exporter<? super D>> printed, List<Export<D>> exports) {
    public Output {
        exports = List.copyOf(exports);
    }

    /// Text for the terminal, with its colours and its width.
    public static Exporter<Document> text() {
        return new TextExporter(Terminal.paint(), Terminal.width());
    }

    /// Whether the terminal shows the report as text.
    public boolean printsText() {
        return printed.filter(form -> form instanceof TextExporter).isPresent();
    }

    /// The same without the form on standard output.
    public Output<D> withoutPrinting() {
        return new Output<>(Optional.empty(), exports);
    }

    /// Prints, then writes all files.
    ///
    /// @throws ResultError when a file cannot be written; the result is printed, and the other
    ///   files are written
    public void write(D document, PrintWriter out) {
        print(document, out);
        export(document);
    }

    public void print(D document, PrintWriter out) {
        printed.ifPresent(form -> out.print(form.export(document)));
        out.flush();
    }

    /// Writes several files, each also where another one cannot be written.
    ///
    /// @param writes throws `ResultError` where its file cannot be written
    /// @throws ResultError when one cannot be written; the others are written
    public static void writeEach(List<Runnable> writes) {
        var failures = new ArrayList<String>();
        for (var write : writes) {
            try {
                write.run();
            } catch (ResultError e) {
                failures.add(String.valueOf(e.getMessage()));
            }
        }
        if (!failures.isEmpty()) {
            throw new ResultError(String.join("\n", failures));
        }
    }

    /// Writes all files.
    ///
    /// @throws ResultError when one cannot be written; the others are written
    public void export(D document) {
        var failures =
                exports.stream()
                        .flatMap(export -> export.write(document).stream())
                        .collect(Collectors.joining("\n"));
        if (!failures.isEmpty()) {
            throw new ResultError(failures);
        }
    }
}
