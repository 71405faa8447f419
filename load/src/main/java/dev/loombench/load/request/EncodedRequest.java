package dev.loombench.load.request;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/// A request as off-heap bytes at a fixed address, constant or refilled.
public final class EncodedRequest {
    private final MemorySegment memory;
    private final ByteBuffer buffer;
    private final long address;
    private int length;

    /// Bytes of the header block; 0 where the protocol has none.
    private int headLength;

    private ContentKind content = ContentKind.ANY;

    /// @param memory off-heap, with room for the longest request
    EncodedRequest(MemorySegment memory) {
        this.memory = memory;
        buffer = memory.asByteBuffer();
        address = memory.address();
        length = (int) memory.byteSize();
    }

    /// A request that never changes.
    public static EncodedRequest of(byte[] bytes) {
        var memory = Arena.ofAuto().allocate(bytes.length);
        MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, 0, bytes.length);
        return new EncodedRequest(memory);
    }

    /// A request of HTTP/2 that never changes.
    ///
    /// @param bytes a header block, then the content
    /// @param content of a good response
    public static EncodedRequest of(byte[] bytes, int headLength, ContentKind content) {
        var request = of(bytes);
        request.setHead(headLength, content);
        return request;
    }

    /// The same bytes for another thread: each needs a buffer of its own, because `from` moves it.
    EncodedRequest view() {
        var view = new EncodedRequest(memory);
        view.setLength(length);
        view.setHead(headLength, content);
        return view;
    }

    /// Memory to fill, and to send as often as wanted.
    ///
    /// @param memory off-heap, with room for the most bytes of one send
    public static EncodedRequest over(MemorySegment memory) {
        return new EncodedRequest(memory);
    }

    /// The memory to fill.
    public MemorySegment memory() {
        return memory;
    }

    /// Sets the length after filling.
    public void setLength(int newLength) {
        length = newLength;
        buffer.limit(newLength);
    }

    /// Sets what HTTP/2 needs to know of the bytes.
    void setHead(int newHeadLength, ContentKind newContent) {
        headLength = newHeadLength;
        content = newContent;
    }

    public int length() {
        return length;
    }

    /// Bytes of the header block of HTTP/2, before the content; 0 in other protocols.
    public int headLength() {
        return headLength;
    }

    /// Whether the method of a request of HTTP/2 is HEAD.
    public boolean isHead() {
        return content == ContentKind.NONE;
    }

    /// Whether it is a unary call of gRPC, whose response is one message.
    public boolean isUnary() {
        return content == ContentKind.ONE_MESSAGE;
    }

    public long address() {
        return address;
    }

    /// The bytes from an index on; the next call moves the same buffer.
    public ByteBuffer from(int index) {
        return buffer.position(index);
    }
}
