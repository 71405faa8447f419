package dev.loombench.diagnose.evidence;

import dev.loombench.observe.jvm.ClassHistogram;

/// Memory beside the heap's size.
///
/// @param directBytes memory of direct buffers
/// @param histogram live objects by class
/// @param platformThreads platform threads of Java code, each with its own thread-local values
public record MemoryEvidence(
        Part<Long> directBytes, Part<ClassHistogram> histogram, long platformThreads) {}
