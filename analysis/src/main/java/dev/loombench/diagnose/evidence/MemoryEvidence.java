package dev.loombench.diagnose.evidence;

import dev.loombench.observe.jvm.ClassHistogram;
import dev.loombench.observe.jvm.LimitedMemory;
import dev.loombench.observe.jvm.ThreadLocalSample;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Memory beside the heap's size.
///
/// @param collections of garbage
/// @param directBytes memory of direct buffers
/// @param limited other memory outside the heap, as far as it has a limit
/// @param unseenMetadata why metadata are not among them, where only code is known
/// @param histogramBefore live objects by class at the start
/// @param histogram live objects by class at the end
/// @param threadLocals values of some virtual threads
/// @param platformThreads platform threads of Java code, each with its own thread-local values;
///   empty where they are not counted
public record MemoryEvidence(
        Part<CollectionHistory> collections,
        Part<Long> directBytes,
        Part<List<LimitedMemory>> limited,
        Optional<String> unseenMetadata,
        Part<ClassHistogram> histogramBefore,
        Part<ClassHistogram> histogram,
        Part<ThreadLocalSample> threadLocals,
        OptionalLong platformThreads) {}
