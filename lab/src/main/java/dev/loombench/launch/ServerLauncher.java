package dev.loombench.launch;

import dev.loombench.experiment.variant.Endpoint;
import dev.loombench.experiment.variant.LaunchConfiguration;
import dev.loombench.experiment.variant.ServerDescription;
import dev.loombench.experiment.variant.ServiceCommand;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.experiment.variant.ZooServer;
import dev.loombench.launch.jdk.Jdks;
import dev.loombench.launch.limit.CpuLimit;
import dev.loombench.launch.limit.UnmetRequirement;
import dev.loombench.launch.process.RunningEndpoint;
import dev.loombench.launch.process.RunningServer;
import dev.loombench.launch.process.ServerProcess;
import dev.loombench.launch.process.StartupFault;
import dev.loombench.launch.process.TemporaryFolder;
import dev.loombench.launch.process.output.ServerLog;
import dev.loombench.requests.secret.SecretMask;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Starts servers, each in a fresh process, and ensures that none outlives the lab.
///
/// A shutdown hook stops them all within 5 s of a Ctrl-C or SIGTERM. After a SIGKILL of the lab
/// they end by themselves, since their standard input closes; a service of the user is ended by an
/// `OrphanGuard`.
public final class ServerLauncher implements AutoCloseable {
    public static final Duration READY_LIMIT = Duration.ofSeconds(30);

    /// Last lines of output in messages.
    public static final int TAIL_LINES = 20;

    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    private final Zoo zoo;
    private final Jdks jdks = Jdks.ofThisMachine();
    private final Duration readyLimit;
    private final Endpoints endpoints = new Endpoints();
    private final LiveServers live = new LiveServers();
    private final ServiceLauncher services = new ServiceLauncher(live, jdks);
    private final Thread hook = Thread.ofPlatform().name("stop-servers").unstarted(live::stopAll);
    private final Set<String> built = new HashSet<>();
    private final Set<String> unbuildable = new HashSet<>();
    private final ServerFetches fetches = new ServerFetches();

    public ServerLauncher(Zoo zoo) {
        this(zoo, READY_LIMIT);
    }

    /// @param readyLimit time limit from the start of a server to its READY line
    public ServerLauncher(Zoo zoo, Duration readyLimit) {
        this.zoo = zoo;
        this.readyLimit = readyLimit;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /// Builds the modules of the variants' servers that are missing or out of date, in one run of
    /// Maven. A launcher builds each module once, even if the build fails.
    ///
    /// @throws WrongInput when the build fails
    public void build(List<? extends LaunchConfiguration> variants) throws InterruptedException {
        var modules =
                variants.stream()
                        .flatMap(launched -> definition(launched).stream())
                        .flatMap(program -> program.module().stream())
                        .filter(module -> !built.contains(module))
                        .collect(Collectors.toCollection(TreeSet::new));
        for (var module : modules) {
            if (unbuildable.contains(module)) {
                throw new WrongInput(
                        "cannot build %s: an earlier build of it failed".formatted(module));
            }
        }
        try {
            ModuleBuild.build(modules);
            built.addAll(modules);
        } catch (WrongInput failed) {
            if (modules.size() == 1) {
                unbuildable.addAll(modules);
            }
            throw failed;
        }
    }

    /// Builds or fetches everything that the variants' servers need, before anything is measured.
    ///
    /// @param preparing receives the name of each server whose build or fetch begins
    /// @throws WrongInput when one of the variants cannot be launched on this machine
    public void prepare(List<? extends LaunchConfiguration> variants, Consumer<String> preparing)
            throws InterruptedException {
        build(variants);
        var prepared = new HashSet<String>();
        for (var launched : variants) {
            var program = definition(launched);
            if (program.isPresent() && prepared.add(program.get().name())) {
                prepare(program.get(), preparing);
            }
            if (launched.zooServer().isEmpty()) {
                var unmet = Preflight.checkLaunch(zoo, launched, jdks);
                if (!unmet.isEmpty()) {
                    throw new WrongInput("%s: %s".formatted(launched.name(), messages(unmet)));
                }
            } else if (launched.jdk().isPresent()) {
                Preflight.jdk(launched, jdks)
                        .ifPresent(unmet -> {
                            throw new WrongInput(unmet.message());
                        });
            }
        }
    }

    private Optional<ServerDefinition> definition(LaunchConfiguration launched) {
        return zoo.definition(launched);
    }

    private static String messages(List<UnmetRequirement> unmet) {
        return unmet.stream().map(UnmetRequirement::message).collect(Collectors.joining("; "));
    }

    /// The description of a variant's server; empty for a service.
    public Optional<ServerDescription> server(LaunchConfiguration launched) {
        return definition(launched).map(ServerDefinition::description);
    }

    /// The description of a server; empty when the zoo has none of that name.
    public Optional<ServerDescription> server(String name) {
        return zoo.definition(name).map(ServerDefinition::description);
    }

    /// The JDK of each variant, by name: version, vendor and home, as far as they are known before
    /// the start.
    public Map<String, String> jdks(List<? extends LaunchConfiguration> variants) {
        return new VariantIdentity(zoo, jdks, System.getenv()).jdks(variants);
    }

    /// Checksums of the variants' programs and JDKs and of the lab, which identify a later build or
    /// another JDK. To be called after `prepare`.
    ///
    /// @return as in `server tomcat`, `JDK in /opt/jdk-25`, `lab` -> checksum
    public Map<String, String> builds(List<? extends LaunchConfiguration> variants) {
        return new VariantIdentity(zoo, jdks, System.getenv()).builds(variants);
    }

    /// The services behind the variants that already run, by variant.
    public Map<String, RunningEndpoint> endpoints(List<Variant> variants) {
        return endpoints.of(variants);
    }

    /// Starts a program that does its work and ends, and returns at once. Observers add no JVM
    /// flags: their cost would dominate a short run.
    ///
    /// @param trialDirectory receives `server.log`; created if it is missing
    /// @throws LaunchFailed when the program cannot be started
    public BatchProcess startBatch(LaunchConfiguration launched, Path trialDirectory) {
        var command = command(launched, List.of(), List.of());
        return BatchProcess.start(
                launched.name(),
                onLine ->
                        spawn(
                                launched,
                                command,
                                LOOPBACK,
                                trialDirectory,
                                Optional.empty(),
                                onLine));
    }

    private void prepare(ServerDefinition program, Consumer<String> preparing)
            throws InterruptedException {
        Preflight.missingArtifact(program)
                .ifPresent(unmet -> {
                    throw new WrongInput(unmet.message());
                });
        if (program.artifact() instanceof Artifact.Jar jar && jar.fetched().isPresent()) {
            fetches.fetch(jar.fetched().get(), () -> preparing.accept(program.name()));
        }
        var onDemand = program.artifact().buildSpec();
        if (onDemand.isEmpty() || onDemand.get().isComplete()) {
            return;
        }
        preparing.accept(program.name());
        var unmet = new ServerBuild(program.name(), onDemand.get()).execute();
        if (unmet.isPresent()) {
            throw new WrongInput(unmet.get().message());
        }
    }

    /// Starts a server without further arguments.
    ///
    /// @see #start(LaunchConfiguration, List, List, Path)
    public ServerProcess start(
            LaunchConfiguration launched, List<String> observerJvmFlags, Path trialDirectory)
            throws InterruptedException {
        return start(launched, observerJvmFlags, List.of(), trialDirectory);
    }

    /// Starts a server and returns when it accepts connections. A JVM's temporary files are removed
    /// at its end.
    ///
    /// @param arguments set by the run, as in `--downstream URL`
    /// @param trialDirectory receives `server.log`; created if it is missing
    /// @throws LaunchFailed when the server does not start; no process of it is left then
    public ServerProcess start(
            LaunchConfiguration launched,
            List<String> observerJvmFlags,
            List<String> arguments,
            Path trialDirectory)
            throws InterruptedException {
        return start(launched, LOOPBACK, observerJvmFlags, arguments, trialDirectory);
    }

    private ServerProcess start(
            LaunchConfiguration launched,
            InetAddress listen,
            List<String> observerJvmFlags,
            List<String> arguments,
            Path trialDirectory)
            throws InterruptedException {
        var temporary = TemporaryFolder.in(trialDirectory);
        var jvmFlags = new ArrayList<>(observerJvmFlags);
        jvmFlags.addFirst(temporary.jvmFlag());
        var all = new ArrayList<>(arguments);
        if (!listen.isLoopbackAddress()) {
            all.addAll(List.of("--listen", listen.getHostAddress()));
        }
        var command = command(launched, jvmFlags, all);
        var server =
                spawn(launched, command, listen, trialDirectory, Optional.of(temporary), _ -> {});
        return awaitReady(server, launched, trialDirectory, readyLimit);
    }

    /// Starts what a variant runs, or connects to what already runs, and returns when it accepts
    /// requests.
    ///
    /// @param listen address of this machine on which what is started accepts connections
    /// @param observerJvmFlags for a JVM that the lab starts
    /// @param arguments set by the run for a server of the zoo, as in `--downstream URL`
    /// @param secrets masked in the output of a service
    /// @param trialDirectory receives `server.log`; created if it is missing
    /// @throws LaunchFailed when it does not start; no process of it is left then
    public RunningServer launch(
            LaunchConfiguration launched,
            InetAddress listen,
            List<String> observerJvmFlags,
            List<String> arguments,
            SecretMask secrets,
            Path trialDirectory)
            throws InterruptedException {
        return switch (launched.subject()) {
            case ZooServer _ ->
                    start(launched, listen, observerJvmFlags, arguments, trialDirectory);
            case ServiceCommand _ -> {
                requireLaunchable(launched);
                yield services.start(launched, listen, observerJvmFlags, secrets, trialDirectory);
            }
            case Endpoint endpoint -> endpoints.connect(launched, endpoint);
        };
    }

    /// Executes a command of the user to its end, with all processes that it starts.
    ///
    /// @param command with its program, folder and environment
    /// @param directory receives `server.log`, its output; created if it is missing
    /// @throws LaunchFailed when it cannot be started, fails or takes longer; no process of it is
    ///   left then
    public void execute(LaunchConfiguration command, Duration within, Path directory)
            throws InterruptedException {
        requireLaunchable(command);
        services.execute(command, within, directory);
    }

    /// Starts a service that servers depend on, with its own time limit. It keeps its temporary
    /// files elsewhere: a database that runs as another user cannot access a run's folder.
    ///
    /// @see #start(LaunchConfiguration, List, List, Path)
    public ServerProcess startService(LaunchConfiguration service, Path directory, Duration limit)
            throws InterruptedException {
        var command = command(service, List.of(), List.of());
        var server = spawn(service, command, LOOPBACK, directory, Optional.empty(), _ -> {});
        return awaitReady(server, service, directory, limit);
    }

    private static ServerProcess awaitReady(
            ServerProcess server, LaunchConfiguration launched, Path trialDirectory, Duration limit)
            throws InterruptedException {
        try {
            var startup = server.awaitStartup(limit);
            var fault = StartupFault.of(startup, server, launched.port(), limit);
            if (fault.isPresent()) {
                server.stop();
                throw LaunchFailed.of(
                        launched.name(),
                        "%s; see %s".formatted(fault.get(), trialDirectory.resolve("server.log")),
                        server.logTail(TAIL_LINES));
            }
            return server;
        } catch (InterruptedException | RuntimeException e) {
            server.stop();
            throw e;
        }
    }

    /// Stops every running server; none can be started afterwards.
    @Override
    public void close() {
        try (services) {
            live.stopAll();
        } finally {
            removeHook();
        }
    }

    /// Also where a server cannot be ended: the hook would only try the same again.
    private void removeHook() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException shutdown) {
            // The hook already runs, and does the same.
            return;
        }
    }

    private List<String> command(
            LaunchConfiguration launched, List<String> observerJvmFlags, List<String> arguments) {
        requireLaunchable(launched);
        return CommandLine.of(
                definition(launched).orElseThrow(),
                launched.zooServer().orElseThrow(),
                launched,
                jdks.java(launched).orElseThrow(),
                observerJvmFlags,
                arguments);
    }

    private void requireLaunchable(LaunchConfiguration launched) {
        var unmet = Preflight.checkLaunch(zoo, launched, jdks);
        if (!unmet.isEmpty()) {
            throw new LaunchFailed(messages(unmet));
        }
    }

    private ServerProcess spawn(
            LaunchConfiguration launched,
            List<String> command,
            InetAddress listen,
            Path trialDirectory,
            Optional<TemporaryFolder> temporary,
            Consumer<String> onLine) {
        try {
            Files.createDirectories(trialDirectory);
            if (temporary.isPresent()) {
                temporary.get().create();
            }
            var log = new ServerLog(trialDirectory.resolve("server.log"));
            return live.start(() ->
                    CpuLimit.start(
                            launched,
                            limit ->
                                    ServerProcess.start(
                                            builder(launched, limit, command, trialDirectory),
                                            listen,
                                            log,
                                            temporary,
                                            onLine)));
        } catch (IOException | IllegalArgumentException e) {
            throw new LaunchFailed(
                    "%s could not be started: %s".formatted(launched.name(), e.getMessage()));
        }
    }

    /// @param limit words before the command
    private static ProcessBuilder builder(
            LaunchConfiguration launched,
            List<String> limit,
            List<String> command,
            Path trialDirectory) {
        var builder = new ProcessBuilder(Stream.concat(limit.stream(), command.stream()).toList());
        builder.directory(launched.workingDirectory().orElse(trialDirectory).toFile());
        JvmOptionsOfLab.removeFrom(builder.environment());
        builder.environment().putAll(launched.environment());
        return builder;
    }
}
