package dev.loombench.observe.file;

import dev.loombench.observe.file.content.JvmFacts;
import dev.loombench.observe.result.VirtualMachine;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// The facts of a JVM that a reader has found so far.
final class FoundFacts {
    OptionalLong pid = OptionalLong.empty();
    Optional<Runtime.Version> version = Optional.empty();
    String vendor = "";
    Optional<VirtualMachine> vm = Optional.empty();
    String platform = "";
    OptionalInt processors = OptionalInt.empty();
    OptionalLong maxHeapBytes = OptionalLong.empty();
    OptionalLong maxDirectBytes = OptionalLong.empty();
    OptionalLong parallelism = OptionalLong.empty();
    List<String> words = List.of();

    JvmFacts facts() {
        return new JvmFacts(
                pid,
                version,
                vendor,
                vm,
                platform,
                processors,
                maxHeapBytes,
                maxDirectBytes,
                parallelism,
                words);
    }
}
