package dev.loombench.launch.process;

import dev.loombench.text.TextTable;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/// Programs that listen on a port for a service elsewhere, as in a container, and pass its
/// connections on, or their socket: their figures are not those of the service. The manager of
/// services holds the socket of one that it starts at its first connection.
final class Forwarder {
    private static final Set<String> PROGRAMS =
            Set.copyOf(
                    TextTable.words(
                            """
                            com.docker.backend docker-proxy dockerd gvproxy kubectl oc passt
                            passt.avx2 pasta pasta.avx2 rootlesskit rootlessport slirp4netns socat
                            ssh sshd sshd-session systemd systemd-socket-proxyd
                            """));

    private Forwarder() {}

    /// The name of the program that a process runs, where it is one of these.
    static Optional<String> program(ProcessHandle process) {
        return process.info()
                .command()
                .map(Path::of)
                .map(Path::getFileName)
                .map(Path::toString)
                .filter(Forwarder::passesOn);
    }

    /// @param program its file's name
    static boolean passesOn(String program) {
        return PROGRAMS.contains(program);
    }
}
