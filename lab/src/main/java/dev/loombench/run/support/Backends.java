package dev.loombench.run.support;

import dev.loombench.experiment.variant.Dependencies;
import dev.loombench.experiment.variant.Dependencies.Backend;
import dev.loombench.experiment.variant.Dependencies.Lifetime;
import dev.loombench.experiment.variant.Dependencies.TrialCommand;
import dev.loombench.experiment.variant.ServiceSecrets;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.launch.LaunchFailed;
import dev.loombench.launch.ServerLauncher;
import dev.loombench.launch.process.RunningEndpoint;
import dev.loombench.launch.process.StartedServer;
import dev.loombench.result.Trial;
import dev.loombench.run.server.TrialDependencies.Started;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/// The backends of the user's services, and the commands around each process. Thread-safe: the
/// servers of a block start at the same time.
final class Backends implements AutoCloseable {
    private final Dependencies dependencies;
    private final ServerLauncher launcher;
    private final Path folder;
    private final Running ofRun = new Running();
    private final Running ofBlock = new Running();
    private int block;

    /// @param folder of the run
    Backends(Dependencies dependencies, ServerLauncher launcher, Path folder) {
        this.dependencies = dependencies;
        this.launcher = launcher;
        this.folder = folder.resolve("backends");
    }

    /// Running backends in the order of their start.
    private static final class Running implements AutoCloseable {
        private final SequencedMap<String, StartedServer> processes = new LinkedHashMap<>();

        Map<String, Integer> ports() {
            var ports = new HashMap<String, Integer>();
            processes.forEach((name, process) -> ports.put(name, process.port()));
            return ports;
        }

        void requireAlive() {
            processes.forEach((name, process) -> {
                if (!process.isAlive()) {
                    throw new LaunchFailed(
                            "the backend %s %s".formatted(name, process.describeEnd()),
                            process.logTail(ServerLauncher.TAIL_LINES));
                }
            });
        }

        @Override
        public void close() {
            var ended = List.copyOf(processes.values());
            processes.clear();
            endAll(ended.iterator());
        }

        /// Ends the last one first, and all of them also where some fail to end.
        private static void endAll(Iterator<StartedServer> servers) {
            if (servers.hasNext()) {
                try (var _ = servers.next()) {
                    endAll(servers);
                }
            }
        }
    }

    /// Starts those that live as long as the run.
    ///
    /// @throws LaunchFailed when one does not start; then none is left running
    void startRun() throws InterruptedException {
        start(Lifetime.RUN, ofRun, Map.of(), folder);
    }

    /// Starts those of a new block and of a process, and executes the command before it.
    ///
    /// @param trialFolder receives their output
    /// @throws LaunchFailed when one fails
    Started start(Variant variant, Trial trial, Path trialFolder) throws InterruptedException {
        var ports = startBlock(trial.block());
        var ofProcess = new Running();
        start(Lifetime.PROCESS, ofProcess, ports, trialFolder);
        try {
            ports.putAll(ofProcess.ports());
            execute("before-each", dependencies.beforeEach(), variant, ports, trialFolder);
        } catch (InterruptedException | RuntimeException e) {
            try (ofProcess) {
                throw e;
            }
        }
        return new Started() {
            @Override
            public Variant variant() {
                return Dependencies.withPorts(variant, ports);
            }

            @Override
            public void ended() throws InterruptedException {
                execute("after-each", dependencies.afterEach(), variant, ports, trialFolder);
            }

            @Override
            public void close() {
                ofProcess.close();
            }
        };
    }

    /// @return the ports of all backends that several processes use
    private synchronized Map<String, Integer> startBlock(int number) throws InterruptedException {
        ofRun.requireAlive();
        if (number != block) {
            ofBlock.close();
            start(Lifetime.BLOCK, ofBlock, ofRun.ports(), folder.resolve("block-" + number));
            block = number;
        }
        ofBlock.requireAlive();
        var ports = new HashMap<>(ofRun.ports());
        ports.putAll(ofBlock.ports());
        return ports;
    }

    private void start(Lifetime lifetime, Running running, Map<String, Integer> others, Path output)
            throws InterruptedException {
        try {
            for (var backend : dependencies.backends()) {
                if (backend.lifetime() == lifetime) {
                    var ports = new HashMap<>(others);
                    ports.putAll(running.ports());
                    running.processes.put(backend.name(), started(backend, ports, output));
                }
            }
        } catch (InterruptedException | RuntimeException e) {
            try (running) {
                throw e;
            }
        }
    }

    private StartedServer started(Backend backend, Map<String, Integer> ports, Path output)
            throws InterruptedException {
        var service = backend.withPorts(ports);
        var server =
                launcher.launch(
                        service,
                        InetAddress.getLoopbackAddress(),
                        List.of(),
                        List.of(),
                        ServiceSecrets.mask(service, List.of()),
                        output.resolve(backend.name()));
        return switch (server) {
            case StartedServer started -> started;
            case RunningEndpoint _ ->
                    throw new IllegalStateException("a backend is started by a command");
        };
    }

    /// Executes a command in the folder and with the environment of a variant.
    private void execute(
            String name,
            Optional<TrialCommand> command,
            Variant variant,
            Map<String, Integer> ports,
            Path trialFolder)
            throws InterruptedException {
        if (command.isPresent()) {
            launcher.execute(
                    command.get().of(variant, name).withPorts(ports),
                    command.get().within(),
                    trialFolder.resolve(name));
        }
    }

    @Override
    public void close() {
        try (ofRun) {
            ofBlock.close();
        }
    }
}
