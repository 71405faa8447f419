package dev.loombench.observe.jvm.figure;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// The scheduler of virtual threads at one moment, from `VirtualThreadSchedulerMXBean` or the
/// command `Thread.vthread_scheduler` (JDK 24), which show the same figures of its pool.
///
/// @param parallelism target number of carriers
/// @param carriers platform threads that it has started and that have not ended
/// @param mounted virtual threads on a carrier, an estimate; empty where the JVM does not know it
/// @param queued virtual threads that wait for a carrier, likewise
public record SchedulerState(
        long parallelism, long carriers, OptionalLong mounted, OptionalLong queued) {
    private static final Pattern POOL =
            Pattern.compile(
                    "parallelism = (\\d+), size = (\\d+), active = (\\d+),.* tasks = (\\d+), submissions = (\\d+)");

    /// @param text of the command; the first pool in it is the scheduler
    public static Optional<SchedulerState> parse(String text) {
        var pool = POOL.matcher(text);
        return pool.find()
                ? Optional.of(
                        new SchedulerState(
                                Long.parseLong(pool.group(1)),
                                Long.parseLong(pool.group(2)),
                                OptionalLong.of(Long.parseLong(pool.group(3))),
                                OptionalLong.of(
                                        Long.parseLong(pool.group(4))
                                                + Long.parseLong(pool.group(5)))))
                : Optional.empty();
    }
}
