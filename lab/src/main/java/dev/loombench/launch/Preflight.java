package dev.loombench.launch;

import dev.loombench.launch.jdk.Jdks;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.Jdk;
import dev.loombench.spec.Variant;
import java.io.IOException;
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

/// What must hold before a trial: better found out now than after the warm-up.
public final class Preflight {
    /// Jars, logs, event queues, the observers' own: what a JVM holds open beside connections.
    static final int OTHER_DESCRIPTORS = 256;

    private Preflight() {}

    /// What cannot be had on this machine of an experiment.
    ///
    /// @return variant -> why, in one sentence; empty when all can, as far as can be told without
    ///   building anything
    public static Map<String, String> check(Zoo zoo, HostLimits host, ExperimentSpec spec) {
        var lacking = new LinkedHashMap<String, String>();
        var limits = checkLimits(host, spec);
        var jdks = Jdks.ofThisMachine();
        for (var variant : spec.variants()) {
            var unmet = new ArrayList<>(limits);
            unmet.addAll(checkLaunch(zoo, variant, jdks));
            if (!unmet.isEmpty()) {
                lacking.put(
                        variant.name(),
                        unmet.stream()
                                .map(UnmetRequirement::message)
                                .collect(Collectors.joining("; ")));
            }
        }
        return lacking;
    }

    /// Whether the machine's limits allow what an experiment asks for: connections, ports, threads.
    ///
    /// @return what is not as it must be; empty where the limits allow it or cannot be known
    public static List<UnmetRequirement> checkLimits(HostLimits host, ExperimentSpec spec) {
        var needs = ResourceRequirements.of(spec);
        var unmet = new ArrayList<UnmetRequirement>();
        host.connections().lacks(needs.connections()).ifPresent(unmet::add);
        host.ports().lacks(needs.ports()).ifPresent(unmet::add);
        host.threads().lacks(needs.threads()).ifPresent(unmet::add);
        return unmet;
    }

    /// Whether the machine's limits allow this process to load a server that runs already.
    ///
    /// @param connections open at once
    /// @param sources addresses that they come from, at least 1
    /// @return what is not as it must be; empty where the limits allow it or cannot be known
    public static List<UnmetRequirement> checkLoad(HostLimits host, int connections, int sources) {
        return Stream.of(
                        host.connections().lacks(connections),
                        host.ports().lacks(Math.ceilDiv(connections, sources)))
                .flatMap(Optional::stream)
                .toList();
    }

    /// Whether this process, and a server started by it, may hold so many connections.
    ///
    /// @return what is not as it must be; empty where the limit allows them or cannot be known
    public static Optional<UnmetRequirement> checkConnections(int connections) {
        var limit = OpenFiles.limit();
        return limit.isPresent() ? descriptors(connections, limit.getAsLong()) : Optional.empty();
    }

    /// @return what is not as it must be; empty when the server may be started
    static List<UnmetRequirement> checkLaunch(Zoo zoo, Variant variant, Jdks jdks) {
        var unmet = new ArrayList<UnmetRequirement>();
        zoo.program(variant.server())
                .ifPresentOrElse(
                        program -> {
                            offer(program, variant).ifPresent(unmet::add);
                            artifact(program).ifPresent(unmet::add);
                            runtime(program, variant, jdks).ifPresent(unmet::add);
                        },
                        () -> unmet.add(noServer(zoo, variant)));
        directory(variant).ifPresent(unmet::add);
        variant.cpus().flatMap(Preflight::cpus).ifPresent(unmet::add);
        port(variant.port()).ifPresent(unmet::add);
        return unmet;
    }

    static Optional<UnmetRequirement> descriptors(int connections, long limit) {
        long needed = (long) connections + OTHER_DESCRIPTORS;
        return unmetIf(
                needed > limit,
                "a process may hold " + limit + " files open",
                needed + " for " + connections + " connections",
                "ask for fewer connections, or raise the limit with ulimit -n");
    }

    private static UnmetRequirement noServer(Zoo zoo, Variant variant) {
        var names = zoo.servers().stream().map(server -> server.name()).toList();
        return new UnmetRequirement(
                "the zoo has no server " + variant.server(),
                "one of " + String.join(", ", names),
                "correct the variant's server");
    }

    private static Optional<UnmetRequirement> offer(ServerDefinition program, Variant variant) {
        var models = program.description().models();
        var model = models.get(variant.model());
        if (model == null) {
            return Optional.of(
                    new UnmetRequirement(
                            program.name() + " has no model " + variant.model(),
                            "one of " + String.join(", ", models.keySet()),
                            "correct the variant's model"));
        }
        var settings = model.settings().keySet();
        return variant.settings().keySet().stream()
                .filter(name -> !settings.contains(name))
                .sorted()
                .findFirst()
                .map(name ->
                        new UnmetRequirement(
                                "%s %s takes no setting %s"
                                        .formatted(program.name(), variant.model(), name),
                                settings.isEmpty()
                                        ? "none"
                                        : "one of " + String.join(", ", settings),
                                "correct the variant's settings"));
    }

    /// Whether what is to be started can be.
    static Optional<UnmetRequirement> artifact(ServerDefinition program) {
        return switch (program.artifact()) {
            case Artifact.Jar jar ->
                    unmetIf(
                                    !Files.isRegularFile(jar.file()) && !canBeBuilt(program),
                                    "no file " + jar.file(),
                                    "the jar of " + program.name(),
                                    "build it with: mvn package")
                            .or(() -> jar.onDemand().flatMap(part -> hindrance(program, part)));
            case Artifact.Binary(var binary) -> hindrance(program, binary);
        };
    }

    private static boolean canBeBuilt(ServerDefinition program) {
        return ModuleBuild.isAvailable() && program.module().isPresent();
    }

    private static Optional<UnmetRequirement> hindrance(
            ServerDefinition program, BuildSpec onDemand) {
        return new ServerBuild(program.name(), onDemand).hindrance();
    }

    private static Optional<UnmetRequirement> runtime(
            ServerDefinition program, Variant variant, Jdks jdks) {
        return switch (program.artifact()) {
            case Artifact.Jar _ -> jdk(variant, jdks);
            case Artifact.Binary _ ->
                    unmetIf(
                            !variant.jvm().isEmpty() || variant.jdk().isPresent(),
                            "the variant names JVM flags or a JDK",
                            "none for " + program.name() + ", which runs without a JVM",
                            "leave jvm and jdk out of the variant");
        };
    }

    public static Optional<UnmetRequirement> jdk(Variant variant, Jdks jdks) {
        var java = jdks.java(variant);
        if (java.isEmpty()) {
            return Optional.of(
                    new UnmetRequirement(
                            "no JDK %s on this machine"
                                    .formatted(variant.jdk().map(Jdk::text).orElse("")),
                            "one for " + variant.name(),
                            "found: %s; install it, or name its home".formatted(jdks.found())));
        }
        return unmetIf(
                !Files.isExecutable(java.get()) || Files.isDirectory(java.get()),
                "no program " + java.get(),
                "the java of a JDK",
                "name the JDK's home, the folder above its bin, or its major version");
    }

    private static Optional<UnmetRequirement> directory(Variant variant) {
        return variant.workingDirectory()
                .filter(folder -> !Files.isDirectory(folder))
                .map(folder ->
                        new UnmetRequirement(
                                "no folder " + folder.toAbsolutePath(),
                                "the variant's working folder",
                                "create it, or leave it out for the trial's own"));
    }

    private static Optional<UnmetRequirement> cpus(String wanted) {
        if (CpuSet.taskset().isEmpty()) {
            return Optional.of(
                    new UnmetRequirement(
                            "no program taskset on the PATH",
                            "one to keep the server on processors " + wanted,
                            "it comes with util-linux, on Linux alone; leave cpus out elsewhere"));
        }
        return CpuSet.allowed()
                .filter(allowed -> !contains(allowed, wanted))
                .map(allowed ->
                        new UnmetRequirement(
                                "the lab may use processors " + allowed,
                                "all of " + wanted,
                                "correct the variant's cpus"));
    }

    private static boolean contains(String allowed, String wanted) {
        var beyond = CpuSet.parse(wanted);
        boolean none = beyond.isEmpty();
        beyond.andNot(CpuSet.parse(allowed));
        return !none && beyond.isEmpty();
    }

    private static Optional<UnmetRequirement> port(int port) {
        if (port == 0) {
            return Optional.empty();
        }
        try (var probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return Optional.empty();
        } catch (BindException e) {
            return Optional.of(
                    new UnmetRequirement(
                            "port " + port + " cannot be had (" + e.getMessage() + ")",
                            "a free one",
                            "stop what listens there, or leave port out for any free one"));
        } catch (IOException e) {
            return Optional.of(
                    new UnmetRequirement(
                            "port " + port + " could not be tried (" + e.getMessage() + ")",
                            "a free one",
                            "leave port out for any free one"));
        }
    }

    private static Optional<UnmetRequirement> unmetIf(
            boolean unmet, String met, String due, String help) {
        return unmet ? Optional.of(new UnmetRequirement(met, due, help)) : Optional.empty();
    }
}
