package dev.loombench.load;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/// A request as bytes off the heap, that stay where they are: for good, or until it is filled anew.
final class EncodedRequest {
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
    static EncodedRequest of(byte[] bytes) {
        var memory = Arena.ofAuto().allocate(bytes.length);
        MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, 0, bytes.length);
        return new EncodedRequest(memory);
    }

    /// Where to fill it.
    MemorySegment memory() {
        return memory;
    }

    /// It was filled up to here.
    void filled(int itsLength) {
        length = itsLength;
        buffer.limit(itsLength);
    }

    int length() {
        return length;
    }

    long address() {
        return address;
    }

    /// The bytes from an index on; the next call moves the same buffer.
    ByteBuffer from(int index) {
        return buffer.position(index);
    }
}
