package dev.loombench.result.store;

import dev.loombench.result.Reproduction;
import dev.loombench.result.Reproduction.Ended;
import dev.loombench.result.Reproduction.Planned;
import dev.loombench.text.FileFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import tools.jackson.core.JacksonException;

/// The folder of a reproduction: its plan, a folder of runs per experiment, and the end of each
/// experiment.
///
/// An experiment has ended when its `ended.json` exists. An interrupted one has a run without that
/// file.
///
/// One process works on it at a time and has its [ProcessLock]; any may read it. The files may come
/// from an untrusted source: no name in them may lead outside the folder, and no symbolic link is
/// followed.
public final class ReproductionStore implements AutoCloseable {
    private static final String PLAN = "reproduction.json";
    private static final String ENDED = "ended.json";

    private final Path folder;
    private final Optional<ProcessLock> lock;
    private final Reproduction plan;

    private ReproductionStore(Path folder, Optional<ProcessLock> lock, Reproduction plan) {
        this.folder = folder;
        this.lock = lock;
        this.plan = plan;
    }

    /// Creates a folder `results/reproduce/<time>` and writes the plan into it.
    ///
    /// @throws ResultError when a write fails
    public static ReproductionStore create(Path results, Reproduction plan) {
        var parent = results.resolve("reproduce");
        try {
            var folder = ResultStore.newFolder(parent, plan.started());
            write(folder.resolve(PLAN), plan);
            return open(folder);
        } catch (IOException e) {
            throw new ResultError(
                    "cannot create a results folder in %s: %s".formatted(parent, FileFault.of(e)),
                    e);
        }
    }

    /// Whether a folder is that of a reproduction, readable or not.
    public static boolean holdsReproduction(Path folder) {
        return Files.isDirectory(folder)
                && Files.exists(folder.resolve(PLAN), LinkOption.NOFOLLOW_LINKS);
    }

    /// Opens a reproduction to continue it; only one process may do so at a time.
    ///
    /// @throws ResultError when the folder is not that of a reproduction, another process works on
    ///   it, or it contains something that is neither a file nor a folder
    public static ReproductionStore open(Path folder) {
        var plan = plan(folder);
        try {
            ResultFolder.requirePlain(folder, 1);
            var lock =
                    ProcessLock.tryTakeFolder(folder)
                            .orElseThrow(() -> ResultStore.lockedByAnother(folder));
            return new ReproductionStore(folder, Optional.of(lock), plan);
        } catch (IOException e) {
            throw new ResultError("cannot open %s: %s".formatted(folder, FileFault.of(e)), e);
        }
    }

    /// Opens a reproduction to show it: nothing in it is written, and another process may work on
    /// it.
    ///
    /// @throws ResultError when the folder is not that of a reproduction
    public static ReproductionStore openToShow(Path folder) {
        return new ReproductionStore(folder, Optional.empty(), plan(folder));
    }

    private static Reproduction plan(Path folder) {
        if (!holdsReproduction(folder)) {
            throw new ResultError(
                    "%s is not the folder of a reproduction: it has no %s".formatted(folder, PLAN));
        }
        return read(folder.resolve(PLAN), Reproduction.class);
    }

    public Path folder() {
        return folder;
    }

    public Reproduction plan() {
        return plan;
    }

    /// The folder of the runs of an article's experiments.
    public Path runsFolder(Planned planned) {
        return ResultFolder.inside(folder, planned.article());
    }

    /// The folder of an ended experiment's run; empty when it has none.
    ///
    /// @throws ResultError when it is not within this folder
    public Optional<Path> run(Ended ended) {
        return ended.run().map(run -> ResultFolder.inside(folder, run));
    }

    /// The end of an experiment; empty while it has not ended.
    ///
    /// @throws ResultError when the record cannot be read
    public Optional<Ended> ended(Planned planned) {
        var file = experimentFolder(planned).resolve(ENDED);
        return Files.exists(file, LinkOption.NOFOLLOW_LINKS)
                ? Optional.of(read(file, Ended.class))
                : Optional.empty();
    }

    /// Records the end of an experiment.
    ///
    /// @throws ResultError when a write fails
    public void recordEnd(Planned planned, Ended ended) {
        var file = experimentFolder(planned).resolve(ENDED);
        try {
            Files.createDirectories(experimentFolder(planned));
            write(file, ended);
        } catch (IOException e) {
            throw new ResultError("cannot write %s: %s".formatted(file, FileFault.of(e)), e);
        }
    }

    /// The latest run of an experiment, complete or not.
    ///
    /// @throws ResultError when a write fails
    public Optional<Path> latestRun(Planned planned) {
        if (!Files.isDirectory(experimentFolder(planned))) {
            return Optional.empty();
        }
        try (var runs = Files.list(experimentFolder(planned))) {
            return runs.filter(ResultStore::isRun).max(Comparator.naturalOrder());
        } catch (IOException e) {
            throw new ResultError(
                    "cannot list the runs in %s: %s"
                            .formatted(experimentFolder(planned), FileFault.of(e)),
                    e);
        }
    }

    private Path experimentFolder(Planned planned) {
        return ResultFolder.inside(runsFolder(planned), planned.experiment().name());
    }

    private static void write(Path file, Object record) throws IOException {
        VersionedJson.write(file, record);
    }

    private static <T> T read(Path file, Class<T> type) {
        try {
            return VersionedJson.read(file, type);
        } catch (IOException e) {
            throw new ResultError("cannot read %s: %s".formatted(file, FileFault.of(e)), e);
        } catch (JacksonException e) {
            throw new ResultError(
                    "%s is not the record of a reproduction: %s"
                            .formatted(file, e.getOriginalMessage()),
                    e);
        }
    }

    @Override
    public void close() {
        if (lock.isEmpty()) {
            return;
        }
        try {
            lock.get().close();
        } catch (IOException e) {
            throw new ResultError(
                    "cannot close the results in %s: %s".formatted(folder, FileFault.of(e)), e);
        }
    }
}
