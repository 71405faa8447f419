package dev.loombench.observe.jvm;

import dev.loombench.observe.result.JavaRuntime;
import dev.loombench.observe.result.VirtualMachine;
import java.util.OptionalLong;

/// Version and configuration of a JVM.
///
/// @param version as in `25.0.3+9`
/// @param vendor as in `Eclipse Adoptium`
/// @param processors that it may use, as it counts them
/// @param maxHeapBytes the limit of its heap (`-Xmx`)
/// @param maxDirectBytes the limit of direct buffers; empty where none is set, so that the limit of
///   the heap holds
/// @param parallelism the configured number of carriers; empty where it is the number of processors
public record JvmIdentity(
        Runtime.Version version,
        String vendor,
        VirtualMachine vm,
        int processors,
        long maxHeapBytes,
        OptionalLong maxDirectBytes,
        OptionalLong parallelism) {

    public int feature() {
        return version.feature();
    }

    /// `JDK 25.0.3 (Eclipse Adoptium)`.
    public String describe() {
        return "JDK %s%s".formatted(release(), vendor.isEmpty() ? "" : " (" + vendor + ")");
    }

    /// On the platform of this process.
    public JavaRuntime runtime() {
        return new JavaRuntime(release(), vm, vendor, JavaRuntime.platformHere());
    }

    /// `25.0.3`, without build.
    public String release() {
        var numbers = version.version().stream().map(String::valueOf).toList();
        return String.join(".", numbers);
    }
}
