package dev.loombench.uring;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.VarHandle;

/// What became of the orders: `struct io_uring_cqe`, one after another.
///
/// `for (int n = ready(); n > 0; n--) { userData() ... next(); }`, then `release()`.
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

    /// How many can be read.
    public int ready() {
        return (int) INT.getAcquire(queue, tailAt) - head;
    }

    // Of the first that was not passed:

    public long userData() {
        return queue.get(JAVA_LONG, here() + USER_DATA);
    }

    /// As the call of the same name would have returned it, an error as its number negated.
    public int result() {
        return queue.get(JAVA_INT, here() + RES);
    }

    public int flags() {
        return queue.get(JAVA_INT, here() + FLAGS);
    }

    /// Passes it.
    public void next() {
        head++;
    }

    /// Gives the places of those that were passed back to the kernel.
    public void release() {
        INT.setRelease(queue, headAt, head);
    }

    /// Whether the order goes on, and will complete again.
    public static boolean more(int flags) {
        return (flags & IORING_CQE_F_MORE) != 0;
    }

    /// Whether a buffer was taken from a ring.
    public static boolean hasBuffer(int flags) {
        return (flags & IORING_CQE_F_BUFFER) != 0;
    }

    /// Which one.
    public static int buffer(int flags) {
        return flags >>> IORING_CQE_BUFFER_SHIFT;
    }

    private long here() {
        return cqes + (head & mask) * SIZE;
    }
}
