package dev.loombench.load.request;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/// A request as bytes off the heap, that stay where they are: for good, or until it is filled anew.
public final class EncodedRequest {
    private final MemorySegment memory;
    private final ByteBuffer buffer;
    private final long address;
    private int length;

    /// @param memory off the heap, with room for the longest it may hold
    EncodedRequest(MemorySegment memory) {
        this.memory = memory;
        buffer = memory.asByteBuffer();
        address = memory.address();
        length = (int) memory.byteSize();
    }

    /// One that never changes.
    public static EncodedRequest of(byte[] bytes) {
        var memory = Arena.ofAuto().allocate(bytes.length);
        MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, 0, bytes.length);
        return new EncodedRequest(memory);
    }

    /// Where to fill it.
    public MemorySegment memory() {
        return memory;
    }

    /// It was filled up to here.
    public void filled(int itsLength) {
        length = itsLength;
        buffer.limit(itsLength);
    }

    public int length() {
        return length;
    }

    public long address() {
        return address;
    }

    /// The bytes from an index on; the next call moves the same buffer.
    public ByteBuffer from(int index) {
        return buffer.position(index);
    }
}
