package dev.loombench.observe.result;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/// Version and configuration of a JVM. A live JVM tells all of it; files may show less.
///
/// @param version as in `25.0.3+9`; empty where files do not show it
/// @param vendor as in `Eclipse Adoptium`; empty where it is unknown
/// @param platform operating system and processor, as in `Linux amd64`; empty where files do not
///   show it
/// @param processors that it may use, as it counts them; empty where files do not show them
/// @param maxHeapBytes the limit of its heap (`-Xmx`); empty where files do not show it
/// @param maxDirectBytes the limit of direct buffers; empty where none is set, so that the limit of
///   the heap holds
/// @param parallelism the configured number of carriers; empty where it is the number of processors
public record JvmIdentity(
        Optional<Runtime.Version> version,
        String vendor,
        VirtualMachine vm,
        String platform,
        OptionalInt processors,
        OptionalLong maxHeapBytes,
        OptionalLong maxDirectBytes,
        OptionalLong parallelism) {

    /// Of a JVM whose version is known, as a live one.
    public int feature() {
        return version.orElseThrow().feature();
    }

    /// Whether its version is known, and that of a JDK or later.
    public boolean isFrom(int feature) {
        return version.filter(v -> v.feature() >= feature).isPresent();
    }

    /// Whether its version is known, and earlier than that of a JDK.
    public boolean isBefore(int feature) {
        return version.filter(v -> v.feature() < feature).isPresent();
    }

    /// `JDK 25.0.3 (Eclipse Adoptium)`.
    public String describe() {
        return release()
                .map(release ->
                        "JDK %s%s".formatted(release, vendor.isEmpty() ? "" : " (" + vendor + ")"))
                .orElse("a JDK of unknown version");
    }

    /// Empty where its version is unknown.
    public Optional<JavaRuntime> runtime() {
        return release().map(release -> new JavaRuntime(release, vm, vendor, platform));
    }

    /// `25.0.3`, without build; empty where it is unknown.
    public Optional<String> release() {
        return version.map(
                v -> v.version().stream().map(String::valueOf).collect(Collectors.joining(".")));
    }
}
