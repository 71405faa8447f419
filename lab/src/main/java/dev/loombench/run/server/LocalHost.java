package dev.loombench.run.server;

import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.variant.ServiceSecrets;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.experiment.variant.ZooServer;
import dev.loombench.launch.BatchProcess;
import dev.loombench.launch.ServerLauncher;
import dev.loombench.requests.secret.SecretMask;
import dev.loombench.result.Trial;
import dev.loombench.run.server.TrialDependencies.Started;
import java.net.InetAddress;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// This machine.
///
/// @param experiment of the run
/// @param dependencies of its servers
/// @param listen address on which servers accept connections
public record LocalHost(
        Experiment experiment,
        ServerLauncher launcher,
        Observers observers,
        TrialDependencies dependencies,
        InetAddress listen)
        implements ServerHost {

    @Override
    public ServerStart start(Trial trial, Path folder) {
        return new Start(this, trial, folder);
    }

    @Override
    public BatchProcess startBatch(Trial trial, Path folder) {
        return launcher.startBatch(experiment.variant(trial.variant()), folder);
    }

    /// What must not be shown of a variant.
    public static SecretMask secrets(Experiment experiment, Variant variant) {
        return ServiceSecrets.mask(variant, experiment.of(variant).traffic().values().values());
    }

    private static final class Start implements ServerStart {
        private final LocalHost host;
        private final Trial trial;
        private final Path folder;
        private @Nullable Started started;

        Start(LocalHost host, Trial trial, Path folder) {
            this.host = host;
            this.trial = trial;
            this.folder = folder;
        }

        @Override
        public TestedServer launch() throws InterruptedException {
            var variant = host.experiment.variant(trial.variant());
            var needed = host.dependencies.start(variant, trial, folder);
            started = needed;
            var server =
                    host.launcher.launch(
                            needed.variant(),
                            host.listen,
                            host.observers.jvmFlags(folder),
                            host.dependencies.arguments(variant),
                            secrets(host.experiment, variant),
                            folder);
            boolean secured = variant.zooServer().filter(ZooServer::isSecured).isPresent();
            return new LocalServer(server, secured, host.observers, folder);
        }

        @Override
        public void ended() throws InterruptedException {
            if (started != null) {
                started.ended();
            }
        }

        @Override
        public void close() {
            if (started != null) {
                started.close();
            }
        }
    }
}
