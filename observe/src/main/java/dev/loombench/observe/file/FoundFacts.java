package dev.loombench.observe.file;

import dev.loombench.observe.file.content.JvmFacts;
import dev.loombench.observe.result.VirtualMachine;
import dev.loombench.observe.threads.ThreadListHeader;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// The facts of a JVM that a reader has found so far. Options of its command line set some of them:
/// the processors that a file counts may be those of the machine.
final class FoundFacts {
    private static final String PROCESSORS = "-XX:ActiveProcessorCount=";
    private static final String PARALLELISM = "-Djdk.virtualThreadScheduler.parallelism=";

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
        var counted = option(PROCESSORS);
        return new JvmFacts(
                pid,
                version,
                vendor,
                vm,
                platform,
                counted.isPresent() ? OptionalInt.of((int) counted.getAsLong()) : processors,
                maxHeapBytes,
                maxDirectBytes,
                parallelism.isPresent() ? parallelism : option(PARALLELISM),
                words);
    }

    /// The number that an option before the program sets; of several, the last one counts.
    private OptionalLong option(String name) {
        return words.stream()
                .skip(1) // java
                .takeWhile(word -> word.startsWith("-"))
                .filter(word -> word.startsWith(name))
                .map(word -> ThreadListHeader.number(word.substring(name.length())))
                .flatMapToLong(OptionalLong::stream)
                .filter(number -> number > 0 && number <= Integer.MAX_VALUE)
                .reduce((_, last) -> last);
    }
}
