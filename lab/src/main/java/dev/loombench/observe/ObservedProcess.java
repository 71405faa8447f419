package dev.loombench.observe;

import java.nio.file.Path;
import java.util.OptionalInt;

/// The server process under observation.
///
/// @param pid of a process on this machine
/// @param port on loopback, where it serves HTTP; empty when no request may be sent to it
/// @param trialDirectory where the flags of {@link Observer#jvmFlags} direct the server's logs
public record ObservedProcess(long pid, OptionalInt port, Path trialDirectory) {

    /// A process to which no request is sent.
    public ObservedProcess(long pid, Path trialDirectory) {
        this(pid, OptionalInt.empty(), trialDirectory);
    }
}
