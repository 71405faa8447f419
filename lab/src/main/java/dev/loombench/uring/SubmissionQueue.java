package dev.loombench.uring;

import static dev.loombench.uring.Sqe.IOSQE_BUFFER_SELECT;
import static dev.loombench.uring.Sqe.IOSQE_CQE_SKIP_SUCCESS;
import static dev.loombench.uring.Sqe.IOSQE_FIXED_FILE;
import static dev.loombench.uring.Sqe.MSG_NOSIGNAL;
import static dev.loombench.uring.Sqe.MSG_WAITALL;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/// Orders to the kernel, which takes them in this order when the ring is next entered.
///
/// Sockets are named by their slot in the ring's table of files. `userData` comes back with the
/// completion. An order without one is silent unless it fails, and then completes as 0.
public final class SubmissionQueue {
    private static final VarHandle INT = JAVA_INT.varHandle().withInvokeExactBehavior();

    /// What silent orders complete as.
    public static final long SILENT = 0;

    private final Ring ring;
    private final MemorySegment sqes;

    /// A descriptor for each entry, which outlives the entry's being prepared.
    private final MemorySegment descriptors;

    private final MemorySegment queue;
    private final long tailAt;
    private final int entries;

    /// Counts of what was prepared, and of that what the kernel took. Both may wrap.
    private int tail;

    private int taken;

    SubmissionQueue(
            Ring ring,
            MemorySegment queue,
            MemorySegment sqes,
            MemorySegment descriptors,
            Params params) {
        this.ring = ring;
        this.queue = queue;
        this.sqes = sqes;
        this.descriptors = descriptors;
        tailAt = params.sqOff("tail");
        entries = params.sqEntries();
        long array = params.sqOff("array");
        for (int i = 0; i < entries; i++) {
            queue.set(JAVA_INT, array + (long) i * Integer.BYTES, i);
        }
    }

    /// Puts a file in a slot, in the place of any that was there. See
    /// io_uring_prep_files_update(3).
    public void install(int fd, int slot) {
        long sqe = silent(Sqe.IORING_OP_FILES_UPDATE, 0, -1);
        long cell = sqe / Sqe.SIZE * Integer.BYTES;
        descriptors.set(JAVA_INT, cell, fd);
        sqes.set(JAVA_LONG, sqe + Sqe.ADDR, descriptors.address() + cell);
        sqes.set(JAVA_INT, sqe + Sqe.LEN, 1);
        sqes.set(JAVA_LONG, sqe + Sqe.OFF, slot);
    }

    /// Closes a descriptor; the file lives on while a slot holds it. See io_uring_prep_close(3).
    public void close(int fd) {
        silent(Sqe.IORING_OP_CLOSE, 0, fd);
    }

    /// Empties a slot. See io_uring_prep_close_direct(3).
    public void closeSlot(int slot) {
        long sqe = silent(Sqe.IORING_OP_CLOSE, 0, 0);
        sqes.set(JAVA_INT, sqe + Sqe.FILE_INDEX, slot + 1);
    }

    /// Ends an order under way, which then completes with ECANCELED. See io_uring_prep_cancel64(3).
    ///
    /// By its user data the kernel finds it in a table; by its slot, or together with all others,
    /// it takes a step for each order that waits, which makes the square of them for all: with
    /// 19,000 connections 20 s slot by slot, and 5 s at once.
    public void cancel(long userData) {
        long sqe = silent(Sqe.IORING_OP_ASYNC_CANCEL, 0, -1);
        sqes.set(JAVA_LONG, sqe + Sqe.ADDR, userData);
    }

    /// See io_uring_prep_connect(3).
    public void connect(int slot, SocketAddress address, long userData) {
        long sqe = next(Sqe.IORING_OP_CONNECT, IOSQE_FIXED_FILE, slot, userData);
        sqes.set(JAVA_LONG, sqe + Sqe.ADDR, address.address());
        sqes.set(JAVA_LONG, sqe + Sqe.OFF, address.length());
    }

    /// Sends it all. Completes with the count sent, which falls short of the length only where an
    /// error cut it off. See io_uring_prep_send(3).
    ///
    /// @param told whether success completes too; else only failure does
    public void send(int slot, long address, int length, boolean told, long userData) {
        int flags = told ? IOSQE_FIXED_FILE : IOSQE_FIXED_FILE | IOSQE_CQE_SKIP_SUCCESS;
        long sqe = next(Sqe.IORING_OP_SEND, flags, slot, userData);
        sqes.set(JAVA_LONG, sqe + Sqe.ADDR, address);
        sqes.set(JAVA_INT, sqe + Sqe.LEN, length);
        sqes.set(JAVA_INT, sqe + Sqe.OP_FLAGS, MSG_NOSIGNAL | MSG_WAITALL);
    }

    /// Receives whatever comes from now on, into buffers of a ring; completes over and over, until
    /// a completion says that it is the last. See io_uring_prep_recv_multishot(3).
    public void receive(int slot, BufferRing into, long userData) {
        int flags = IOSQE_FIXED_FILE | IOSQE_BUFFER_SELECT;
        long sqe = next(Sqe.IORING_OP_RECV, flags, slot, userData);
        sqes.set(JAVA_SHORT, sqe + Sqe.IOPRIO, Sqe.IORING_RECV_MULTISHOT);
        sqes.set(JAVA_SHORT, sqe + Sqe.BUF_GROUP, into.group());
    }

    /// Reads from a descriptor, no slot. See io_uring_prep_read(3).
    void read(int fd, MemorySegment into, long userData) {
        long sqe = next(Sqe.IORING_OP_READ, 0, fd, userData);
        sqes.set(JAVA_LONG, sqe + Sqe.ADDR, into.address());
        sqes.set(JAVA_INT, sqe + Sqe.LEN, (int) into.byteSize());
    }

    /// Completes once, with ETIME, when so much time is over; counted from when the kernel takes
    /// the order. See io_uring_prep_timeout(3).
    void startTimer(MemorySegment timespec, long userData) {
        long sqe = next(Sqe.IORING_OP_TIMEOUT, 0, -1, userData);
        sqes.set(JAVA_LONG, sqe + Sqe.ADDR, timespec.address());
        sqes.set(JAVA_INT, sqe + Sqe.LEN, 1);
    }

    /// Sets the time that is left anew. One that went off meanwhile stays so, and this order then
    /// completes as a silent one that failed. See io_uring_prep_timeout_update(3).
    void moveTimer(long userData, MemorySegment timespec) {
        long sqe = silent(Sqe.IORING_OP_TIMEOUT_REMOVE, 0, -1);
        sqes.set(JAVA_LONG, sqe + Sqe.ADDR, userData);
        sqes.set(JAVA_LONG, sqe + Sqe.OFF, timespec.address());
        sqes.set(JAVA_INT, sqe + Sqe.OP_FLAGS, Sqe.IORING_TIMEOUT_UPDATE);
    }

    private long silent(byte opcode, int flags, int fd) {
        return next(opcode, flags | IOSQE_CQE_SKIP_SUCCESS, fd, SILENT);
    }

    /// Prepares the next entry, all else in it 0.
    ///
    /// @return where it lies in `sqes`
    private long next(byte opcode, int flags, int fd, long userData) {
        if (isFull()) {
            ring.makeRoom();
        }
        long sqe = (tail++ & (entries - 1)) * Sqe.SIZE;
        sqes.set(JAVA_BYTE, sqe + Sqe.OPCODE, opcode);
        sqes.set(JAVA_BYTE, sqe + Sqe.FLAGS, (byte) flags);
        sqes.set(JAVA_SHORT, sqe + Sqe.IOPRIO, (short) 0);
        sqes.set(JAVA_INT, sqe + Sqe.FD, fd);
        sqes.set(JAVA_LONG, sqe + Sqe.OFF, 0);
        sqes.set(JAVA_LONG, sqe + Sqe.ADDR, 0);
        sqes.set(JAVA_INT, sqe + Sqe.LEN, 0);
        sqes.set(JAVA_INT, sqe + Sqe.OP_FLAGS, 0);
        sqes.set(JAVA_LONG, sqe + Sqe.USER_DATA, userData);
        sqes.set(JAVA_SHORT, sqe + Sqe.BUF_GROUP, (short) 0);
        sqes.set(JAVA_SHORT, sqe + Sqe.PERSONALITY, (short) 0);
        sqes.set(JAVA_INT, sqe + Sqe.FILE_INDEX, 0);
        sqes.set(JAVA_LONG, sqe + Sqe.ADDR3, 0);
        sqes.set(JAVA_LONG, sqe + Sqe.PAD2, 0);
        return sqe;
    }

    boolean isFull() {
        return tail - taken == entries;
    }

    /// Shows the kernel what was prepared.
    ///
    /// @return how many entries it has not taken
    int publish() {
        INT.setRelease(queue, tailAt, tail);
        return tail - taken;
    }

    void taken(int count) {
        taken += count;
    }
}
