package dev.loombench.result.store;

import dev.loombench.result.SweepRuns;
import dev.loombench.result.SweepRuns.LevelRun;
import dev.loombench.text.FileFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.core.JacksonException;

/// The folder of a sweep, `results/<name>/<time>`: the list of its runs, which are elsewhere below
/// the results, and its page.
///
/// The list may come from an untrusted source: no run in it may be outside the results folder.
public final class SweepStore {
    private static final String FILE = "sweep.json";

    private SweepStore() {}

    /// Writes the list, atomically.
    ///
    /// @param folder created if it is missing
    /// @throws ResultError when a write fails
    public static void write(Path folder, SweepRuns runs) {
        try {
            Files.createDirectories(folder);
            VersionedJson.write(folder.resolve(FILE), runs);
        } catch (IOException e) {
            throw new ResultError(
                    "cannot write %s: %s".formatted(folder.resolve(FILE), FileFault.of(e)), e);
        }
    }

    public static boolean holdsSweep(Path folder) {
        return Files.exists(folder.resolve(FILE), LinkOption.NOFOLLOW_LINKS);
    }

    /// @throws ResultError when the folder is not that of a sweep
    public static SweepRuns read(Path folder) {
        var file = folder.resolve(FILE);
        try {
            var runs = VersionedJson.read(file, SweepRuns.class);
            if (runs.levels().stream().noneMatch(level -> level.run().isPresent())) {
                throw new ResultError("%s names no run".formatted(file));
            }
            return runs;
        } catch (IOException e) {
            throw new ResultError("cannot read %s: %s".formatted(file, FileFault.of(e)), e);
        } catch (JacksonException e) {
            throw new ResultError(
                    "%s is not the record of a sweep: %s".formatted(file, e.getOriginalMessage()),
                    e);
        }
    }

    /// The folder of a level's run; empty where it has not ended.
    ///
    /// @param folder of the sweep
    /// @throws ResultError when it is not below the results folder
    public static Optional<Path> run(Path folder, LevelRun level) {
        var name = Objects.requireNonNull(folder.toAbsolutePath().normalize().getParent());
        var results = Objects.requireNonNull(name.getParent());
        return level.run().map(run -> ResultFolder.inside(results, run));
    }
}
