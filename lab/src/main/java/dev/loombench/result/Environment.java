package dev.loombench.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.Optional;
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
/// @param processor settings of the processors; empty in runs that did not record them
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
        @JsonProperty("openFileLimit") OptionalLong openFileLimit,
        @JsonProperty("processor") Optional<ProcessorSettings> processor) {
    public Environment {
        processor = processor == null ? Optional.empty() : processor; // an older run
    }
}
