package dev.loombench.run;

import dev.loombench.analysis.Calibration;
import dev.loombench.launch.ServerLauncher;
import dev.loombench.launch.process.TemporaryFolder;
import dev.loombench.result.store.ResultError;
import dev.loombench.result.store.ResultStore;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.TrialCount;
import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.Units;
import dev.loombench.spec.yaml.SourceText;
import dev.loombench.spec.yaml.SpecReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;

/// An A/A comparison of as many blocks as fit a given time.
///
/// Its results are kept in a temporary folder and removed at the end: they answer no question about
/// a server, and a folder of results would show them beside runs that do.
public final class CalibrationRun {
    private static final String EXPERIMENT = "calibration";
    private static final Duration MIN_TIME = Duration.ofSeconds(30);
    private static final Duration MAX_TIME = Duration.ofMinutes(30);

    private final ServerLauncher launcher;
    private final SpecReader reader;
    private final OtherRun otherRun;
    private final Consumer<RunEvent> listener;

    /// @param listener called on the run's thread; its plan has more blocks than fit the time
    public CalibrationRun(
            ServerLauncher launcher,
            SpecReader reader,
            OtherRun otherRun,
            Consumer<RunEvent> listener) {
        this.launcher = launcher;
        this.reader = reader;
        this.otherRun = otherRun;
        this.listener = listener;
    }

    /// Checks the time of a calibration: at least three short blocks, and no longer than its
    /// forecast.
    ///
    /// @throws SpecError when it is too short or too long
    public static Duration requireTime(Duration time) {
        if (time.compareTo(MIN_TIME) < 0 || time.compareTo(MAX_TIME) > 0) {
            throw new SpecError(
                    "the time of a calibration must be from %s to %s, was %s"
                            .formatted(
                                    Units.text(MIN_TIME), Units.text(MAX_TIME), Units.text(time)));
        }
        return time;
    }

    /// @param time without the build of the server
    public Calibration measure(Duration time) throws InterruptedException {
        var spec = spec(reader, requireTime(time));
        var folder = new TemporaryFolder(createFolder());
        try {
            var timer = new BlockTimer(time, spec.variants().size(), System::nanoTime);
            var run = execute(spec, folder.path(), timer);
            return Calibration.of(ResultStore.read(run), timer.blockTime());
        } finally {
            remove(folder);
        }
    }

    private Path execute(ExperimentSpec spec, Path results, BlockTimer timer)
            throws InterruptedException {
        try (var runner = new ExperimentRunner(launcher, otherRun, listener.andThen(timer))) {
            return runner.run(spec, results);
        } catch (BlockTimer.TimeOver over) {
            return over.run();
        }
    }

    /// The bundled experiment, with at least as many blocks as fit the time.
    static ExperimentSpec spec(SpecReader reader, Duration time) {
        var spec = reader.read(source(), EXPERIMENT);
        var shortest =
                spec.phases()
                        .warmUpMin()
                        .plus(spec.phases().measure())
                        .multipliedBy(spec.variants().size());
        int blocks = (int) time.dividedBy(shortest);
        return spec.withTrials(TrialCount.exactly(Math.max(BlockBudget.MIN_BLOCKS, blocks)));
    }

    private static SourceText source() {
        var file = EXPERIMENT + ".yaml";
        try (var in = CalibrationRun.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("the lab lacks its file " + file);
            }
            return SourceText.of(file, in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path createFolder() {
        try {
            return Files.createTempDirectory("loombench-calibration");
        } catch (IOException e) {
            throw new ResultError("cannot create a temporary folder: " + e, e);
        }
    }

    private static void remove(TemporaryFolder folder) {
        try {
            folder.remove();
        } catch (IOException e) {
            throw new ResultError("cannot remove %s: %s".formatted(folder.path(), e), e);
        }
    }
}
