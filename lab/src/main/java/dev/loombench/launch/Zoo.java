package dev.loombench.launch;

import dev.loombench.experiment.variant.LaunchConfiguration;
import dev.loombench.experiment.variant.ServerDescription;
import dev.loombench.launch.limit.UnmetRequirement;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The servers that can be launched: every folder of `zoo/` with a `server.json`, and the services
/// that servers depend on, each with a `service.json`, which only the lab starts.
public final class Zoo {
    private static final Comparator<ServerDefinition> BY_NAME =
            Comparator.comparing(ServerDefinition::name);

    private final List<ServerDefinition> servers;
    private final List<ServerDefinition> services;

    private Zoo(List<ServerDefinition> servers, List<ServerDefinition> services) {
        this.servers = List.copyOf(servers);
        this.services = List.copyOf(services);
    }

    /// @param home parent of `zoo/`
    /// @throws WrongInput when there is no such folder, or one of the files is invalid
    public static Zoo at(Path home) {
        return at(home, System.getenv());
    }

    /// @param environment of the lab
    static Zoo at(Path home, Map<String, String> environment) {
        var folder = home.resolve("zoo");
        if (!Files.isDirectory(folder)) {
            throw new WrongInput(
                    "no folder %s; expected %s to be the home of Loombench"
                            .formatted(folder, home.toAbsolutePath()));
        }
        var servers = definitions(folder, "server.json", environment);
        var services = definitions(folder, "service.json", environment);
        rejectDuplicates(
                Stream.concat(servers.stream(), services.stream()).sorted(BY_NAME).toList());
        return new Zoo(servers, services);
    }

    private static List<ServerDefinition> definitions(
            Path folder, String description, Map<String, String> environment) {
        return descriptions(folder, description).stream()
                .map(file -> ServerDefinitionReader.read(file, environment))
                .sorted(BY_NAME)
                .toList();
    }

    /// The descriptions of all servers, sorted by name.
    public List<ServerDescription> servers() {
        return servers.stream().map(ServerDefinition::description).toList();
    }

    /// The reason why a server cannot be launched on this machine, in one sentence; empty when none
    /// is known.
    public Optional<String> unavailableReason(String name) {
        return definition(name).flatMap(Preflight::artifact).map(UnmetRequirement::message);
    }

    /// Whether a server has jars that are fetched before its first trial.
    public boolean isToBeFetched(String name) {
        return definition(name).stream()
                .anyMatch(program ->
                        program.artifact() instanceof Artifact.Jar jar
                                && jar.fetched().stream().anyMatch(jars -> !jars.isComplete()));
    }

    /// The server of a variant; empty for a service of the user.
    Optional<ServerDefinition> definition(LaunchConfiguration launched) {
        return launched.zooServer().flatMap(server -> definition(server.server()));
    }

    Optional<ServerDefinition> definition(String name) {
        return Stream.concat(servers.stream(), services.stream())
                .filter(program -> program.name().equals(name))
                .findFirst();
    }

    private static List<Path> descriptions(Path folder, String name) {
        try (var folders = Files.list(folder)) {
            return folders.map(server -> server.resolve(name))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void rejectDuplicates(List<ServerDefinition> sorted) {
        for (int i = 1; i < sorted.size(); i++) {
            if (sorted.get(i).name().equals(sorted.get(i - 1).name())) {
                throw new WrongInput(
                        "two servers of the zoo have the name %s: %s and %s"
                                .formatted(
                                        sorted.get(i).name(),
                                        sorted.get(i - 1).artifact().file(),
                                        sorted.get(i).artifact().file()));
            }
        }
    }
}
