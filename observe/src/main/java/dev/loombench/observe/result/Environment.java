package dev.loombench.observe.result;

import java.time.Instant;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// The machine of a run, which is the only one that the result is known to be valid for. What a
/// platform does not report is empty, or `unknown`.
///
/// @param taken time of reading
/// @param cpu model name
/// @param cores logical processors that the lab may use
/// @param memoryBytes physical memory, or the limit of the lab's container
/// @param system operating system, kernel and processor architecture
/// @param jdk version and build of the lab's JDK
/// @param loadAverage of one minute, before the run
/// @param othersBusyShare share of all cores that other processes used just before the run, 0..1
/// @param stealShare share of all cores' time that the hypervisor took just before the run, 0..1
/// @param openFileLimit file descriptors per process
/// @param processor settings of the processors
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
        OptionalLong openFileLimit,
        ProcessorSettings processor) {}
