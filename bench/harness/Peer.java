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

/// A load generator: how to find it, how to get it, how to drive it, and how to read what it says.
///
/// Commands are templates, see [Load#fill]; an empty one means that it has no such model.
///
/// @param program a name on `PATH`, or a path with `{bench}` or `{home}`
/// @param reportFlags added when its report is wanted
/// @param digest a command run after it, whose output is the report; empty when it reports by
///   itself
/// @param reader reads the report in its folder; none when it tells no percentiles
record Peer(
        String name,
        String program,
        String install,
        String closed,
        String open,
        String reportFlags,
        String digest,
        Optional<Function<Path, Report>> reader) {

    static Peer of(String name, String program, String install) {
        return new Peer(name, program, install, "", "", "", "", Optional.empty());
    }

    Peer closed(String template) {
        return new Peer(name, program, install, template, open, reportFlags, digest, reader);
    }

    Peer open(String template) {
        return new Peer(name, program, install, closed, template, reportFlags, digest, reader);
    }

    /// @param flags what makes it report
    /// @param newReader reads the report, which is in the peer's folder
    Peer reports(String flags, Function<Path, Report> newReader) {
        return new Peer(
                name, program, install, closed, open, flags, digest, Optional.of(newReader));
    }

    Peer digest(String template) {
        return new Peer(name, program, install, closed, open, reportFlags, template, reader);
    }

    /// Another command for both models, which reports as this one does.
    Peer variant(String newName, String template) {
        var newProgram = template.strip().replaceAll("\\s.*", "");
        return new Peer(
                newName, newProgram, install, template, template, reportFlags, digest, reader);
    }

    /// Whether it tells no percentiles.
    boolean silent() {
        return reader.isEmpty();
    }

    boolean present(Place place) {
        var path =
                program.replace("{bench}", "" + place.bench()).replace("{home}", "" + place.home());
        return path.contains("/")
                ? Files.isExecutable(Path.of(path))
                : Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, path)));
    }

    /// Starts it in the closed model, or in the open one when the load has a rate and the peer has
    /// that model.
    Child start(Load load) {
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
        return Child.start(name, load.place().onGeneratorCore(command), load.folder());
    }

    /// What it said of a run that has ended.
    Report report(Load load) {
        if (!digest.isEmpty()) {
            try (var child = Child.start(name, load.fill(digest), load.folder())) {
                child.awaitSuccess(Duration.ofMinutes(1));
            }
        }
        return reader.map(r -> r.apply(load.folder())).orElse(Report.NONE);
    }
}
