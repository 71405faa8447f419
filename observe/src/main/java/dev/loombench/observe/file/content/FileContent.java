package dev.loombench.observe.file.content;

import dev.loombench.observe.result.Observation.Pinned;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.threads.ListedThread;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/// What one file shows. A file may show several things, as a recording does, or the output of a
/// container.
///
/// @param name as the user gave it
/// @param prints of platform threads
/// @param lists of all threads, the last [ThreadPrints#MOST]
/// @param collections empty without a log of them
/// @param crashes in order, the last [Crash#MOST]
/// @param recording what only a recording has
/// @param limits of memory outside the heap
public record FileContent(
        String name,
        Set<FileKind> kinds,
        JvmFacts jvm,
        ThreadPrints prints,
        List<ThreadsListed> lists,
        Optional<CollectionLog> collections,
        List<Crash> crashes,
        Optional<Recording> recording,
        ShownLimits limits) {
    public FileContent {
        kinds = Set.copyOf(kinds);
        lists = List.copyOf(lists);
        crashes = List.copyOf(crashes);
    }

    /// A list of all threads.
    ///
    /// @param nanos since any fixed moment, the same for all lists
    /// @param threads as many as are kept
    /// @param counts of all threads
    /// @param platformOnly whether it lists no virtual threads, as that of a framework
    /// @param cut whether it ends within a thread
    public record ThreadsListed(
            long nanos,
            List<ListedThread> threads,
            ThreadDump counts,
            boolean platformOnly,
            boolean cut) {
        public ThreadsListed {
            threads = List.copyOf(threads);
        }

        /// Whether it has all threads with their locks.
        public boolean isWhole() {
            return !cut && omitted() == 0;
        }

        /// Threads that are counted, and not kept with their locks.
        public int omitted() {
            return counts.total() - threads.size();
        }
    }

    /// What a recording shows beside threads and collections.
    ///
    /// @param nanos its length
    /// @param pinned waits, where it recorded them
    /// @param directBytes memory of direct buffers, the last reading
    /// @param quotaCores of its container
    /// @param throttling by that quota, where it was recorded
    /// @param memoryBytes limit of its container
    /// @param locks for which threads waited
    /// @param cut whether it ends within a chunk, which is not read
    public record Recording(
            long nanos,
            Optional<Pinned> pinned,
            OptionalLong directBytes,
            OptionalDouble quotaCores,
            Optional<Throttling> throttling,
            OptionalLong memoryBytes,
            LockWaits locks,
            boolean cut) {
        /// A whole one.
        public Recording(
                long nanos,
                Optional<Pinned> pinned,
                OptionalLong directBytes,
                OptionalDouble quotaCores,
                Optional<Throttling> throttling,
                OptionalLong memoryBytes,
                LockWaits locks) {
            this(nanos, pinned, directBytes, quotaCores, throttling, memoryBytes, locks, false);
        }
    }

    /// How long the quota of a container stopped threads.
    ///
    /// @param nanos time without quota, added up over processors
    /// @param elapsedNanos in which it was counted
    public record Throttling(long nanos, long elapsedNanos) {}
}
