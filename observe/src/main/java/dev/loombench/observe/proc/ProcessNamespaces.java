package dev.loombench.observe.proc;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/// What a process has in common with this one. In a container, and in a unit of systemd with a
/// private `/tmp` or network, the same path or port of loopback is another.
///
/// Elsewhere than on Linux, and where the kernel does not show it, both are the same.
///
/// @param process its folder in `/proc`
public record ProcessNamespaces(Path process) {

    public static ProcessNamespaces of(long pid) {
        return new ProcessNamespaces(Path.of("/proc", Long.toString(pid)));
    }

    /// The path of a file of that process below its own root.
    ///
    /// @param absolute the path that that process uses
    public Path reach(Path absolute) {
        return process.resolve("root" + absolute);
    }

    /// Whether that process finds the same file or folder under a path as this one.
    public boolean finds(Path absolute) {
        if (!Platform.isLinux()) {
            return true;
        }
        try {
            return Files.isSameFile(reach(absolute), absolute);
        } catch (AccessDeniedException unknown) {
            return true;
        } catch (IOException missing) {
            return false;
        }
    }

    /// The path by which this process reaches a folder of that process.
    ///
    /// @param absolute the path that that process uses
    public Path folder(Path absolute) {
        return finds(absolute) ? absolute : reach(absolute);
    }

    /// Whether loopback is the same.
    public boolean shareNetwork() {
        try {
            var other = Files.readSymbolicLink(process.resolve("ns/net"));
            return other.equals(Files.readSymbolicLink(self().resolve("ns/net")));
        } catch (IOException unknown) {
            return true;
        }
    }

    /// Its id as it knows it itself, which in a container is another than here.
    public String innerPid() {
        return ProcessStatus.of(process)
                .map(ProcessStatus::innerPid)
                .filter(OptionalLong::isPresent)
                .map(id -> Long.toString(id.getAsLong()))
                .orElse(pid());
    }

    /// Its id here.
    public String pid() {
        return process.getFileName().toString();
    }

    /// This process, by the same `/proc`.
    public Path self() {
        return process.resolveSibling("self");
    }
}
