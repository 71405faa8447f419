package dev.loombench.run.server;

import dev.loombench.launch.BatchProcess;
import dev.loombench.launch.ServerLauncher;
import dev.loombench.result.Trial;
import dev.loombench.run.server.TrialDependencies.Started;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.SecretMask;
import dev.loombench.spec.Variant;
import dev.loombench.spec.ZooServer;
import java.net.InetAddress;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// This machine.
///
/// @param spec of the run
/// @param dependencies of its servers
/// @param listen address on which servers accept connections
public record LocalHost(
        ExperimentSpec spec,
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
        return launcher.startBatch(spec.variant(trial.variant()), folder);
    }

    /// What must not be shown of a variant.
    public static SecretMask secrets(ExperimentSpec spec, Variant variant) {
        return SecretMask.of(variant, spec.of(variant).traffic().values().values());
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
            var variant = host.spec.variant(trial.variant());
            var needed = host.dependencies.start(variant, trial, folder);
            started = needed;
            var server =
                    host.launcher.launch(
                            needed.variant(),
                            host.listen,
                            host.observers.jvmFlags(folder),
                            host.dependencies.arguments(variant),
                            secrets(host.spec, variant),
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
