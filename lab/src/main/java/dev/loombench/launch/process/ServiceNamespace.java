package dev.loombench.launch.process;

import dev.loombench.launch.process.ServiceProcesses.Identity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A UTS namespace of one service: every process that it starts is in it, whatever its parents,
/// session, environment, limits and user. It has the names of the host and of the domain, and
/// nothing else, so it changes nothing for a service that does not rename the host.
///
/// A process keeps it alive, so that no other namespace gets its number while the service is
/// searched for: until it is closed, or for some time after the end of the lab. It has a session of
/// its own, as the guard of orphans has.
///
/// Source: uts_namespaces(7), namespaces(7).
public final class ServiceNamespace implements AutoCloseable {
    private static final String LINK = "ns/uts";

    /// Longer than the guard of orphans needs, which ends it too.
    private static final String KEEPER = "trap '' INT TERM HUP QUIT; echo; read -r _; sleep 10";

    private final Process keeper;
    private final Identity identity;
    private final Path nsenter;
    private final Path name;
    private volatile boolean closed;

    private ServiceNamespace(Process keeper, Identity identity, Path nsenter, Path name) {
        this.keeper = keeper;
        this.identity = identity;
        this.nsenter = nsenter;
        this.name = name;
    }

    /// @param unshare the program that makes one
    /// @param nsenter the program that enters one
    /// @param setsid the program that gives its keeper a session; empty where there is none
    /// @return empty where this process may not make one, for which it must be privileged
    public static Optional<ServiceNamespace> create(
            Path unshare, Path nsenter, Optional<Path> setsid) throws IOException {
        var words = new ArrayList<String>();
        setsid.ifPresent(program -> words.add(program.toString()));
        words.addAll(List.of(unshare.toString(), "--uts", "sh", "-c", KEEPER));
        var keeper =
                new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try (var ready = keeper.inputReader()) {
            if (ready.readLine() != null) {
                var identity = ServiceProcesses.identity(keeper.pid());
                var name = nameOf(keeper.pid());
                if (identity.isPresent() && name.isPresent()) {
                    return Optional.of(
                            new ServiceNamespace(keeper, identity.get(), nsenter, name.get()));
                }
            }
        } catch (IOException e) {
            keeper.destroyForcibly();
            throw e;
        }
        keeper.destroyForcibly();
        return Optional.empty();
    }

    /// As in `uts:[4026531838]`; empty for a process that has ended, or that this one may not see.
    private static Optional<Path> nameOf(long pid) {
        try {
            return Optional.of(
                    Files.readSymbolicLink(Path.of("/proc", Long.toString(pid)).resolve(LINK)));
        } catch (IOException unknown) {
            return Optional.empty();
        }
    }

    /// The words before a command that is to run in it.
    List<String> words() {
        return List.of(nsenter.toString(), "--uts=/proc/%d/%s".formatted(keeper.pid(), LINK), "--");
    }

    /// The process that keeps it alive.
    Identity keeper() {
        return identity;
    }

    /// Whether a process of the service is in it; none is once this is closed, since another
    /// namespace may have its number then.
    boolean contains(long pid) {
        return !closed
                && keeper.isAlive()
                && pid != keeper.pid()
                && nameOf(pid).equals(Optional.of(name));
    }

    /// To be called when no process of the service is left.
    @Override
    public void close() {
        closed = true;
        keeper.destroyForcibly().onExit().join();
    }
}
