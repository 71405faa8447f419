package dev.loombench.observe.file.content;

import dev.loombench.observe.threads.PrintedLock;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// The queues for locks that a flight recording shows by its waits.
///
/// @param fromSecond its first whole second, since 1970
/// @param toSecond after its last whole second
/// @param queues in any order
/// @param thresholdNanos shorter waits are not recorded; empty where waits are not
public record LockWaits(
        long fromSecond, long toSecond, List<Queue> queues, OptionalLong thresholdNanos) {
    public static final LockWaits NONE = new LockWaits(0, 0, List.of(), OptionalLong.empty());

    /// Fewer threads wait at moments of any load.
    public static final int FEWEST = 3;

    public LockWaits {
        queues = List.copyOf(queues);
    }

    /// The threads that wait for one lock.
    ///
    /// @param frames of the call in which they waited most, from the top, at least one
    /// @param waiting threads on average in a second, by that second, where they are [#FEWEST] or
    ///   more
    public record Queue(PrintedLock lock, List<String> frames, Map<Long, Double> waiting) {
        public Queue {
            frames = List.copyOf(frames);
            waiting = Map.copyOf(waiting);
        }
    }

    /// Its length, s.
    public long seconds() {
        return toSecond - fromSecond;
    }
}
