package dev.loombench.run.support;

import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.launch.LaunchFailed;
import dev.loombench.launch.ServerLauncher;
import dev.loombench.result.Trial;
import dev.loombench.run.server.TrialDependencies;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The services that servers under test depend on, each in its own process, once per run, started
/// if the experiment needs them.
public record SupportServices(DelayServiceProcess delay, BankDatabase database, Backends backends)
        implements TrialDependencies, AutoCloseable {

    /// @throws LaunchFailed when one is needed and does not start; then none is left running
    public static SupportServices startIfNeeded(
            Experiment experiment, ServerLauncher launcher, Path runFolder)
            throws InterruptedException {
        var delay = DelayServiceProcess.startIfNeeded(experiment, launcher, runFolder);
        try {
            return withBackends(
                    delay,
                    BankDatabase.startIfNeeded(experiment, launcher, runFolder),
                    new Backends(experiment.dependencies(), launcher, runFolder));
        } catch (InterruptedException | RuntimeException e) {
            try (delay) {
                throw e;
            }
        }
    }

    private static SupportServices withBackends(
            DelayServiceProcess delay, BankDatabase database, Backends backends)
            throws InterruptedException {
        try {
            backends.startRun();
            return new SupportServices(delay, database, backends);
        } catch (InterruptedException | RuntimeException e) {
            try (database) {
                throw e;
            }
        }
    }

    /// The services that an experiment needs.
    public static List<SupportServer> needed(Experiment experiment, ServerLauncher launcher) {
        return Stream.concat(
                        DelayServiceProcess.needed(experiment, launcher).stream(),
                        BankDatabase.needed(experiment).stream())
                .toList();
    }

    @Override
    public List<String> arguments(Variant variant) {
        return Stream.concat(
                        delay.arguments(variant).stream(), database.arguments(variant).stream())
                .toList();
    }

    @Override
    public Started start(Variant variant, Trial trial, Path folder) throws InterruptedException {
        return backends.start(variant, trial, folder);
    }

    /// Ends all of them, each also where another fails to end.
    @Override
    public void close() {
        try (delay;
                database) {
            backends.close();
        }
    }
}
