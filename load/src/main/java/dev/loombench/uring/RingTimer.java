package dev.loombench.uring;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;

/// A timer that limits a ring's waits and outlives each of them.
///
/// A timeout of the wait itself would be set and cancelled on each wait, and on a virtual machine
/// each of these can cost more than a request. This timer stays set while waits end for other
/// reasons. It may fire before the last requested time, never after it: the kernel consumes its
/// submission after the sends before it, which may take longer than lies between two requests, so
/// that the time is an absolute one wherever the kernel's clock is the caller's.
public final class RingTimer {
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    /// `struct __kernel_timespec`
    private static final StructLayout KERNEL_TIMESPEC =
            MemoryLayout.structLayout(JAVA_LONG.withName("tv_sec"), JAVA_LONG.withName("tv_nsec"));

    private static final long SECONDS =
            KERNEL_TIMESPEC.byteOffset(PathElement.groupElement("tv_sec"));
    private static final long NANOS =
            KERNEL_TIMESPEC.byteOffset(PathElement.groupElement("tv_nsec"));

    private final SubmissionQueue queue;
    private final long userData;

    /// The kernel reads this when it consumes the submission. One per ring is enough: a full queue
    /// is submitted before the next entry is prepared.
    private final MemorySegment timespec;

    private final boolean absolute = !TimeNamespace.hasOffset();

    private boolean set;

    /// When the set timer fires, on the caller's clock, ns.
    private long deadline;

    /// @param userData of the completion, after which `fired` must be called
    public RingTimer(Ring owner, long userData) {
        queue = owner.submissions();
        timespec = owner.allocate(KERNEL_TIMESPEC);
        this.userData = userData;
    }

    /// Makes the timer fire at this time or earlier; at most once before the ring is entered. Does
    /// nothing if it is already set to fire by then.
    ///
    /// @param when on the clock of `System.nanoTime`, ns, which is CLOCK_MONOTONIC on Linux
    /// @param now on the same clock
    public void fireBy(long when, long now) {
        if (set && deadline - when <= 0) {
            return;
        }
        long nanos = Math.max(0, absolute ? when : when - now);
        timespec.set(JAVA_LONG, SECONDS, nanos / NANOS_PER_SECOND);
        timespec.set(JAVA_LONG, NANOS, nanos % NANOS_PER_SECOND);
        if (set) {
            queue.updateTimer(userData, timespec, absolute);
        } else {
            queue.startTimer(timespec, absolute, userData);
        }
        set = true;
        deadline = when;
    }

    public void fired() {
        set = false;
    }
}
