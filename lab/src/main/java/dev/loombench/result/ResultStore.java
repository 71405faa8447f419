package dev.loombench.result;

import dev.loombench.result.Observation.Series;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.Failed;
import dev.loombench.result.TrialOutcome.Measured;
import dev.loombench.result.TrialOutcome.Ran;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
    private final FileChannel trials;
    private final FileLock lock;

    private ResultStore(Path folder, FileChannel trials, FileLock lock) {
        this.folder = folder;
        this.trials = trials;
        this.lock = lock;
    }

    /// Makes a new folder `results/<experiment>/<time>` and writes the manifest in it.
    ///
    /// @throws ResultError when the disk refuses
    public static ResultStore create(Path results, RunManifest manifest) {
        var experiment = results.resolve(manifest.spec().name());
        var time = FOLDER.format(manifest.started().atZone(ZoneId.systemDefault()));
        try {
            Files.createDirectories(experiment);
            var folder = newFolder(experiment, time);
            Files.write(
                    folder.resolve(MANIFEST),
                    Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(manifest));
            return open(folder);
        } catch (IOException e) {
            throw new ResultError(
                    "cannot make a folder for results in %s: %s".formatted(experiment, why(e)), e);
        }
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
            var trials =
                    FileChannel.open(
                            folder.resolve(TRIALS),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.READ,
                            StandardOpenOption.WRITE);
            var lock = tryLock(trials);
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

    /// Leaves the channel's position behind the last whole line.
    private static void cutTornLine(FileChannel trials) throws IOException {
        long end = trials.size();
        var one = ByteBuffer.allocate(1);
        while (end > 0) {
            one.clear();
            trials.read(one, end - 1);
            if (one.get(0) == '\n') {
                break;
            }
            end--;
        }
        trials.truncate(end);
        trials.position(end);
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
            var bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                trials.write(bytes);
            }
            trials.force(false);
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

    private static String why(IOException e) {
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
