package dev.loombench.result;

import dev.loombench.result.Observation.Series;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.Failed;
import dev.loombench.result.TrialOutcome.Measured;
import dev.loombench.result.TrialOutcome.Ran;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/// The folder of one run: what it set out to do, and each trial from the moment it ended.
///
/// A trial's own files are written first and its line in `trials.jsonl` last, so a line means a
/// whole trial. A line that a kill or a full disk has torn is not a trial; it is passed over, and
/// cut off before the next one is appended.
public final class ResultStore implements AutoCloseable {
    private static final String MANIFEST = "run.json";
    private static final String TRIALS = "trials.jsonl";
    private static final String LATENCIES = "latency.hlog";
    private static final String SERIES = "series.csv";
    private static final DateTimeFormatter FOLDER =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm-ss");

    private final Path folder;

    /// Not a channel: an interrupt would close that in the midst of a trial.
    private final RandomAccessFile trials;

    private final FileLock lock;

    private ResultStore(Path folder, RandomAccessFile trials, FileLock lock) {
        this.folder = folder;
        this.trials = trials;
        this.lock = lock;
    }

    /// Makes a new folder `results/<experiment>/<time>` and writes the manifest in it.
    ///
    /// @throws ResultError when the disk refuses
    public static ResultStore create(Path results, RunManifest manifest) {
        var experiment = results.resolve(manifest.spec().name());
        try {
            var folder = newFolder(experiment, manifest.started());
            Files.write(folder.resolve(MANIFEST), bytes(manifest));
            return open(folder);
        } catch (IOException e) {
            throw new ResultError(
                    "cannot make a folder for results in %s: %s".formatted(experiment, why(e)), e);
        }
    }

    /// A new folder named by the time; the second of one second has a number too.
    static Path newFolder(Path parent, Instant time) throws IOException {
        Files.createDirectories(parent);
        return newFolder(parent, FOLDER.format(time.atZone(ZoneId.systemDefault())));
    }

    /// Writes what the run set out to do anew, whole or not at all.
    ///
    /// @throws ResultError when the disk refuses
    public void amend(RunManifest manifest) {
        var file = folder.resolve(MANIFEST);
        var unfinished = folder.resolve(MANIFEST + ".new");
        try {
            Files.write(unfinished, bytes(manifest));
            Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new ResultError("cannot write %s: %s".formatted(file, why(e)), e);
        }
    }

    private static byte[] bytes(RunManifest manifest) {
        return Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(manifest);
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

    /// Opens the folder of an earlier run to append to it; only one process may at a time.
    ///
    /// @throws ResultError when it is no run, or another process writes to it
    public static ResultStore open(Path folder) {
        try {
            if (!Files.exists(folder.resolve(MANIFEST))) {
                throw new ResultError(
                        "%s holds no run: there is no %s in it".formatted(folder, MANIFEST));
            }
            var trials = new RandomAccessFile(folder.resolve(TRIALS).toFile(), "rw");
            var lock = tryLock(trials.getChannel());
            if (lock == null) {
                trials.close();
                throw new ResultError("another process is writing to " + folder);
            }
            cutTornLine(trials);
            return new ResultStore(folder, trials, lock);
        } catch (IOException e) {
            throw new ResultError("cannot open %s: %s".formatted(folder, why(e)), e);
        }
    }

    private static @Nullable FileLock tryLock(FileChannel trials) throws IOException {
        try {
            return trials.tryLock();
        } catch (OverlappingFileLockException ours) {
            return null;
        }
    }

    /// Leaves the file's position behind the last whole line.
    private static void cutTornLine(RandomAccessFile trials) throws IOException {
        long end = trials.length();
        while (end > 0) {
            trials.seek(end - 1);
            if (trials.read() == '\n') {
                break;
            }
            end--;
        }
        if (end < trials.length()) {
            trials.setLength(end);
        }
        trials.seek(end);
    }

    public Path folder() {
        return folder;
    }

    /// The folder for a trial's own files, made if it is not there.
    ///
    /// @throws ResultError when the disk refuses
    public Path trialFolder(Trial trial) {
        var path = trialFolder(folder, trial);
        try {
            return Files.createDirectories(path);
        } catch (IOException e) {
            throw new ResultError("cannot make %s: %s".formatted(path, why(e)), e);
        }
    }

    private static Path trialFolder(Path folder, Trial trial) {
        return folder.resolve("trial-%03d".formatted(trial.number()));
    }

    /// Keeps a trial for good.
    ///
    /// @throws ResultError when the disk refuses; the trials before it stay whole
    public void append(TrialResult result) {
        try {
            var own = trialFolder(result.trial());
            if (result.outcome() instanceof Completed completed) {
                LatencyLog.write(
                        own.resolve(LATENCIES),
                        result.startedNanos(),
                        completed.load().intervals());
            }
            if (result.outcome() instanceof Measured measured) {
                SeriesTable.write(own.resolve(SERIES), result.startedNanos(), series(measured));
            }
            var line = Json.MAPPER.writeValueAsString(lineOf(result)) + "\n";
            trials.write(line.getBytes(StandardCharsets.UTF_8));
            trials.getFD().sync();
        } catch (IOException e) {
            throw new ResultError(
                    "cannot keep trial %d in %s: %s"
                            .formatted(result.trial().number(), folder, why(e)),
                    e);
        }
    }

    private static List<Series> series(Measured measured) {
        return measured.observations().stream()
                .filter(Series.class::isInstance)
                .map(Series.class::cast)
                .toList();
    }

    /// What goes into the line: all but what has a file of its own.
    private static TrialResult lineOf(TrialResult result) {
        return switch (result.outcome()) {
            case Failed failed -> result;
            case Ran ran -> result.with(ran.with(allButSeries(ran)));
            case Completed completed ->
                    result.with(
                            new Completed(
                                    completed.warmUp(),
                                    completed.load().with(List.of()),
                                    completed.unloadedResponseNanos(),
                                    allButSeries(completed)));
        };
    }

    /// Whether a folder is that of a run.
    static boolean isRun(Path folder) {
        return Files.isRegularFile(folder.resolve(MANIFEST));
    }

    private static List<Observation> allButSeries(Measured measured) {
        return measured.observations().stream().filter(o -> !(o instanceof Series)).toList();
    }

    /// Reads what a run set out to do.
    ///
    /// @throws ResultError when the folder is no run
    public static RunManifest manifest(Path folder) {
        var file = folder.resolve(MANIFEST);
        try {
            return Json.MAPPER.readValue(Files.readAllBytes(file), RunManifest.class);
        } catch (IOException e) {
            throw new ResultError(
                    "%s holds no run: cannot read %s (%s)".formatted(folder, MANIFEST, why(e)), e);
        } catch (JacksonException e) {
            throw new ResultError(
                    "%s is not the record of a run: %s".formatted(file, e.getOriginalMessage()), e);
        }
    }

    /// Reads every finished trial, in the order in which they ended.
    ///
    /// @throws ResultError when a file is missing or is not what it should be
    public static List<TrialResult> trials(Path folder) {
        var file = folder.resolve(TRIALS);
        if (!Files.exists(file)) {
            return List.of();
        }
        try {
            var text = Files.readString(file);
            var results = new ArrayList<TrialResult>();
            int from = 0;
            for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
                results.add(readTrial(folder, results.size() + 1, text.substring(from, end)));
                from = end + 1;
            }
            return results;
        } catch (IOException e) {
            throw new ResultError("cannot read %s: %s".formatted(file, why(e)), e);
        }
    }

    private static TrialResult readTrial(Path folder, int line, String json) throws IOException {
        TrialResult result;
        try {
            result = Json.MAPPER.readValue(json, TrialResult.class);
        } catch (JacksonException e) {
            throw new ResultError(
                    "%s:%d is not a trial: %s"
                            .formatted(folder.resolve(TRIALS), line, e.getOriginalMessage()),
                    e);
        }
        var own = trialFolder(folder, result.trial());
        return switch (result.outcome()) {
            case Failed _ -> result;
            case Ran ran -> result.with(ran.with(observations(own, result, ran)));
            case Completed completed -> {
                var intervals = LatencyLog.read(own.resolve(LATENCIES), result.startedNanos());
                yield result.with(
                        new Completed(
                                completed.warmUp(),
                                completed.load().with(intervals),
                                completed.unloadedResponseNanos(),
                                observations(own, result, completed)));
            }
        };
    }

    /// Those with a file of their own, and those of the line.
    private static List<Observation> observations(Path own, TrialResult result, Measured ofLine)
            throws IOException {
        var all =
                new ArrayList<Observation>(
                        SeriesTable.read(own.resolve(SERIES), result.startedNanos()));
        all.addAll(ofLine.observations());
        return all;
    }

    static String why(IOException e) {
        var message = e.getMessage();
        return message == null
                ? e.getClass().getSimpleName()
                : e.getClass().getSimpleName() + ": " + message;
    }

    @Override
    public void close() {
        try {
            lock.release();
            trials.close();
        } catch (IOException e) {
            throw new ResultError(
                    "cannot close the results in %s: %s".formatted(folder, why(e)), e);
        }
    }
}
