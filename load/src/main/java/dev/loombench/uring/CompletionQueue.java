package dev.loombench.uring;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.VarHandle;

/// The completion queue: an array of `struct io_uring_cqe`.
///
/// Usage: `for (int n = ready(); n > 0; n--) { userData() ... next(); }`, then `release()`.
public final class CompletionQueue {
    private static final StructLayout LAYOUT =
            MemoryLayout.structLayout(
                    JAVA_LONG.withName("user_data"),
                    JAVA_INT.withName("res"),
                    JAVA_INT.withName("flags"));

    static final long SIZE = LAYOUT.byteSize();

    private static final long USER_DATA = at("user_data");
    private static final long RES = at("res");
    private static final long FLAGS = at("flags");

    private static final int IORING_CQE_F_BUFFER = 1;
    private static final int IORING_CQE_F_MORE = 1 << 1;
    private static final int IORING_CQE_BUFFER_SHIFT = 16;

    private static final VarHandle INT = JAVA_INT.varHandle().withInvokeExactBehavior();

    private final MemorySegment queue;
    private final long headAt;
    private final long tailAt;
    private final long cqes;
    private final int mask;
    private int head;

    CompletionQueue(MemorySegment queue, Params params) {
        this.queue = queue;
        headAt = params.cqOff("head");
        tailAt = params.cqOff("tail");
        cqes = params.cqOff("cqes");
        mask = params.cqEntries() - 1;
        head = queue.get(JAVA_INT, headAt);
    }

    private static long at(String field) {
        return LAYOUT.byteOffset(PathElement.groupElement(field));
    }

    /// The number of completions that can be read.
    public int ready() {
        return (int) INT.getAcquire(queue, tailAt) - head;
    }

    // Fields of the current completion:

    public long userData() {
        return queue.get(JAVA_LONG, currentOffset() + USER_DATA);
    }

    /// The return value of the system call of the same name; an error is its number negated.
    public int result() {
        return queue.get(JAVA_INT, currentOffset() + RES);
    }

    public int flags() {
        return queue.get(JAVA_INT, currentOffset() + FLAGS);
    }

    /// Moves to the next completion.
    public void next() {
        head++;
    }

    /// Returns the entries passed so far to the kernel.
    public void release() {
        INT.setRelease(queue, headAt, head);
    }

    /// Whether the submission stays active and will complete again.
    public static boolean more(int flags) {
        return (flags & IORING_CQE_F_MORE) != 0;
    }

    /// Whether a buffer of a ring was used.
    public static boolean hasBuffer(int flags) {
        return (flags & IORING_CQE_F_BUFFER) != 0;
    }

    /// The id of that buffer.
    public static int buffer(int flags) {
        return flags >>> IORING_CQE_BUFFER_SHIFT;
    }

    private long currentOffset() {
        return cqes + (head & mask) * SIZE;
    }
}
