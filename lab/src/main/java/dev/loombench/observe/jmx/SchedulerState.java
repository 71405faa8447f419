package dev.loombench.observe.jmx;

import java.util.OptionalLong;

/// The scheduler of virtual threads at one moment, from `VirtualThreadSchedulerMXBean` (JDK 24).
///
/// @param parallelism target number of carriers
/// @param carriers platform threads that it has started and that have not ended
/// @param mounted virtual threads on a carrier, an estimate; empty where the JVM does not know it
/// @param queued virtual threads that wait for a carrier, likewise
public record SchedulerState(
        long parallelism, long carriers, OptionalLong mounted, OptionalLong queued) {}
