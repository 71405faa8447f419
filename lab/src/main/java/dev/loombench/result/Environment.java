package dev.loombench.result;

import com.fasterxml.jackson.annotation.JsonProperty;
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
        @JsonProperty("taken") Instant taken,
        @JsonProperty("cpu") String cpu,
        @JsonProperty("cores") int cores,
        @JsonProperty("memoryBytes") long memoryBytes,
        @JsonProperty("system") String system,
        @JsonProperty("jdk") String jdk,
        @JsonProperty("loadAverage") OptionalDouble loadAverage,
        @JsonProperty("othersBusyShare") OptionalDouble othersBusyShare,
        @JsonProperty("stealShare") OptionalDouble stealShare,
        @JsonProperty("openFileLimit") OptionalLong openFileLimit) {}
