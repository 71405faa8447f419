package dev.loombench.launch;

import dev.loombench.spec.ServerDescription;
import dev.loombench.spec.text.SpecError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The servers that can be launched: every folder of `zoo/` with a `server.json`. And the services
/// that servers lean on, in a `service.json`: the lab alone starts those.
public final class Zoo {
    private static final Comparator<ServerDefinition> BY_NAME =
            Comparator.comparing(ServerDefinition::name);

    private final List<ServerDefinition> servers;
    private final List<ServerDefinition> services;

    private Zoo(List<ServerDefinition> servers, List<ServerDefinition> services) {
        this.servers = List.copyOf(servers);
        this.services = List.copyOf(services);
    }

    /// @param home the folder that holds `zoo/`
    /// @throws SpecError when there is no such folder, or one of the files is broken
    public static Zoo at(Path home) {
        var folder = home.resolve("zoo");
        if (!Files.isDirectory(folder)) {
            throw new SpecError(
                    "no folder %s: is %s where Loombench lives?"
                            .formatted(folder, home.toAbsolutePath()));
        }
        var servers = programs(folder, "server.json");
        var services = programs(folder, "service.json");
        refuseTwins(Stream.concat(servers.stream(), services.stream()).sorted(BY_NAME).toList());
        return new Zoo(servers, services);
    }

    private static List<ServerDefinition> programs(Path folder, String description) {
        return descriptions(folder, description).stream()
                .map(ServerDefinitionReader::read)
                .sorted(BY_NAME)
                .toList();
    }

    /// By name.
    public List<ServerDescription> servers() {
        return servers.stream().map(ServerDefinition::description).toList();
    }

    /// Why a server cannot be launched on this machine, in one sentence; empty when nothing is
    /// known against it.
    public Optional<String> unavailable(String name) {
        return program(name).flatMap(Preflight::artifact).map(UnmetRequirement::message);
    }

    Optional<ServerDefinition> program(String name) {
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

    private static void refuseTwins(List<ServerDefinition> sorted) {
        for (int i = 1; i < sorted.size(); i++) {
            if (sorted.get(i).name().equals(sorted.get(i - 1).name())) {
                throw new SpecError(
                        "two servers of the zoo are named %s: %s and %s"
                                .formatted(
                                        sorted.get(i).name(),
                                        sorted.get(i - 1).artifact().file(),
                                        sorted.get(i).artifact().file()));
            }
        }
    }
}
