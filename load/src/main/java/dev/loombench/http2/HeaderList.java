package dev.loombench.http2;

import dev.loombench.http2.hpack.FieldSink;
import dev.loombench.http2.hpack.HpackBuffers;
import dev.loombench.http2.hpack.HpackDecoder;
import dev.loombench.http2.hpack.HpackFault;

/// The size of the list of fields in a header block: the sum of the lengths of names and values,
/// and 32 per field.
///
/// Source: RFC 9113, section 6.5.2.
final class HeaderList implements FieldSink {
    private static final int PER_FIELD = 32;

    /// The most of the list that a byte of a block stands for: the longest field of the static
    /// table has fewer than 64 bytes.
    private static final int MAX_PER_BYTE = PER_FIELD + 64;

    private long size;

    private HeaderList() {}

    /// Whether a list cannot exceed a limit, by the length of its block.
    static boolean isWithin(long limit, int blockLength) {
        return (long) MAX_PER_BYTE * blockLength <= limit;
    }

    /// The size; 0 where it is not known.
    ///
    /// @param block of a request, without references to a dynamic table
    static long size(byte[] block) {
        var list = new HeaderList();
        var decoder = new HpackDecoder(PeerSettings.DEFAULT_TABLE, new HpackBuffers(block.length));
        try {
            if (!decoder.decode(block, 0, block.length, Integer.MAX_VALUE, list)) {
                return Integer.MAX_VALUE;
            }
        } catch (HpackFault _) {
            return 0; // a number in more bytes than it needs, as in requests with values
        }
        return list.size;
    }

    @Override
    public void field(
            byte[] name,
            int nameFrom,
            int nameLength,
            byte[] value,
            int valueFrom,
            int valueLength) {
        size += nameLength + valueLength + PER_FIELD;
    }
}
