package dev.loombench.run;

import dev.loombench.launch.HostLimits;
import dev.loombench.launch.ServerLauncher;
import dev.loombench.observe.proc.EnvironmentReader;
import dev.loombench.result.ChosenMode;
import dev.loombench.result.RunManifest;
import dev.loombench.run.server.LocalHost;
import dev.loombench.run.server.Observers;
import dev.loombench.run.server.ServerHost;
import dev.loombench.spec.Dependencies.Backend;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.Variant;
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
import java.util.stream.Stream;

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
    public void build(List<ExperimentSpec> specs) throws InterruptedException {
        launcher.build(specs.stream().flatMap(spec -> startedVariants(spec).stream()).toList());
    }

    @Override
    public void prepare(ExperimentSpec spec) throws InterruptedException {
        CounterRequirement.require(spec);
        build(List.of(spec));
        launcher.prepare(
                startedVariants(spec), server -> listener.accept(new RunEvent.Building(server)));
        var services = services(spec);
        services.requireComparable();
        services.observed()
                .forEach((variant, observed) ->
                        listener.accept(new RunEvent.AlreadyRunning(variant, observed)));
    }

    @Override
    public ChosenMode mode(ExperimentSpec spec, Optional<String> agents) {
        return ModeChoice.of(spec, launcher::server, HostLimits.ofThisMachine(), agents);
    }

    @Override
    public Conditions conditions(ExperimentSpec spec) {
        var builds = new TreeMap<>(launcher.builds(startedVariants(spec)));
        builds.putAll(services(spec).identities());
        return new Conditions(
                EnvironmentReader.environment(), launcher.jdks(spec.variants()), builds);
    }

    @Override
    public Map<String, InetSocketAddress> running(ExperimentSpec spec) {
        var running = new HashMap<String, InetSocketAddress>();
        launcher.endpoints(spec.variants())
                .forEach((variant, service) -> running.put(variant, service.address()));
        return running;
    }

    @Override
    public MachineUse use() {
        return MachineLock.take();
    }

    @Override
    public RunServers start(RunManifest manifest, Path folder) throws InterruptedException {
        var services = SupportServices.startIfNeeded(manifest.spec(), launcher, folder);
        var host =
                new LocalHost(manifest.spec(), launcher, Observers.of(manifest), services, listen);
        return new Started(services, host);
    }

    private record Started(SupportServices services, ServerHost host) implements RunServers {
        @Override
        public void close() {
            services.close();
        }
    }

    private RunningServices services(ExperimentSpec spec) {
        return new RunningServices(spec, launcher.endpoints(spec.variants()));
    }

    /// The variants of an experiment, and the services that they need.
    private List<Variant> startedVariants(ExperimentSpec spec) {
        var started = new ArrayList<>(withBackends(spec));
        started.addAll(SupportServices.needed(spec, launcher));
        return started;
    }

    private static List<Variant> withBackends(ExperimentSpec spec) {
        return Stream.concat(
                        spec.variants().stream(),
                        spec.dependencies().backends().stream().map(Backend::service))
                .toList();
    }
}
