package dev.loombench.launch;

import dev.loombench.base.Loopback;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.variant.Endpoint;
import dev.loombench.experiment.variant.Jdk;
import dev.loombench.experiment.variant.LaunchConfiguration;
import dev.loombench.experiment.variant.ServiceCommand;
import dev.loombench.experiment.variant.ZooServer;
import dev.loombench.launch.jdk.Jdks;
import dev.loombench.launch.limit.CpuChecks;
import dev.loombench.launch.limit.CpuLimit;
import dev.loombench.launch.limit.HostLimits;
import dev.loombench.launch.limit.ResourceRequirements;
import dev.loombench.launch.limit.UnmetRequirement;
import dev.loombench.launch.service.ServiceChecks;
import dev.loombench.launch.service.ServiceProgram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Checks of everything that a trial requires, before any server starts.
public final class Preflight {
    private Preflight() {}

    /// Checks which variants of an experiment are unavailable on this machine.
    ///
    /// @return variant -> reason, in one sentence; empty when none is known to be unavailable
    ///   before anything is built
    public static Map<String, String> check(Zoo zoo, HostLimits host, Experiment experiment) {
        var unavailable = new LinkedHashMap<String, String>();
        var limits = checkLimits(host, experiment);
        var jdks = Jdks.ofThisMachine();
        for (var variant : experiment.variants()) {
            var unmet = new ArrayList<>(limits);
            unmet.addAll(checkLaunch(zoo, variant, jdks));
            if (!unmet.isEmpty()) {
                unavailable.put(
                        variant.name(),
                        unmet.stream()
                                .map(UnmetRequirement::message)
                                .collect(Collectors.joining("; ")));
            }
        }
        return unavailable;
    }

    /// Checks an experiment against the machine's limits on connections, ports and threads.
    ///
    /// @return unmet requirements; empty where the limits suffice or are unknown
    public static List<UnmetRequirement> checkLimits(HostLimits host, Experiment experiment) {
        var needs = ResourceRequirements.of(experiment);
        var unmet = new ArrayList<UnmetRequirement>();
        host.connections().check(needs.connections()).ifPresent(unmet::add);
        host.ports().check(needs.ports()).ifPresent(unmet::add);
        host.threads().check(needs.threads()).ifPresent(unmet::add);
        return unmet;
    }

    /// Checks an experiment whose servers are on another machine against the limits of this one on
    /// the connections and ports of its load.
    ///
    /// @return unmet requirements; empty where the limits suffice or are unknown
    public static List<UnmetRequirement> checkLoadLimits(HostLimits host, Experiment experiment) {
        var needs = ResourceRequirements.of(experiment);
        return Stream.of(
                        host.connections().check(needs.connections()),
                        host.ports().check(needs.ports()))
                .flatMap(Optional::stream)
                .toList();
    }

    /// Checks an experiment whose load comes from other machines against the limits of this one on
    /// connections and threads of its servers.
    ///
    /// @return unmet requirements; empty where the limits suffice or are unknown
    public static List<UnmetRequirement> checkServerLimits(HostLimits host, Experiment experiment) {
        if (experiment.variants().stream().allMatch(variant -> variant.endpoint().isPresent())) {
            return List.of();
        }
        var needs = ResourceRequirements.of(experiment);
        return Stream.of(
                        host.connections().check(needs.connections()),
                        host.threads().check(needs.threads()))
                .flatMap(Optional::stream)
                .toList();
    }

    /// Checks the load on a server that already runs against the machine's limits.
    ///
    /// @param connections open at once
    /// @param sources number of source addresses, at least 1
    /// @return unmet requirements; empty where the limits suffice or are unknown
    public static List<UnmetRequirement> checkLoad(HostLimits host, int connections, int sources) {
        return Stream.of(
                        host.connections().check(connections),
                        host.ports().check(Math.ceilDiv(connections, sources)))
                .flatMap(Optional::stream)
                .toList();
    }

    /// @return unmet requirements; empty when the server can be started
    static List<UnmetRequirement> checkLaunch(Zoo zoo, LaunchConfiguration launched, Jdks jdks) {
        var unmet = new ArrayList<UnmetRequirement>();
        switch (launched.subject()) {
            case ZooServer server -> unmet.addAll(checkServer(zoo, launched, server, jdks));
            case ServiceCommand service -> {
                var program = ServiceProgram.of(launched, service, jdks);
                unmet.addAll(ServiceChecks.check(launched, service, program, jdks));
                launched.jdk().flatMap(_ -> jdk(launched, jdks)).ifPresent(unmet::addFirst);
            }
            case Endpoint endpoint -> unmet.addAll(EndpointChecks.check(endpoint));
        }
        directory(launched).ifPresent(unmet::add);
        launched.cpus().flatMap(cpus -> CpuChecks.check(cpus, CpuLimit.ROOT)).ifPresent(unmet::add);
        port(launched.port()).ifPresent(unmet::add);
        return unmet;
    }

    private static List<UnmetRequirement> checkServer(
            Zoo zoo, LaunchConfiguration launched, ZooServer server, Jdks jdks) {
        var unmet = new ArrayList<UnmetRequirement>();
        zoo.definition(server.server())
                .ifPresentOrElse(
                        program -> {
                            modelAndSettings(program, server).ifPresent(unmet::add);
                            artifact(program).ifPresent(unmet::add);
                            runtime(program, launched, jdks).ifPresent(unmet::add);
                        },
                        () -> unmet.add(noServer(zoo, server)));
        return unmet;
    }

    private static UnmetRequirement noServer(Zoo zoo, ZooServer server) {
        var names = zoo.servers().stream().map(known -> known.name()).toList();
        return new UnmetRequirement(
                "the zoo has no server " + server.server(),
                "one of " + String.join(", ", names),
                "correct the variant's server");
    }

    private static Optional<UnmetRequirement> modelAndSettings(
            ServerDefinition program, ZooServer server) {
        var models = program.description().models();
        var model = models.get(server.model());
        if (model == null) {
            return Optional.of(
                    new UnmetRequirement(
                            program.name() + " has no model " + server.model(),
                            "one of " + String.join(", ", models.keySet()),
                            "correct the variant's model"));
        }
        var settings = model.settings().keySet();
        return server.settings().keySet().stream()
                .filter(name -> !settings.contains(name))
                .sorted()
                .findFirst()
                .map(name ->
                        new UnmetRequirement(
                                "%s %s takes no setting %s"
                                        .formatted(program.name(), server.model(), name),
                                settings.isEmpty()
                                        ? "no settings"
                                        : "one of " + String.join(", ", settings),
                                "correct the variant's settings"));
    }

    /// Checks whether the server's jar or binary exists, or can be fetched or built.
    static Optional<UnmetRequirement> artifact(ServerDefinition program) {
        return switch (program.artifact()) {
            case Artifact.Jar jar ->
                    missingArtifact(program)
                            .or(() ->
                                    jar.buildSpec()
                                            .flatMap(build -> buildRequirement(program, build)));
            case Artifact.Binary(var binary) ->
                    missingArtifact(program).or(() -> buildRequirement(program, binary));
        };
    }

    /// Checks whether the server's jar or binary exists, or there is something to make it from.
    static Optional<UnmetRequirement> missingArtifact(ServerDefinition program) {
        return switch (program.artifact()) {
            case Artifact.Jar jar ->
                    unmetIf(
                            !Files.isRegularFile(jar.file())
                                    && jar.fetched().isEmpty()
                                    && !canBeBuilt(program),
                            "no file " + jar.file(),
                            "the jar of " + program.name(),
                            absent(program));
            case Artifact.Binary(var build) ->
                    unmetIf(
                            !build.isBuilt() && !hasSources(program),
                            "no sources in " + program.folder(),
                            "those of " + program.name(),
                            absent(program));
        };
    }

    /// Whether its folder has more than the description and what was built.
    private static boolean hasSources(ServerDefinition program) {
        try (var files = Files.list(program.folder())) {
            return files.anyMatch(
                    file -> !file.endsWith("server.json") && !file.endsWith("target"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// A bundle or an unpacked jar has descriptions of all servers, and no sources.
    private static String absent(ServerDefinition program) {
        return program.module().isPresent()
                ? "build it with: mvn package"
                : "use a server that this installation has, or a clone of Loombench";
    }

    private static boolean canBeBuilt(ServerDefinition program) {
        return ModuleBuild.isAvailable() && program.module().isPresent();
    }

    private static Optional<UnmetRequirement> buildRequirement(
            ServerDefinition program, BuildSpec onDemand) {
        return new ServerBuild(program.name(), onDemand).unmetRequirement();
    }

    private static Optional<UnmetRequirement> runtime(
            ServerDefinition program, LaunchConfiguration launched, Jdks jdks) {
        return switch (program.artifact()) {
            case Artifact.Jar _ -> jdk(launched, jdks);
            case Artifact.Binary _ ->
                    unmetIf(
                            !launched.jvm().isEmpty() || launched.jdk().isPresent(),
                            "the variant names JVM flags or a JDK",
                            "neither, since " + program.name() + " runs without a JVM",
                            "remove jvm and jdk from the variant");
        };
    }

    /// Checks whether the variant's JDK exists.
    public static Optional<UnmetRequirement> jdk(LaunchConfiguration launched, Jdks jdks) {
        var java = jdks.java(launched);
        if (java.isEmpty()) {
            return Optional.of(
                    new UnmetRequirement(
                            "no JDK %s on this machine"
                                    .formatted(launched.jdk().map(Jdk::text).orElse("")),
                            "the JDK of " + launched.name(),
                            "found: %s; install it, or set jdk (--jdk) to its home"
                                    .formatted(jdks.found())));
        }
        return unmetIf(
                !Files.isExecutable(java.get()) || Files.isDirectory(java.get()),
                "no program " + java.get(),
                "the java of a JDK",
                "set jdk to the JDK's home, the folder above its bin, or to its major version");
    }

    private static Optional<UnmetRequirement> directory(LaunchConfiguration launched) {
        return launched.workingDirectory()
                .filter(folder -> !Files.isDirectory(folder))
                .map(folder ->
                        new UnmetRequirement(
                                "no folder " + folder.toAbsolutePath(),
                                "the variant's working directory",
                                "create it, or remove working-directory to use the trial's folder"));
    }

    private static Optional<UnmetRequirement> port(int port) {
        if (port == 0) {
            return Optional.empty();
        }
        var here = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        if (Loopback.elsewhere(here).isPresent()) { // a service might be taken for that one
            return unavailable(port, "a process listens on its other loopback address");
        }
        try (var probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(here);
            return Optional.empty();
        } catch (BindException e) {
            return unavailable(port, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            return Optional.of(
                    new UnmetRequirement(
                            "port " + port + " could not be checked (" + e.getMessage() + ")",
                            "a free port",
                            "remove port to use any free one"));
        }
    }

    private static Optional<UnmetRequirement> unavailable(int port, String why) {
        return Optional.of(
                new UnmetRequirement(
                        "port %d is unavailable (%s)".formatted(port, why),
                        "a free port",
                        "stop the process that uses it, or remove port to use any free one"));
    }

    private static Optional<UnmetRequirement> unmetIf(
            boolean unmet, String actual, String expected, String remedy) {
        return unmet
                ? Optional.of(new UnmetRequirement(actual, expected, remedy))
                : Optional.empty();
    }
}
