package dev.loombench.run;

import dev.loombench.analysis.Calibration;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.TrialCount;
import dev.loombench.experiment.yaml.ExperimentReader;
import dev.loombench.launch.ServerLauncher;
import dev.loombench.launch.process.TemporaryFolder;
import dev.loombench.result.store.ResultError;
import dev.loombench.result.store.ResultStore;
import dev.loombench.text.FileFault;
import dev.loombench.text.Units;
import dev.loombench.text.WrongInput;
import dev.loombench.yaml.SourceText;
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
    private final ExperimentReader reader;
    private final OtherRun otherRun;
    private final Consumer<RunEvent> listener;

    /// @param listener called on the run's thread; its plan has more blocks than fit the time
    public CalibrationRun(
            ServerLauncher launcher,
            ExperimentReader reader,
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
    /// @throws WrongInput when it is too short or too long
    public static Duration requireTime(Duration time) {
        if (time.compareTo(MIN_TIME) < 0 || time.compareTo(MAX_TIME) > 0) {
            throw new WrongInput(
                    "the time of a calibration must be from %s to %s, was %s"
                            .formatted(
                                    Units.text(MIN_TIME), Units.text(MAX_TIME), Units.text(time)));
        }
        return time;
    }

    /// @param time without the build of the server
    public Calibration measure(Duration time) throws InterruptedException {
        var experiment = experiment(reader, requireTime(time));
        var folder = new TemporaryFolder(createFolder());
        try {
            var timer = new BlockTimer(time, experiment.variants().size(), System::nanoTime);
            var run = execute(experiment, folder.path(), timer);
            return Calibration.of(ResultStore.read(run), timer.blockTime());
        } finally {
            remove(folder);
        }
    }

    private Path execute(Experiment experiment, Path results, BlockTimer timer)
            throws InterruptedException {
        try (var runner = new ExperimentRunner(launcher, otherRun, listener.andThen(timer))) {
            return runner.run(experiment, results);
        } catch (BlockTimer.TimeOver over) {
            return over.run();
        }
    }

    /// The bundled experiment, with at least as many blocks as fit the time.
    static Experiment experiment(ExperimentReader reader, Duration time) {
        var experiment = reader.read(source(), EXPERIMENT);
        var shortest =
                experiment
                        .phases()
                        .warmUpMin()
                        .plus(experiment.phases().measure())
                        .multipliedBy(experiment.variants().size());
        int blocks = (int) time.dividedBy(shortest);
        return experiment.withTrials(TrialCount.exactly(Math.max(TrialCount.BUDGET_MIN, blocks)));
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
            throw new ResultError(
                    "cannot remove %s: %s".formatted(folder.path(), FileFault.of(e)), e);
        }
    }
}
