package dev.loombench.diagnose.evidence;

import dev.loombench.observe.file.content.MemoryErrors;
import dev.loombench.observe.result.ClassHistogram;
import dev.loombench.observe.result.LimitedMemory;
import dev.loombench.observe.result.ThreadLocalSample;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// Memory beside the heap's size.
///
/// @param collections of garbage
/// @param directBytes memory of direct buffers
/// @param metadata of classes, as far as they have limits
/// @param code compiled code
/// @param histogramBefore live objects by class at the start
/// @param histogram live objects by class at the end
/// @param threadLocals values of some virtual threads
/// @param platformThreads platform threads of Java code, each with its own thread-local values;
///   empty where they are not counted
/// @param errors about memory other than metadata and code, one of a kind; none of a live JVM
public record MemoryEvidence(
        Part<CollectionHistory> collections,
        Part<Long> directBytes,
        Part<List<LimitedMemory>> metadata,
        Part<List<LimitedMemory>> code,
        Part<ClassHistogram> histogramBefore,
        Part<ClassHistogram> histogram,
        Part<ThreadLocalSample> threadLocals,
        OptionalLong platformThreads,
        List<MemoryErrors> errors) {
    public MemoryEvidence {
        errors = List.copyOf(errors);
    }

    /// Metadata and code, as far as they are known; empty where neither is.
    public Optional<List<LimitedMemory>> limited() {
        return metadata.value().isEmpty() && code.value().isEmpty()
                ? Optional.empty()
                : Optional.of(
                        Stream.of(metadata, code)
                                .flatMap(part -> part.value().stream())
                                .flatMap(List::stream)
                                .toList());
    }
}
