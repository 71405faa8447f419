package dev.loombench.diagnose.evidence;

import dev.loombench.observe.jvm.figure.LockOwner;
import dev.loombench.observe.threads.PrintedLock;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What is known of the owners of locks of `java.util.concurrent` at one moment.
///
/// @param printed whether those among the printed threads are
/// @param asked lock -> who held it a moment later, as a thread that waits for it shows; empty
///   where none did
public record LockOwners(boolean printed, Map<PrintedLock, Optional<Holder>> asked) {
    public LockOwners {
        asked = Collections.unmodifiableMap(new LinkedHashMap<>(asked));
    }

    /// A thread that holds a lock: also a virtual one without a carrier, or one that has ended.
    ///
    /// @param number `Thread.threadId()`
    /// @param name empty where it has none, as most virtual threads
    public record Holder(long number, String name) {
        /// `thread #31`, `thread #31 ("export-a")`.
        public String label() {
            return "thread #" + number + (name.isEmpty() ? "" : " (\"%s\")".formatted(name));
        }
    }

    static LockOwners of(boolean printed) {
        return new LockOwners(printed, Map.of());
    }

    /// Lock -> who holds it. One for which its thread does not wait any more is not known.
    ///
    /// @param waiters number of a thread -> lock that it was printed to wait for
    /// @param replies of these threads
    public static Map<PrintedLock, Optional<Holder>> asked(
            Map<Long, PrintedLock> waiters, List<LockOwner> replies) {
        var asked = new LinkedHashMap<PrintedLock, Optional<Holder>>();
        for (var reply : replies) {
            var lock = waiters.get(reply.waiter());
            if (lock != null && lock.type().equals(reply.type())) {
                asked.put(lock, holder(reply));
            }
        }
        return asked;
    }

    private static Optional<Holder> holder(LockOwner reply) {
        return reply.owner().stream()
                .mapToObj(number -> new Holder(number, reply.name()))
                .findFirst();
    }

    /// Number of a thread -> that of the one that held the lock for which it waits, the same at all
    /// moments.
    ///
    /// @param moments at least one
    public static Map<Long, Long> lasting(List<ThreadMoment> moments) {
        var holders = new LinkedHashMap<Long, Long>();
        var last = moments.getLast();
        for (var thread : last.threads()) {
            last.holder(thread)
                    .filter(holder ->
                            moments.stream()
                                    .map(m -> m.thread(thread.number()).flatMap(m::holder))
                                    .allMatch(Optional.of(holder)::equals))
                    .ifPresent(holder -> holders.put(thread.number(), holder.number()));
        }
        return holders;
    }

    /// The thread that held a lock a moment later; empty where none did, or it is not known.
    public Optional<Holder> holder(PrintedLock lock) {
        return asked.getOrDefault(lock, Optional.empty());
    }

    /// Whether it is known which of the printed threads holds a lock, if one does.
    public boolean isKnown(PrintedLock lock) {
        return printed || asked.containsKey(lock);
    }
}
