package dev.loombench.launch.process;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.function.Supplier;

/// The end of several processes, also of those that they still start: each is requested to end
/// once, and what is left after a time is killed.
///
/// @param alive those that are alive now
/// @param request requests the end of a process; returns whether it was sent that
/// @param kill kills a process, likewise; false for one that has ended or is another user's
/// @param pause waits a moment for an effect
record Termination(
        Supplier<Set<Long>> alive, LongPredicate request, LongPredicate kill, Runnable pause) {
    private static final Duration KILL_TIMEOUT = Duration.ofSeconds(10);

    /// Ends them.
    ///
    /// @param grace from the first request to the kill
    /// @return those that cannot be ended
    Set<Long> end(Duration grace) {
        var left = alive.get();
        long deadline = System.nanoTime() + grace.toNanos();
        var requested = new HashSet<Long>();
        while (!left.isEmpty() && System.nanoTime() - deadline < 0) {
            send(request, left.stream().filter(requested::add).toList());
            pause.run();
            left = alive.get();
        }
        return left.isEmpty() ? left : killAll(left);
    }

    private Set<Long> killAll(Set<Long> found) {
        var left = found;
        long deadline = System.nanoTime() + KILL_TIMEOUT.toNanos();
        boolean refused = false;
        while (!left.isEmpty() && !refused && System.nanoTime() - deadline < 0) {
            boolean sent = send(kill, left);
            var before = left;
            pause.run();
            left = alive.get();
            refused = !sent && left.equals(before);
        }
        return left;
    }

    /// @return whether it was sent to one of them
    private static boolean send(LongPredicate signal, Iterable<Long> pids) {
        boolean sent = false;
        for (long pid : pids) {
            sent |= signal.test(pid);
        }
        return sent;
    }
}
