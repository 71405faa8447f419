package dev.loombench.observe;

import java.nio.file.Path;
import java.util.OptionalInt;

/// What is observed: the server's process.
///
/// @param pid of a process on this machine
/// @param port on loopback, where it answers HTTP; empty when it is not to be asked
/// @param trialDirectory where the flags of {@link Observer#jvmFlags} sent the server's logs
public record ObservedProcess(long pid, OptionalInt port, Path trialDirectory) {

    /// A process that is looked at and never asked.
    public ObservedProcess(long pid, Path trialDirectory) {
        this(pid, OptionalInt.empty(), trialDirectory);
    }
}
