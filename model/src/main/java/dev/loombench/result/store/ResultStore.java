package dev.loombench.result.store;

import dev.loombench.export.DurableFile;
import dev.loombench.result.RunManifest;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialResult;
import dev.loombench.text.FileFault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import tools.jackson.core.JacksonException;

/// The folder of one run: its manifest, and each trial as soon as it has ended.
///
/// One process writes to it at a time and has its [ProcessLock]; any number may read. The files may
/// come from an untrusted source or be damaged: see [ResultFile] and [RunReader].
public final class ResultStore implements AutoCloseable {
    private static final String MANIFEST = "run.json";

    /// Trials that were interleaved, in a run that continued one after the other.
    private static final String ASIDE = "interleaved";

    private static final DateTimeFormatter FOLDER_NAME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm-ss");

    private final Path folder;
    private final ProcessLock lock;
    private TrialLog log;

    private ResultStore(Path folder, ProcessLock lock, TrialLog log) {
        this.folder = folder;
        this.lock = lock;
        this.log = log;
    }

    /// Creates a folder `results/<experiment>/<time>` and writes the manifest into it.
    ///
    /// @throws ResultError when a write fails
    public static ResultStore create(Path results, RunManifest manifest) {
        var experiment = results.resolve(manifest.experiment().name());
        try {
            var folder = newFolder(experiment, manifest.started());
            VersionedJson.write(folder.resolve(MANIFEST), manifest.withoutLost());
            return open(folder);
        } catch (IOException e) {
            throw new ResultError(
                    "cannot create a results folder in %s: %s"
                            .formatted(experiment, FileFault.of(e)),
                    e);
        }
    }

    /// Creates a folder named by the time, with a number if the name is taken.
    public static Path newFolder(Path parent, Instant time) throws IOException {
        Files.createDirectories(parent);
        return newFolder(parent, FOLDER_NAME.format(time.atZone(ZoneId.systemDefault())));
    }

    private static Path newFolder(Path experiment, String time) throws IOException {
        for (int i = 1; ; i++) {
            try {
                return Files.createDirectory(experiment.resolve(i == 1 ? time : time + "-" + i));
            } catch (FileAlreadyExistsException taken) {
                if (i == 1_000) {
                    throw taken;
                }
            }
        }
    }

    /// Opens the folder of an earlier run to append to it; only one process may do so at a time.
    ///
    /// @throws ResultError when it is not a run, another process writes to it, or it contains
    ///   something that is neither a file nor a folder
    public static ResultStore open(Path folder) {
        requireRun(folder);
        try {
            ResultFolder.requirePlain(folder, 2); // before any of it is opened for writing
            var lock = ProcessLock.tryTakeFolder(folder).orElseThrow(() -> lockedByAnother(folder));
            try {
                return new ResultStore(folder, lock, TrialLog.open(folder));
            } catch (IOException e) {
                lock.close();
                throw e;
            }
        } catch (IOException e) {
            throw new ResultError("cannot open %s: %s".formatted(folder, FileFault.of(e)), e);
        }
    }

    static ResultError lockedByAnother(Path folder) {
        return new ResultError(
                "another process is writing to %s: wait until it has ended, or stop it"
                        .formatted(folder));
    }

    /// Replaces the manifest atomically.
    ///
    /// @throws ResultError when a write fails
    public void replaceManifest(RunManifest manifest) {
        var file = folder.resolve(MANIFEST);
        try {
            VersionedJson.write(file, manifest.withoutLost());
        } catch (IOException e) {
            throw new ResultError("cannot write %s: %s".formatted(file, FileFault.of(e)), e);
        }
    }

    public Path folder() {
        return folder;
    }

    /// Creates an empty folder for the files of a trial that is about to start.
    ///
    /// @throws ResultError when a write fails
    public Path newTrialFolder(Trial trial) {
        var path = folder.resolve(folderName(trial));
        try {
            return ResultFolder.makeEmpty(path);
        } catch (IOException e) {
            throw new ResultError("cannot create %s: %s".formatted(path, FileFault.of(e)), e);
        }
    }

    static String folderName(Trial trial) {
        return "trial-%03d".formatted(trial.number());
    }

    /// Stores a trial durably: its own files first, its line last, each synced.
    ///
    /// @throws ResultError when a write fails; the earlier trials remain complete
    public void append(TrialResult result) {
        try {
            var trialFolder = ResultFolder.make(folder.resolve(folderName(result.trial())));
            log.append(TrialLine.of(result, TrialFiles.write(trialFolder, result)));
        } catch (IOException e) {
            throw new ResultError(
                    "cannot store trial %d in %s: %s"
                            .formatted(result.trial().number(), folder, FileFault.of(e)),
                    e);
        }
    }

    /// Removes the lines of damaged trials, so that these can be measured again.
    public StoredRun dropDamaged() {
        return dropDamaged(_ -> false);
    }

    /// Removes the lines of damaged trials and of others.
    ///
    /// @param repeated whether a trial is to be measured again
    /// @return the run without them
    /// @throws ResultError when a write fails; all lines then remain
    public StoredRun dropDamaged(Predicate<TrialResult> repeated) {
        var file = folder.resolve(TrialLog.FILE);
        try {
            var reader = RunReader.read(folder, manifest(folder));
            var kept = new ArrayList<TrialResult>();
            var lines = new StringBuilder();
            for (int i = 0; i < reader.completeLines().size(); i++) {
                var trial = reader.run().trials().get(i);
                if (!repeated.test(trial)) {
                    kept.add(trial);
                    lines.append(reader.completeLines().get(i)).append('\n');
                }
            }
            if (!reader.run().damage().isEmpty() || kept.size() < reader.completeLines().size()) {
                DurableFile.write(file, lines.toString().getBytes(StandardCharsets.UTF_8));
                log.close();
                log = TrialLog.open(folder);
            }
            return new StoredRun(reader.run().manifest(), kept, List.of());
        } catch (IOException e) {
            throw new ResultError("cannot rewrite %s: %s".formatted(file, FileFault.of(e)), e);
        }
    }

    /// Sets all trials aside, so that the run begins anew with another manifest: their folders and
    /// the lines of their log get names of their own.
    ///
    /// After an interruption at any time, the run can be resumed under one of both manifests.
    ///
    /// @throws ResultError when a write fails
    public void setAside(RunManifest next) {
        var lines = folder.resolve(TrialLog.FILE);
        try {
            DurableFile.write(folder.resolve(ASIDE + ".jsonl"), ResultFile.read(lines));
            for (var trial : next.plan()) {
                var path = folder.resolve(folderName(trial));
                if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                    var target = folder.resolve(ASIDE + "-%03d".formatted(trial.number()));
                    ResultFolder.makeEmpty(target);
                    Files.move(path, target, StandardCopyOption.REPLACE_EXISTING);
                }
            }
            replaceManifest(next);
            log.close();
            DurableFile.write(lines, new byte[0]);
            log = TrialLog.open(folder);
        } catch (IOException e) {
            throw new ResultError(
                    "cannot set the trials in %s aside: %s".formatted(folder, FileFault.of(e)), e);
        }
    }

    /// Whether a folder is that of a run.
    static boolean isRun(Path folder) {
        return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                && ResultFile.exists(folder.resolve(MANIFEST));
    }

    /// Whether a folder, or the target of a link, has a run in it, readable or not.
    public static boolean holdsRun(Path folder) {
        return Files.exists(folder.resolve(MANIFEST), LinkOption.NOFOLLOW_LINKS);
    }

    private static void requireRun(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new ResultError("%s is not a folder".formatted(folder));
        }
        if (!holdsRun(folder)) {
            throw new ResultError(
                    "%s is not the folder of a run: it has no %s".formatted(folder, MANIFEST));
        }
    }

    /// Reads the manifest of a run.
    ///
    /// @throws ResultError when the folder is not a run
    public static RunManifest manifest(Path folder) {
        requireRun(folder);
        var file = folder.resolve(MANIFEST);
        try {
            return VersionedJson.read(file, RunManifest.class);
        } catch (IOException e) {
            throw new ResultError("cannot read %s: %s".formatted(file, FileFault.of(e)), e);
        } catch (JacksonException e) {
            throw new ResultError(
                    "%s is not the record of a run: %s".formatted(file, e.getOriginalMessage()), e);
        }
    }

    /// Reads a run: every complete trial, and the damaged parts.
    ///
    /// @throws ResultError when the folder is not a run, or its log cannot be read at all
    public static StoredRun read(Path folder) {
        try {
            return RunReader.read(folder, manifest(folder)).run();
        } catch (IOException e) {
            throw new ResultError(
                    "cannot read %s: %s".formatted(folder.resolve(TrialLog.FILE), FileFault.of(e)),
                    e);
        }
    }

    /// The text of a file in a folder of results; no link is followed.
    ///
    /// @throws ResultError when it cannot be read
    public static String text(Path file) {
        try {
            return new String(ResultFile.read(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new ResultError("cannot read %s: %s".formatted(file, FileFault.of(e)), e);
        }
    }

    @Override
    public void close() {
        try (lock) {
            log.close();
        } catch (IOException e) {
            throw new ResultError(
                    "cannot close the results in %s: %s".formatted(folder, FileFault.of(e)), e);
        }
    }
}
