package dev.loombench.uring;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// A ring of provided buffers: the kernel picks one as bytes arrive, so that a connection occupies
/// a buffer only while it holds unread data. The reader recycles each buffer.
///
/// Source: io_uring_register(2), `IORING_REGISTER_PBUF_RING`; io_uring_register_buf_ring(3).
public final class BufferRing {
    private static final int IORING_REGISTER_PBUF_RING = 22;

    /// `struct io_uring_buf`. The `resv` of the first entry is the ring's tail.
    private static final StructLayout IO_URING_BUF =
            MemoryLayout.structLayout(
                    JAVA_LONG.withName("addr"),
                    JAVA_INT.withName("len"),
                    JAVA_SHORT.withName("bid"),
                    JAVA_SHORT.withName("resv"));

    private static final long SIZE = IO_URING_BUF.byteSize();
    private static final long ADDR = at("addr");
    private static final long LEN = at("len");
    private static final long BID = at("bid");
    private static final long TAIL = at("resv");

    /// `struct io_uring_buf_reg`
    private static final StructLayout IO_URING_BUF_REG =
            MemoryLayout.structLayout(
                    JAVA_LONG.withName("ring_addr"),
                    JAVA_INT.withName("ring_entries"),
                    JAVA_SHORT.withName("bgid"),
                    JAVA_SHORT.withName("pad"),
                    MemoryLayout.sequenceLayout(3, JAVA_LONG).withName("resv"));

    private static final VarHandle SHORT = JAVA_SHORT.varHandle().withInvokeExactBehavior();

    private final short group;
    private final MemorySegment ring;
    private final long memory;
    private final ByteBuffer bytes;
    private final int count;
    private final int size;
    private int tail;

    private BufferRing(short group, MemorySegment ring, MemorySegment memory, int size) {
        this.group = group;
        this.ring = ring;
        this.memory = memory.address();
        this.size = size;
        bytes = memory.asByteBuffer().order(ByteOrder.nativeOrder());
        count = (int) (memory.byteSize() / size);
        for (int i = 0; i < count; i++) {
            recycle(i);
        }
        publish();
    }

    private static long at(String field) {
        return IO_URING_BUF.byteOffset(PathElement.groupElement(field));
    }

    /// @param count a power of two, at most 32,768
    /// @param size bytes per buffer
    public static BufferRing open(Ring owner, int group, int count, int size) throws IOException {
        var ring = owner.map(count * SIZE);
        var memory = owner.map((long) count * size);
        var request = owner.allocate(IO_URING_BUF_REG);
        request.set(
                JAVA_LONG,
                IO_URING_BUF_REG.byteOffset(PathElement.groupElement("ring_addr")),
                ring.address());
        request.set(
                JAVA_INT,
                IO_URING_BUF_REG.byteOffset(PathElement.groupElement("ring_entries")),
                count);
        request.set(
                JAVA_SHORT,
                IO_URING_BUF_REG.byteOffset(PathElement.groupElement("bgid")),
                (short) group);
        owner.register(IORING_REGISTER_PBUF_RING, request, 1, "a ring of buffers");
        return new BufferRing((short) group, ring, memory, size);
    }

    short group() {
        return group;
    }

    /// The bytes of a buffer, valid until it is recycled; the same object each time.
    ///
    /// @param id from the completion
    /// @param length from the completion
    public ByteBuffer read(int id, int length) {
        int from = id * size;
        return bytes.limit(from + length).position(from);
    }

    /// Returns a buffer; the kernel can use it after `publish`.
    public void recycle(int id) {
        long at = (tail++ & (count - 1)) * SIZE;
        ring.set(JAVA_LONG, at + ADDR, memory + (long) id * size);
        ring.set(JAVA_INT, at + LEN, size);
        ring.set(JAVA_SHORT, at + BID, (short) id);
    }

    public void publish() {
        SHORT.setRelease(ring, TAIL, (short) tail);
    }
}
