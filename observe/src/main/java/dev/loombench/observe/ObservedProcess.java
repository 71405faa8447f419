package dev.loombench.observe;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// The server process under observation.
///
/// @param pid of a process on this machine; of several, the one that listens on the port
/// @param tree the processes whose CPU, memory and threads count together; empty for this one alone
/// @param http where it serves HTTP; empty when no request may be sent to it
/// @param secured whether it serves that over TLS
/// @param trialDirectory where the flags of {@link Observer#jvmFlags} direct the server's logs
/// @param startedByLab whether it has these flags, and its accounts in the kernel may be reset
public record ObservedProcess(
        long pid,
        Optional<Supplier<Set<Long>>> tree,
        Optional<InetSocketAddress> http,
        boolean secured,
        Path trialDirectory,
        boolean startedByLab) {

    /// A server that may be sent requests.
    ///
    /// @param secured whether over TLS
    public static ObservedProcess ofServer(
            long pid, InetSocketAddress http, boolean secured, Path trialDirectory) {
        return new ObservedProcess(
                pid, Optional.empty(), Optional.of(http), secured, trialDirectory, true);
    }

    /// A process by itself, to which no request is sent.
    public ObservedProcess(long pid, Path trialDirectory) {
        this(pid, Optional.empty(), Optional.empty(), false, trialDirectory, true);
    }

    /// Several processes to which no request but those of the load is sent.
    ///
    /// @param pid the one that listens on the port
    public static ObservedProcess ofTree(long pid, Supplier<Set<Long>> tree, Path trialDirectory) {
        return new ObservedProcess(
                pid, Optional.of(tree), Optional.empty(), false, trialDirectory, true);
    }

    /// Several processes that the lab did not start, likewise.
    ///
    /// @param pid the one that listens on the port
    public static ObservedProcess ofRunning(
            long pid, Supplier<Set<Long>> tree, Path trialDirectory) {
        return new ObservedProcess(
                pid, Optional.of(tree), Optional.empty(), false, trialDirectory, false);
    }
}
