package dev.loombench.observe.threads;

import dev.loombench.observe.result.AwaitedLock;
import dev.loombench.observe.result.StackGroup;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The locks that most of the listed threads wait for, with their owners. A list shows monitors
/// since JDK 25, and no owners of locks of `java.util.concurrent`.
final class LockCounts {
    /// Fewer threads wait at moments of any load.
    private static final int FEWEST = 3;

    /// The longest queues are kept.
    private static final int QUEUES = 10;

    /// Different locks that are kept: a file of unknown origin may have any number.
    private static final int MOST = 100_000;

    /// @param frames that are kept of its stack
    private record Holder(String label, List<String> frames) {}

    private final Map<PrintedLock, Integer> waiting = new HashMap<>();
    private final Map<PrintedLock, List<String>> waitingFrames = new HashMap<>();
    private final Map<PrintedLock, Holder> holders = new HashMap<>();

    void add(ListedThread thread) {
        var stack = thread.stack();
        stack.awaited()
                .filter(lock -> waiting.size() < MOST || waiting.containsKey(lock))
                .ifPresent(lock -> {
                    waiting.merge(lock, 1, Integer::sum);
                    waitingFrames.putIfAbsent(lock, top(stack.frames()));
                });
        for (var lock : stack.owned()) {
            if (holders.size() < MOST) {
                holders.putIfAbsent(lock, new Holder(label(thread), top(stack.frames())));
            }
        }
    }

    private static List<String> top(List<String> frames) {
        return List.copyOf(frames.subList(0, Math.min(StackGroup.MOST_FRAMES, frames.size())));
    }

    private static String label(ListedThread thread) {
        return thread.virtual() ? "virtual thread #" + thread.number() : '"' + thread.name() + '"';
    }

    /// The longest queues first.
    List<AwaitedLock> longest() {
        return waiting.entrySet().stream()
                .filter(queue -> queue.getValue() >= FEWEST)
                .sorted(
                        Map.Entry.<PrintedLock, Integer>comparingByValue()
                                .reversed()
                                .thenComparing(queue -> queue.getKey().id()))
                .limit(QUEUES)
                .map(queue -> awaited(queue.getKey(), queue.getValue()))
                .toList();
    }

    private AwaitedLock awaited(PrintedLock lock, int count) {
        var holder = holders.getOrDefault(lock, new Holder("", List.of()));
        return new AwaitedLock(
                lock.describe(),
                count,
                waitingFrames.getOrDefault(lock, List.of()),
                holder.label,
                holder.frames);
    }
}
