package dev.loombench.result;

import java.time.Instant;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// The machine a run was made on: a result holds for this and no other until shown. What a platform
/// does not tell is empty, or `unknown`.
///
/// @param taken when this was read
/// @param cpu model name
/// @param cores logical processors the lab may use
/// @param memoryBytes physical memory, or what the lab's container may have of it
/// @param system operating system, kernel and processor architecture
/// @param jdk version and build of the lab's JDK
/// @param loadAverage of one minute, before the run
/// @param othersBusyShare part of all cores that other processes used just before the run, 0..1
/// @param stealShare part of all cores' time that the hypervisor kept just before the run, 0..1
/// @param openFileLimit file descriptors a process may hold
public record Environment(
        Instant taken,
        String cpu,
        int cores,
        long memoryBytes,
        String system,
        String jdk,
        OptionalDouble loadAverage,
        OptionalDouble othersBusyShare,
        OptionalDouble stealShare,
        OptionalLong openFileLimit) {}
