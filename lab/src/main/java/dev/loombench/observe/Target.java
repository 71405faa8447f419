package dev.loombench.observe;

import java.nio.file.Path;

/// What is observed: the server's process.
///
/// @param pid of a process on this machine
/// @param trialDirectory where the flags of {@link Observer#jvmFlags} sent the server's logs
public record Target(long pid, Path trialDirectory) {}
