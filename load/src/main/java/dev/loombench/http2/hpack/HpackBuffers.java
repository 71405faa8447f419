package dev.loombench.http2.hpack;

/// Memory for decoded strings, shared by all decoders of a thread.
///
/// @param name of at least `Huffman.maxDecoded` bytes of the longest block
/// @param value likewise
@SuppressWarnings("ArrayRecordComponent") // memory, and not a value
public record HpackBuffers(byte[] name, byte[] value) {

    /// Memory for blocks of up to a length.
    public static HpackBuffers forBlocks(int length) {
        int room = Huffman.maxDecoded(length) + 1;
        return new HpackBuffers(new byte[room], new byte[room]);
    }
}
