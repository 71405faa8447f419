package dev.loombench.launch;

import dev.loombench.launch.jdk.Jdks;
import dev.loombench.launch.process.ServerLog;
import dev.loombench.launch.process.ServerProcess;
import dev.loombench.launch.process.StartupFault;
import dev.loombench.launch.process.TemporaryFolder;
import dev.loombench.spec.ServerDescription;
import dev.loombench.spec.Variant;
import dev.loombench.spec.text.SpecError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Starts servers, each in a fresh process, and sees to it that none outlives the lab.
///
/// A shutdown hook stops them all within 5 s of a Ctrl-C or SIGTERM; after a SIGKILL of the lab
/// they leave by themselves, since their standard input closes with it.
public final class ServerLauncher implements AutoCloseable {
    public static final Duration READY_LIMIT = Duration.ofSeconds(30);

    private static final Duration GRACE_AT_SHUTDOWN = Duration.ofSeconds(3);
    static final int TAIL_LINES = 20;

    private final Zoo zoo;
    private final Jdks jdks = Jdks.ofThisMachine();
    private final Duration readyLimit;
    private final Set<ServerProcess> live = ConcurrentHashMap.newKeySet();
    private final Thread hook = Thread.ofPlatform().name("stop-servers").unstarted(this::stopAll);
    private final Set<String> built = new HashSet<>();
    private final Set<String> unbuildable = new HashSet<>();
    private boolean closed;

    public ServerLauncher(Zoo zoo) {
        this(zoo, READY_LIMIT);
    }

    /// @param readyLimit how long a server may take from its start to its READY line
    public ServerLauncher(Zoo zoo, Duration readyLimit) {
        this.zoo = zoo;
        this.readyLimit = readyLimit;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /// Builds the modules of the variants' servers where they are missing or stale, all in one run
    /// of Maven. Each module is built once in the life of this launcher, also where it fails.
    ///
    /// @throws SpecError when the build fails
    public void build(List<Variant> variants) throws InterruptedException {
        var modules =
                variants.stream()
                        .flatMap(variant -> zoo.program(variant.server()).stream())
                        .flatMap(program -> program.module().stream())
                        .filter(module -> !built.contains(module))
                        .collect(Collectors.toCollection(TreeSet::new));
        for (var module : modules) {
            if (unbuildable.contains(module)) {
                throw new SpecError("cannot build %s: it failed before".formatted(module));
            }
        }
        try {
            ModuleBuild.build(modules);
            built.addAll(modules);
        } catch (SpecError failed) {
            if (modules.size() == 1) {
                unbuildable.addAll(modules);
            }
            throw failed;
        }
    }

    /// Builds all that the variants' servers need, before anything is measured.
    ///
    /// @param building told the name of each server that is being built
    /// @throws SpecError when one of the variants cannot be launched on this machine
    public void prepare(List<Variant> variants, Consumer<String> building)
            throws InterruptedException {
        build(variants);
        var prepared = new HashSet<String>();
        for (var variant : variants) {
            var program = zoo.program(variant.server());
            if (program.isPresent() && prepared.add(variant.server())) {
                prepare(program.get(), building);
            }
            if (variant.jdk().isPresent()) {
                Preflight.jdk(variant, jdks)
                        .ifPresent(unmet -> {
                            throw new SpecError(unmet.message());
                        });
            }
        }
    }

    /// What a server offers; empty when the zoo has none of that name.
    public Optional<ServerDescription> server(String name) {
        return zoo.program(name).map(ServerDefinition::description);
    }

    /// What each of the variants runs on, by name: version, maker and home of its JDK. A server
    /// that needs none is left out.
    public Map<String, String> jdks(List<Variant> variants) {
        var described = new LinkedHashMap<String, String>();
        for (var variant : variants) {
            zoo.program(variant.server())
                    .filter(program -> program.artifact() instanceof Artifact.Jar)
                    .ifPresent(_ -> described.put(variant.name(), jdks.describe(variant)));
        }
        return described;
    }

    /// What the variants are started from, and the lab itself: checksums by which a later build or
    /// another JDK is told. Call it when all has been prepared.
    ///
    /// @return as in `server tomcat`, `JDK in /opt/jdk-25`, `lab` -> checksum
    public Map<String, String> builds(List<Variant> variants) {
        var builds = new TreeMap<String, String>();
        for (var variant : variants) {
            var program = zoo.program(variant.server());
            program.ifPresent(p ->
                    builds.computeIfAbsent("server " + p.name(), _ -> Builds.of(p.artifact())));
            jdks.home(variant)
                    .filter(_ ->
                            program.stream().anyMatch(p -> p.artifact() instanceof Artifact.Jar))
                    .map(home -> home.resolve("release"))
                    .filter(Files::isRegularFile)
                    .ifPresent(release ->
                            builds.computeIfAbsent(
                                    "JDK in " + release.getParent(),
                                    _ -> Builds.ofFiles(List.of(release))));
        }
        Builds.ofLab().ifPresent(checksum -> builds.put("lab", checksum));
        return builds;
    }

    /// Starts a program that does its work and ends, and returns at once. Nobody's flags are added
    /// to the variant's: a short life would be mostly theirs.
    ///
    /// @param trialDirectory gets `server.log`; created if need be
    /// @throws LaunchFailed when the program cannot be started
    public BatchProcess startBatch(Variant variant, Path trialDirectory) {
        var command = command(variant, List.of(), List.of());
        return BatchProcess.start(
                variant.name(),
                onLine -> spawn(variant, command, trialDirectory, Optional.empty(), onLine));
    }

    private static void prepare(ServerDefinition program, Consumer<String> building)
            throws InterruptedException {
        var onDemand = program.artifact().onDemand();
        if (onDemand.isEmpty() || onDemand.get().isSettled()) {
            return;
        }
        building.accept(program.name());
        var unmet = new ServerBuild(program.name(), onDemand.get()).carryOut();
        if (unmet.isPresent()) {
            throw new SpecError(unmet.get().message());
        }
    }

    /// Starts a server that needs to be told nothing beside its variant.
    ///
    /// @see #start(Variant, List, List, Path)
    public ServerProcess start(Variant variant, List<String> observerJvmFlags, Path trialDirectory)
            throws InterruptedException {
        return start(variant, observerJvmFlags, List.of(), trialDirectory);
    }

    /// Returns when the server accepts connections. A JVM's temporary files go with it.
    ///
    /// @param arguments what the run itself tells the server, as in `--downstream URL`
    /// @param trialDirectory gets `server.log`; created if need be
    /// @throws LaunchFailed when the server does not come up; then nothing of it is left running
    public ServerProcess start(
            Variant variant,
            List<String> observerJvmFlags,
            List<String> arguments,
            Path trialDirectory)
            throws InterruptedException {
        var temporary = TemporaryFolder.in(trialDirectory);
        var jvmFlags = new ArrayList<>(observerJvmFlags);
        jvmFlags.addFirst(temporary.jvmFlag());
        var command = command(variant, jvmFlags, arguments);
        var server = spawn(variant, command, trialDirectory, Optional.of(temporary), _ -> {});
        return awaitReady(server, variant, trialDirectory, readyLimit);
    }

    /// Starts what servers lean on, which may take a time of its own to be ready. Its temporary
    /// files are its own matter: a database that runs as another user cannot reach into a run's
    /// folder.
    ///
    /// @see #start(Variant, List, List, Path)
    public ServerProcess startService(Variant service, Path directory, Duration limit)
            throws InterruptedException {
        var command = command(service, List.of(), List.of());
        var server = spawn(service, command, directory, Optional.empty(), _ -> {});
        return awaitReady(server, service, directory, limit);
    }

    private static ServerProcess awaitReady(
            ServerProcess server, Variant variant, Path trialDirectory, Duration limit)
            throws InterruptedException {
        try {
            var startup = server.awaitStartup(limit);
            var fault = StartupFault.of(startup, server, variant.port(), limit);
            if (fault.isPresent()) {
                server.stop();
                throw new LaunchFailed(
                        "%s %s; see %s"
                                .formatted(
                                        variant.name(),
                                        fault.get(),
                                        trialDirectory.resolve("server.log")),
                        server.logTail(TAIL_LINES));
            }
            return server;
        } catch (InterruptedException | RuntimeException e) {
            server.stop();
            throw e;
        }
    }

    /// Stops every server that still runs; none can be started afterwards.
    @Override
    public void close() {
        stopAll();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException shutdown) {
            // The hook runs already, and does the same.
            return;
        }
    }

    private List<String> command(
            Variant variant, List<String> observerJvmFlags, List<String> arguments) {
        var unmet = Preflight.checkLaunch(zoo, variant, jdks);
        if (!unmet.isEmpty()) {
            throw new LaunchFailed(
                    unmet.stream()
                            .map(UnmetRequirement::message)
                            .collect(Collectors.joining("; ")));
        }
        return CommandLine.of(
                zoo.program(variant.server()).orElseThrow(),
                variant,
                jdks.java(variant).orElseThrow(),
                observerJvmFlags,
                arguments);
    }

    private ServerProcess spawn(
            Variant variant,
            List<String> command,
            Path trialDirectory,
            Optional<TemporaryFolder> temporary,
            Consumer<String> onLine) {
        try {
            Files.createDirectories(trialDirectory);
            if (temporary.isPresent()) {
                temporary.get().create();
            }
            var builder = new ProcessBuilder(command);
            builder.directory(variant.workingDirectory().orElse(trialDirectory).toFile());
            builder.environment().putAll(variant.environment());
            var log = new ServerLog(trialDirectory.resolve("server.log"));
            return register(builder, log, temporary, onLine);
        } catch (IOException | IllegalArgumentException e) {
            throw new LaunchFailed(
                    "%s could not be started: %s".formatted(variant.name(), e.getMessage()));
        }
    }

    /// Under the same lock as `closing`: a server is stopped with the others or never started.
    private synchronized ServerProcess register(
            ProcessBuilder builder,
            ServerLog log,
            Optional<TemporaryFolder> temporary,
            Consumer<String> onLine)
            throws IOException {
        if (closed) {
            throw new LaunchFailed("no server can be started any more: the lab is leaving");
        }
        var server = ServerProcess.start(builder, log, temporary, onLine);
        live.add(server);
        var _ = server.exit().thenRun(() -> live.remove(server));
        return server;
    }

    private synchronized List<ServerProcess> closing() {
        closed = true;
        return List.copyOf(live);
    }

    /// All at once, so that many take no longer than one.
    private void stopAll() {
        var stops =
                closing().stream()
                        .map(server ->
                                CompletableFuture.runAsync(
                                        () -> server.stop(GRACE_AT_SHUTDOWN),
                                        Thread::startVirtualThread))
                        .toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(stops).join();
    }
}
