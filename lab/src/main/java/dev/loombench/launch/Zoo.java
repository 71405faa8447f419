package dev.loombench.launch;

import dev.loombench.spec.ServerDescription;
import dev.loombench.spec.SpecError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The servers that can be launched: every folder of `zoo/` with a `server.json`.
public final class Zoo {
    private final List<Program> programs;

    private Zoo(List<Program> programs) {
        this.programs = List.copyOf(programs);
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
        var programs = new ArrayList<Program>();
        for (var file : descriptions(folder)) {
            programs.add(ServerJson.read(file));
        }
        programs.sort(Comparator.comparing(Program::name));
        refuseTwins(programs);
        return new Zoo(programs);
    }

    /// By name.
    public List<ServerDescription> servers() {
        return programs.stream().map(Program::description).toList();
    }

    /// Why a server cannot be launched on this machine, in one sentence; empty when nothing is
    /// known against it.
    public Optional<String> unavailable(String name) {
        return program(name).flatMap(Preflight::artifact).map(Unmet::message);
    }

    Optional<Program> program(String name) {
        return programs.stream().filter(program -> program.name().equals(name)).findFirst();
    }

    private static List<Path> descriptions(Path folder) {
        try (var folders = Files.list(folder)) {
            return folders.map(server -> server.resolve("server.json"))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void refuseTwins(List<Program> sorted) {
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
