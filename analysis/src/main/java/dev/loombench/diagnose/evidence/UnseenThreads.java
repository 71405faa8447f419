package dev.loombench.diagnose.evidence;

import dev.loombench.observe.threads.PrintedLock.Kind;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/// What the threads of a JVM at some moments do not show.
final class UnseenThreads {
    private UnseenThreads() {}

    /// Subject -> the command that would observe it, in a fixed order.
    ///
    /// @param window the time of the observation
    static Map<String, String> of(ThreadHistory history, Duration window) {
        var reasons = new LinkedHashMap<String, String>();
        var moments = history.moments();
        var waiting = history.waiting();
        var last = history.last();
        if (moments.size() < ThreadHistory.FEWEST_MOMENTS) {
            reasons.put(
                    "progress of threads",
                    "three thread dumps with 10 s in between show it: jcmd PID Thread.print");
        } else if (window.compareTo(ThreadHistory.SHORTEST) < 0) {
            reasons.put(
                    "progress of threads",
                    "%1$d s or more show it, and which threads are new or run all the time: --for %1$ds, or thread dumps with %1$d s in between"
                            .formatted(ThreadHistory.SHORTEST.toSeconds()));
        } else if (last.cpuNanos().isEmpty()) {
            reasons.put(
                    "progress of threads",
                    last.threads().stream().anyMatch(LiveThread::virtual)
                            ? "a list shows no CPU time, without which they may have run meanwhile, but for virtual threads that wait for one result (JDK 25); jcmd PID Thread.print shows that of platform threads"
                            : "no CPU time of threads is shown, without which they may have run meanwhile; jcmd PID Thread.print shows it from JDK 11 on");
        }
        if (window.compareTo(ThreadHistory.SHORTEST) >= 0
                && !waiting.isEmpty()
                && waiting.size() < ThreadHistory.FEWEST_MOMENTS) {
            reasons.put(
                    "progress of virtual threads",
                    "many are listed twice at most, and a list may fail; three lists as files show it: jcmd PID Thread.dump_to_file -format=json FILE");
        }
        if (!history.isWhole()) {
            reasons.put("further platform threads", ThreadHistory.NOT_WHOLE);
        }
        if (awaitsUnknownOwner(history)) {
            reasons.put(
                    "owner of an awaited lock of java.util.concurrent",
                    "a thread waited for it at all moments; jcmd PID Thread.print -l, or inspect --allow-pauses, prints it with a walk of the heap, unless readers hold it");
        }
        if (moments.stream().allMatch(moment -> moment.connections().isEmpty())
                && PlatformPool.of(last).stream().anyMatch(p -> p.server().isPresent())) {
            reasons.put(
                    "requests that wait for a thread",
                    "loombench inspect PID counts the connections with unread data, on Linux");
        }
        return reasons;
    }

    /// Whether a thread stands still and waits for a lock of `java.util.concurrent` that no thread
    /// of the last moment is known to hold.
    private static boolean awaitsUnknownOwner(ThreadHistory history) {
        var threads = history.last().threads();
        var owners = history.last().owners();
        var owned =
                threads.stream()
                        .flatMap(thread -> thread.stack().owned().stream())
                        .collect(Collectors.toSet());
        return threads.stream()
                .filter(thread ->
                        thread.stack()
                                .awaited()
                                .filter(lock -> lock.kind() == Kind.SYNCHRONIZER)
                                .filter(lock -> !lock.type().contains("StampedLock")) // no owner
                                .filter(lock -> !owned.contains(lock))
                                .filter(lock -> !owners.isKnown(lock))
                                .isPresent())
                .anyMatch(history::standsStill);
    }
}
