package dev.loombench.launch.process;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/// Programs that listen on a port for a service elsewhere, as in a container, and pass its
/// connections on: their figures are not those of the service.
final class Forwarder {
    private static final Set<String> PROGRAMS =
            Set.of(
                    "com.docker.backend",
                    "docker-proxy",
                    "dockerd",
                    "gvproxy",
                    "kubectl",
                    "passt",
                    "passt.avx2",
                    "pasta",
                    "pasta.avx2",
                    "rootlesskit",
                    "rootlessport",
                    "slirp4netns",
                    "ssh");

    private Forwarder() {}

    /// The name of the program that a process runs, where it is one of these.
    static Optional<String> program(ProcessHandle process) {
        return process.info()
                .command()
                .map(Path::of)
                .map(Path::getFileName)
                .map(Path::toString)
                .filter(PROGRAMS::contains);
    }
}
