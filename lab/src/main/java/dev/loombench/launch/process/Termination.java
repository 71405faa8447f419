package dev.loombench.launch.process;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// The end of several processes, also of those that they still start: each is requested to end
/// once, and what is left after a time is killed. One that takes no signal, as of another user, is
/// waited for as long as one that is killed: it may end with the others.
///
/// @param alive those that are alive now
/// @param request requests the end of a process
/// @param kill kills a process
/// @param pause waits a moment for an effect
/// @param nanoTime the monotonic clock
record Termination(
        Supplier<Set<Long>> alive,
        LongConsumer request,
        LongConsumer kill,
        Runnable pause,
        LongSupplier nanoTime) {
    private static final Duration KILL_TIMEOUT = Duration.ofSeconds(10);

    /// Ends them.
    ///
    /// @param grace from the first request to the kill
    /// @return those that cannot be ended
    Set<Long> end(Duration grace) {
        var requested = new HashSet<Long>();
        var left =
                send(
                        alive.get(),
                        grace,
                        found -> found.stream().filter(requested::add).forEach(request::accept));
        return send(left, KILL_TIMEOUT, found -> found.forEach(kill::accept));
    }

    /// @return those that are alive after the time
    private Set<Long> send(Set<Long> found, Duration time, Consumer<Set<Long>> signal) {
        var left = found;
        long begun = nanoTime.getAsLong();
        while (!left.isEmpty() && nanoTime.getAsLong() - begun < time.toNanos()) {
            signal.accept(left);
            pause.run();
            left = alive.get();
        }
        return left;
    }
}
