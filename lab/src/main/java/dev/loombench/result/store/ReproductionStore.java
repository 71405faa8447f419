package dev.loombench.result.store;

import dev.loombench.result.Reproduction;
import dev.loombench.result.Reproduction.Ended;
import dev.loombench.result.Reproduction.Planned;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import tools.jackson.core.JacksonException;

/// The folder of a reproduction: what it set out to do, a folder of runs for each experiment, and
/// beside these how it ended.
///
/// An experiment has ended when its `ended.json` is there. So one that was interrupted is known by
/// a run without it.
///
/// One process works on it at a time, which holds its [ProcessLock]. What is read may come from
/// somebody else: no name in it leads outside the folder, and no symbolic link is followed.
public final class ReproductionStore implements AutoCloseable {
    private static final String PLAN = "reproduction.json";
    private static final String ENDED = "ended.json";

    private final Path folder;
    private final ProcessLock lock;
    private final Reproduction plan;

    private ReproductionStore(Path folder, ProcessLock lock, Reproduction plan) {
        this.folder = folder;
        this.lock = lock;
        this.plan = plan;
    }

    /// Makes a new folder `results/reproduce/<time>` and writes the plan in it.
    ///
    /// @throws ResultError when the disk refuses
    public static ReproductionStore create(Path results, Reproduction plan) {
        var parent = results.resolve("reproduce");
        try {
            var folder = ResultStore.newFolder(parent, plan.started());
            write(folder.resolve(PLAN), plan);
            return open(folder);
        } catch (IOException e) {
            throw new ResultError(
                    "cannot make a folder for results in %s: %s"
                            .formatted(parent, ResultStore.why(e)),
                    e);
        }
    }

    /// Opens a reproduction to go on with it; only one process may at a time.
    ///
    /// @throws ResultError when the folder is none of a reproduction, another process works on it,
    ///   or something in it is neither a file nor a folder
    public static ReproductionStore open(Path folder) {
        if (!Files.isDirectory(folder)
                || !Files.exists(folder.resolve(PLAN), LinkOption.NOFOLLOW_LINKS)) {
            throw new ResultError(
                    "%s holds no reproduction: there is no %s in it".formatted(folder, PLAN));
        }
        var plan = read(folder.resolve(PLAN), Reproduction.class);
        try {
            ResultFolder.requirePlain(folder, 1);
            var lock =
                    ProcessLock.tryTakeFolder(folder).orElseThrow(() -> ResultStore.busy(folder));
            return new ReproductionStore(folder, lock, plan);
        } catch (IOException e) {
            throw new ResultError("cannot open %s: %s".formatted(folder, ResultStore.why(e)), e);
        }
    }

    public Path folder() {
        return folder;
    }

    public Reproduction plan() {
        return plan;
    }

    /// Where the runs of an article's experiments have their folders.
    public Path runsOf(Planned planned) {
        return ResultFolder.inside(folder, planned.article());
    }

    /// The folder of the run with which an experiment ended; empty when there was none.
    ///
    /// @throws ResultError when that does not lie within this folder
    public Optional<Path> run(Ended ended) {
        return ended.run().map(run -> ResultFolder.inside(folder, run));
    }

    /// How an experiment ended; empty while it has not.
    ///
    /// @throws ResultError when the record cannot be read
    public Optional<Ended> ended(Planned planned) {
        var file = home(planned).resolve(ENDED);
        return Files.exists(file, LinkOption.NOFOLLOW_LINKS)
                ? Optional.of(read(file, Ended.class))
                : Optional.empty();
    }

    /// Keeps how an experiment ended.
    ///
    /// @throws ResultError when the disk refuses
    public void end(Planned planned, Ended ended) {
        var file = home(planned).resolve(ENDED);
        try {
            Files.createDirectories(home(planned));
            write(file, ended);
        } catch (IOException e) {
            throw new ResultError("cannot write %s: %s".formatted(file, ResultStore.why(e)), e);
        }
    }

    /// The latest run of an experiment, whole or not.
    ///
    /// @throws ResultError when the disk refuses
    public Optional<Path> begun(Planned planned) {
        if (!Files.isDirectory(home(planned))) {
            return Optional.empty();
        }
        try (var runs = Files.list(home(planned))) {
            return runs.filter(ResultStore::isRun).max(Comparator.naturalOrder());
        } catch (IOException e) {
            throw new ResultError(
                    "cannot look for runs in %s: %s".formatted(home(planned), ResultStore.why(e)),
                    e);
        }
    }

    private Path home(Planned planned) {
        return ResultFolder.inside(runsOf(planned), planned.spec().name());
    }

    private static void write(Path file, Object record) throws IOException {
        VersionedJson.write(file, record);
    }

    private static <T> T read(Path file, Class<T> type) {
        try {
            return VersionedJson.read(file, type);
        } catch (IOException e) {
            throw new ResultError("cannot read %s: %s".formatted(file, ResultStore.why(e)), e);
        } catch (JacksonException e) {
            throw new ResultError(
                    "%s is not the record of a reproduction: %s"
                            .formatted(file, e.getOriginalMessage()),
                    e);
        }
    }

    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException e) {
            throw new ResultError(
                    "cannot close the results in %s: %s".formatted(folder, ResultStore.why(e)), e);
        }
    }
}
