package dev.loombench.uring;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;

/// `struct io_uring_params`: the requested parameters of io_uring_setup(2), and what it returned.
record Params(MemorySegment memory) {
    static final int IORING_SETUP_CQSIZE = 1 << 3;
    static final int IORING_SETUP_CLAMP = 1 << 4;
    static final int IORING_SETUP_R_DISABLED = 1 << 6;
    static final int IORING_SETUP_SUBMIT_ALL = 1 << 7;
    static final int IORING_SETUP_COOP_TASKRUN = 1 << 8;
    static final int IORING_SETUP_SINGLE_ISSUER = 1 << 12;
    static final int IORING_SETUP_DEFER_TASKRUN = 1 << 13;

    private static final StructLayout IO_SQRING_OFFSETS =
            MemoryLayout.structLayout(
                    JAVA_INT.withName("head"),
                    JAVA_INT.withName("tail"),
                    JAVA_INT.withName("ring_mask"),
                    JAVA_INT.withName("ring_entries"),
                    JAVA_INT.withName("flags"),
                    JAVA_INT.withName("dropped"),
                    JAVA_INT.withName("array"),
                    JAVA_INT.withName("resv1"),
                    JAVA_LONG.withName("user_addr"));

    private static final StructLayout IO_CQRING_OFFSETS =
            MemoryLayout.structLayout(
                    JAVA_INT.withName("head"),
                    JAVA_INT.withName("tail"),
                    JAVA_INT.withName("ring_mask"),
                    JAVA_INT.withName("ring_entries"),
                    JAVA_INT.withName("overflow"),
                    JAVA_INT.withName("cqes"),
                    JAVA_INT.withName("flags"),
                    JAVA_INT.withName("resv1"),
                    JAVA_LONG.withName("user_addr"));

    private static final StructLayout LAYOUT =
            MemoryLayout.structLayout(
                    JAVA_INT.withName("sq_entries"),
                    JAVA_INT.withName("cq_entries"),
                    JAVA_INT.withName("flags"),
                    JAVA_INT.withName("sq_thread_cpu"),
                    JAVA_INT.withName("sq_thread_idle"),
                    JAVA_INT.withName("features"),
                    JAVA_INT.withName("wq_fd"),
                    MemoryLayout.sequenceLayout(3, JAVA_INT).withName("resv"),
                    IO_SQRING_OFFSETS.withName("sq_off"),
                    IO_CQRING_OFFSETS.withName("cq_off"));

    static Params request(Arena arena, int flags, int cqEntries) {
        var memory = arena.allocate(LAYOUT);
        memory.set(JAVA_INT, LAYOUT.byteOffset(PathElement.groupElement("flags")), flags);
        memory.set(JAVA_INT, LAYOUT.byteOffset(PathElement.groupElement("cq_entries")), cqEntries);
        return new Params(memory);
    }

    int sqEntries() {
        return memory.get(JAVA_INT, LAYOUT.byteOffset(PathElement.groupElement("sq_entries")));
    }

    int cqEntries() {
        return memory.get(JAVA_INT, LAYOUT.byteOffset(PathElement.groupElement("cq_entries")));
    }

    /// Offset of a part of the submission queue in its mapping.
    long sqOff(String part) {
        return Integer.toUnsignedLong(memory.get(JAVA_INT, offset("sq_off", part)));
    }

    /// Offset of a part of the completion queue in its mapping.
    long cqOff(String part) {
        return Integer.toUnsignedLong(memory.get(JAVA_INT, offset("cq_off", part)));
    }

    private static long offset(String struct, String part) {
        return LAYOUT.byteOffset(PathElement.groupElement(struct), PathElement.groupElement(part));
    }
}
