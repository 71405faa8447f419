package dev.loombench.uring;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;

/// Ends a ring's wait by a time, with a timer that outlives the wait.
///
/// A time limit of the wait itself would be set and taken back each time, and on a virtual machine
/// each of that can cost more than a request. This timer stays set while waits end by other things.
/// It may go off sooner than the last call asked for, never later.
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

    /// Read by the kernel as it takes the order, so one for each entry of the queue is not needed:
    /// a queue that fills up is emptied before the next order is prepared.
    private final MemorySegment timespec;

    private boolean set;

    /// When it goes off, on the clock of `System.nanoTime`, while it is set.
    private long due;

    /// @param userData of the completion, after which `wentOff` is to be called
    public RingTimer(Ring owner, long userData) {
        queue = owner.submissions();
        timespec = owner.allocate(KERNEL_TIMESPEC);
        this.userData = userData;
    }

    /// To go off then or sooner; at most once before the ring is entered. Asked for the same time
    /// again, it has nothing to do.
    ///
    /// @param when on the clock of `System.nanoTime`
    public void at(long when) {
        if (set && due - when <= 0) {
            return;
        }
        long nanos = Math.max(0, when - System.nanoTime());
        timespec.set(JAVA_LONG, SECONDS, nanos / NANOS_PER_SECOND);
        timespec.set(JAVA_LONG, NANOS, nanos % NANOS_PER_SECOND);
        if (set) {
            queue.moveTimer(userData, timespec);
        } else {
            queue.startTimer(timespec, userData);
        }
        set = true;
        due = when;
    }

    public void wentOff() {
        set = false;
    }
}
