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

/// The submission queue. The kernel consumes the entries in order when the ring is entered.
///
/// Sockets are identified by their slot in the ring's table of files. The completion returns
/// `userData`. A submission without user data completes only if it fails, with user data 0.
public final class SubmissionQueue {
    private static final VarHandle INT = JAVA_INT.varHandle().withInvokeExactBehavior();

    /// User data of submissions that complete only on failure.
    public static final long NO_USER_DATA = 0;

    private final Ring ring;
    private final MemorySegment sqes;

    /// A descriptor per entry, which must stay valid after the entry is prepared.
    private final MemorySegment descriptors;

    private final MemorySegment queue;
    private final long tailAt;
    private final int entries;

    /// Number of entries prepared, and number of them consumed by the kernel. Both may wrap.
    private int tail;

    private int consumed;

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

    /// Puts a file into a slot and replaces any file there. See io_uring_prep_files_update(3).
    public void installFile(int fd, int slot) {
        long sqe = nextWithoutUserData(Sqe.IORING_OP_FILES_UPDATE, 0, -1);
        long offset = sqe / Sqe.SIZE * Integer.BYTES;
        descriptors.set(JAVA_INT, offset, fd);
        sqes.set(JAVA_LONG, sqe + Sqe.ADDR, descriptors.address() + offset);
        sqes.set(JAVA_INT, sqe + Sqe.LEN, 1);
        sqes.set(JAVA_LONG, sqe + Sqe.OFF, slot);
    }

    /// Closes a descriptor; the file stays open while it is in a slot. See io_uring_prep_close(3).
    public void close(int fd) {
        nextWithoutUserData(Sqe.IORING_OP_CLOSE, 0, fd);
    }

    /// Closes the file in a slot. See io_uring_prep_close_direct(3).
    public void closeSlot(int slot) {
        long sqe = nextWithoutUserData(Sqe.IORING_OP_CLOSE, 0, 0);
        sqes.set(JAVA_INT, sqe + Sqe.FILE_INDEX, slot + 1);
    }

    /// Cancels a pending submission, which then completes with ECANCELED. See
    /// io_uring_prep_cancel64(3).
    ///
    /// By user data the kernel finds it in a hash table. Cancelling by slot, or all at once, scans
    /// all pending submissions, which is quadratic for all connections: with 19,000 of them it took
    /// 20 s slot by slot, and 5 s at once.
    public void cancel(long userData) {
        long sqe = nextWithoutUserData(Sqe.IORING_OP_ASYNC_CANCEL, 0, -1);
        sqes.set(JAVA_LONG, sqe + Sqe.ADDR, userData);
    }

    /// See io_uring_prep_connect(3).
    public void connect(int slot, SocketAddress address, long userData) {
        long sqe = next(Sqe.IORING_OP_CONNECT, IOSQE_FIXED_FILE, slot, userData);
        sqes.set(JAVA_LONG, sqe + Sqe.ADDR, address.address());
        sqes.set(JAVA_LONG, sqe + Sqe.OFF, address.length());
    }

    /// Sends all bytes. Completes with the number sent, which is below the length only after an
    /// error. See io_uring_prep_send(3).
    ///
    /// @param notifySuccess whether success completes too; otherwise only failure does
    public void send(int slot, long address, int length, boolean notifySuccess, long userData) {
        int flags = notifySuccess ? IOSQE_FIXED_FILE : IOSQE_FIXED_FILE | IOSQE_CQE_SKIP_SUCCESS;
        long sqe = next(Sqe.IORING_OP_SEND, flags, slot, userData);
        sqes.set(JAVA_LONG, sqe + Sqe.ADDR, address);
        sqes.set(JAVA_INT, sqe + Sqe.LEN, length);
        sqes.set(JAVA_INT, sqe + Sqe.OP_FLAGS, MSG_NOSIGNAL | MSG_WAITALL);
    }

    /// Receives all further data into buffers of a ring. Completes repeatedly until a completion is
    /// marked as the last. See io_uring_prep_recv_multishot(3).
    public void receive(int slot, BufferRing into, long userData) {
        int flags = IOSQE_FIXED_FILE | IOSQE_BUFFER_SELECT;
        long sqe = next(Sqe.IORING_OP_RECV, flags, slot, userData);
        sqes.set(JAVA_SHORT, sqe + Sqe.IOPRIO, Sqe.IORING_RECV_MULTISHOT);
        sqes.set(JAVA_SHORT, sqe + Sqe.BUF_GROUP, into.group());
    }

    /// Reads from a descriptor, not a slot. See io_uring_prep_read(3).
    void read(int fd, MemorySegment into, long userData) {
        long sqe = next(Sqe.IORING_OP_READ, 0, fd, userData);
        sqes.set(JAVA_LONG, sqe + Sqe.ADDR, into.address());
        sqes.set(JAVA_INT, sqe + Sqe.LEN, (int) into.byteSize());
    }

    /// Completes once, with ETIME, at a time. See io_uring_prep_timeout(3).
    ///
    /// @param absolute whether the time is one of CLOCK_MONOTONIC; otherwise it counts from when
    ///   the kernel consumes the submission
    void startTimer(MemorySegment timespec, boolean absolute, long userData) {
        long sqe = next(Sqe.IORING_OP_TIMEOUT, 0, -1, userData);
        sqes.set(JAVA_LONG, sqe + Sqe.ADDR, timespec.address());
        sqes.set(JAVA_INT, sqe + Sqe.LEN, 1);
        sqes.set(JAVA_INT, sqe + Sqe.OP_FLAGS, absolute ? Sqe.IORING_TIMEOUT_ABS : 0);
    }

    /// Sets another time. A timer that has fired meanwhile is not restarted, and this submission
    /// then completes as a failed one without user data. See io_uring_prep_timeout_update(3).
    ///
    /// @param absolute as of `startTimer`
    void updateTimer(long userData, MemorySegment timespec, boolean absolute) {
        long sqe = nextWithoutUserData(Sqe.IORING_OP_TIMEOUT_REMOVE, 0, -1);
        sqes.set(JAVA_LONG, sqe + Sqe.ADDR, userData);
        sqes.set(JAVA_LONG, sqe + Sqe.OFF, timespec.address());
        sqes.set(
                JAVA_INT,
                sqe + Sqe.OP_FLAGS,
                Sqe.IORING_TIMEOUT_UPDATE | (absolute ? Sqe.IORING_TIMEOUT_ABS : 0));
    }

    private long nextWithoutUserData(byte opcode, int flags, int fd) {
        return next(opcode, flags | IOSQE_CQE_SKIP_SUCCESS, fd, NO_USER_DATA);
    }

    /// Prepares the next entry, with all other fields 0.
    ///
    /// @return its offset in `sqes`
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

    /// Whether the kernel has consumed all entries. When it lacks memory, it leaves some for later.
    public boolean isEmpty() {
        return tail == consumed;
    }

    boolean isFull() {
        return tail - consumed == entries;
    }

    /// Makes the prepared entries visible to the kernel.
    ///
    /// @return the number of entries it has not consumed
    int publish() {
        INT.setRelease(queue, tailAt, tail);
        return tail - consumed;
    }

    void consumed(int count) {
        consumed += count;
    }
}
