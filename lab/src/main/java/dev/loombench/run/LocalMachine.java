package dev.loombench.run;

import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.variant.LaunchConfiguration;
import dev.loombench.launch.ServerLauncher;
import dev.loombench.launch.limit.HostLimits;
import dev.loombench.observe.proc.machine.EnvironmentReader;
import dev.loombench.result.ChosenMode;
import dev.loombench.result.RunManifest;
import dev.loombench.run.machine.MachineLock;
import dev.loombench.run.machine.MachineUse;
import dev.loombench.run.server.LocalHost;
import dev.loombench.run.server.Observers;
import dev.loombench.run.server.ServerHost;
import dev.loombench.run.support.SupportServices;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/// This machine.
///
/// @param listener receives what happens before a run
/// @param listen address on which servers accept connections
public record LocalMachine(ServerLauncher launcher, Consumer<RunEvent> listener, InetAddress listen)
        implements ServerMachine {
    @Override
    public String place() {
        return "this machine";
    }

    @Override
    public void build(List<Experiment> experiments) throws InterruptedException {
        launcher.build(
                experiments.stream().flatMap(experiment -> started(experiment).stream()).toList());
    }

    @Override
    public void prepare(Experiment experiment) throws InterruptedException {
        CounterRequirement.require(experiment);
        build(List.of(experiment));
        launcher.prepare(
                executed(experiment), server -> listener.accept(new RunEvent.Preparing(server)));
        var services = services(experiment);
        services.requireComparable();
        services.observed()
                .forEach((variant, observed) ->
                        listener.accept(new RunEvent.AlreadyRunning(variant, observed)));
    }

    @Override
    public ChosenMode mode(Experiment experiment, Optional<String> agents) {
        return ModeChoice.of(experiment, launcher::server, HostLimits.ofThisMachine(), agents);
    }

    @Override
    public Conditions conditions(Experiment experiment) {
        var builds = new TreeMap<>(launcher.builds(started(experiment)));
        builds.putAll(services(experiment).identities());
        return new Conditions(
                EnvironmentReader.environment(), launcher.jdks(experiment.variants()), builds);
    }

    @Override
    public Map<String, InetSocketAddress> running(Experiment experiment) {
        var running = new HashMap<String, InetSocketAddress>();
        launcher.endpoints(experiment.variants())
                .forEach((variant, service) -> running.put(variant, service.address()));
        return running;
    }

    @Override
    public MachineUse use() {
        return MachineLock.take();
    }

    @Override
    public RunServers start(RunManifest manifest, Path folder) throws InterruptedException {
        var services = SupportServices.startIfNeeded(manifest.experiment(), launcher, folder);
        var host =
                new LocalHost(
                        manifest.experiment(), launcher, Observers.of(manifest), services, listen);
        return new Started(services, host);
    }

    private record Started(SupportServices services, ServerHost host) implements RunServers {
        @Override
        public void close() {
            services.close();
        }
    }

    private RunningServices services(Experiment experiment) {
        return new RunningServices(experiment, launcher.endpoints(experiment.variants()));
    }

    /// What is started, and the commands around it: a mistake in the one after a trial is found
    /// before the first.
    private List<LaunchConfiguration> executed(Experiment experiment) {
        var executed = started(experiment);
        var dependencies = experiment.dependencies();
        experiment.variants().forEach(v -> executed.addAll(dependencies.commands(v)));
        return executed;
    }

    /// The variants of an experiment, and the services that they need.
    private List<LaunchConfiguration> started(Experiment experiment) {
        var started = new ArrayList<>(experiment.launched());
        started.addAll(SupportServices.needed(experiment, launcher));
        return started;
    }
}
