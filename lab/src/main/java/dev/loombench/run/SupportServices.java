package dev.loombench.run;

import dev.loombench.launch.LaunchFailed;
import dev.loombench.launch.ServerLauncher;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.Variant;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// What servers under test lean on, each in a process of its own, once for a run: started as far as
/// the experiment needs it.
record SupportServices(DelayServiceProcess delay, BankDatabase database) implements AutoCloseable {

    /// @throws LaunchFailed when one is needed and does not start; then none is left running
    static SupportServices startIfNeeded(
            ExperimentSpec spec, ServerLauncher launcher, Path runFolder)
            throws InterruptedException {
        var delay = DelayServiceProcess.startIfNeeded(spec, launcher, runFolder);
        try {
            return new SupportServices(
                    delay, BankDatabase.startIfNeeded(spec, launcher, runFolder));
        } catch (InterruptedException | RuntimeException e) {
            delay.close();
            throw e;
        }
    }

    /// The variants that an experiment has started beside its own.
    static List<Variant> needed(ExperimentSpec spec, ServerLauncher launcher) {
        return Stream.concat(
                        DelayServiceProcess.needed(spec, launcher).stream(),
                        BankDatabase.needed(spec).stream())
                .toList();
    }

    /// What a server under test is told, so that it finds them.
    List<String> arguments(Variant variant) {
        return Stream.concat(
                        delay.arguments(variant).stream(), database.arguments(variant).stream())
                .toList();
    }

    @Override
    public void close() {
        database.close();
        delay.close();
    }
}
