package harness;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// A load generator: its program, how to install it, its command lines, and the reader of its
/// report.
///
/// Commands are templates, see [LoadParameters#fill]; an empty template means that the generator
/// does not have this load model.
///
/// @param program a name on `PATH`, or a path with `{bench}` or `{home}`
/// @param reportFlags options added for a run with a report
/// @param digest command that prints the report after a run; empty when the generator prints it
/// @param reader reads the report in the generator's folder; empty when it has no percentiles
record Generator(
        String name,
        String program,
        String install,
        String closed,
        String open,
        String reportFlags,
        String digest,
        Optional<Function<Path, GeneratorReport>> reader) {

    static Generator of(String name, String program, String install) {
        return new Generator(name, program, install, "", "", "", "", Optional.empty());
    }

    Generator closed(String template) {
        return new Generator(name, program, install, template, open, reportFlags, digest, reader);
    }

    Generator open(String template) {
        return new Generator(name, program, install, closed, template, reportFlags, digest, reader);
    }

    /// @param flags options that make the generator report
    /// @param newReader reads the report in the generator's folder
    Generator reports(String flags, Function<Path, GeneratorReport> newReader) {
        return new Generator(
                name, program, install, closed, open, flags, digest, Optional.of(newReader));
    }

    Generator digest(String template) {
        return new Generator(name, program, install, closed, open, reportFlags, template, reader);
    }

    /// A generator with another command for both models and the same form of report.
    Generator variant(String newName, String template) {
        var newProgram = template.strip().replaceAll("\\s.*", "");
        return new Generator(
                newName, newProgram, install, template, template, reportFlags, digest, reader);
    }

    boolean reportsPercentiles() {
        return reader.isPresent();
    }

    boolean installed(CpuPlacement placement) {
        var path =
                program.replace("{bench}", "" + placement.bench())
                        .replace("{home}", "" + placement.home());
        return path.contains("/")
                ? Files.isExecutable(Path.of(path))
                : Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, path)));
    }

    /// Starts the generator in the open model when the load has a rate and the generator has that
    /// model, otherwise in the closed model.
    ChildProcess start(LoadParameters load) {
        var template = load.rate() > 0 && !open.isEmpty() ? open : closed;
        var command = new ArrayList<>(load.fill(template));
        if (load.reporting() && !reportFlags.isEmpty()) {
            command.addAll(command.size() - 1, load.fill(reportFlags)); // the URL stays last
        }
        try {
            Files.writeString(load.folder().resolve("target.txt"), "GET " + load.url() + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return ChildProcess.start(name, load.placement().onGeneratorCore(command), load.folder());
    }

    /// Reads the report on a run that has ended.
    GeneratorReport report(LoadParameters load) {
        if (!digest.isEmpty()) {
            try (var child = ChildProcess.start(name, load.fill(digest), load.folder())) {
                child.awaitSuccess(Duration.ofMinutes(1));
            }
        }
        return reader.map(r -> r.apply(load.folder())).orElse(GeneratorReport.NONE);
    }
}
