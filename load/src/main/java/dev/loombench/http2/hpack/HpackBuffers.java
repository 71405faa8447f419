package dev.loombench.http2.hpack;

/// Memory for decoded strings, shared by all decoders of a thread.
public final class HpackBuffers {
    private final byte[] name;
    private final byte[] value;

    /// @param blockLength of the longest block
    public HpackBuffers(int blockLength) {
        int room = Huffman.maxDecoded(blockLength) + 1;
        name = new byte[room];
        value = new byte[room];
    }

    byte[] name() {
        return name;
    }

    byte[] value() {
        return value;
    }
}
