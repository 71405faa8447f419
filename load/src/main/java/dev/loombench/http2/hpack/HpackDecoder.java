package dev.loombench.http2.hpack;

/// Decoder of header blocks, with the dynamic table of one direction of a connection.
///
/// Allocates only where the table grows. After a fault the table is unusable, and so is the connection.
///
/// Source: RFC 7541, sections 3 and 6.
public final class HpackDecoder {
    /// Beyond any length or index that a block could contain.
    private static final int MAX_INTEGER = 1 << 28;

    private final int tableLimit;
    private final DynamicTable table;
    private final HpackBuffers buffers;

    // The block that is being decoded.
    private byte[] block = new byte[0];
    private int at;
    private int end;

    // The last string: where its bytes are.
    private byte[] string = new byte[0];
    private int stringFrom;
    private int stringLength;

    /// @param tableLimit the most bytes of the dynamic table that the peer may use
    /// @param buffers of the thread, for blocks as long as those to decode
    public HpackDecoder(int tableLimit, HpackBuffers buffers) {
        this.tableLimit = tableLimit;
        this.buffers = buffers;
        table = new DynamicTable(tableLimit);
    }

    /// Decodes a block.
    ///
    /// @param from its first byte
    /// @param to after its last byte
    /// @param listLimit the largest size of its list of fields: the sum of the lengths of names and
    ///   values, and 32 per field (RFC 9113, section 6.5.2)
    /// @return whether the list was within the limit; fields beyond it are not reported, and the table
    ///   is unusable then
    /// @throws HpackFault when the block is malformed
    public boolean decode(byte[] bytes, int from, int to, int listLimit, FieldSink sink)
            throws HpackFault {
        block = bytes;
        at = from;
        end = to;
        boolean mayResize = true;
        long listSize = 0;
        while (at < end) {
            int first = bytes[at] & 255;
            if ((first & 0xe0) == 0x20) {
                if (!mayResize) {
                    throw new HpackFault("a change of the table's size after a field");
                }
                resize(integer(5));
                continue;
            }
            mayResize = false;
            listSize += (first & 0x80) != 0 ? indexed(integer(7), sink) : literal(first, sink);
            if (listSize > listLimit) {
                return false;
            }
        }
        return true;
    }

    /// The number of entries of the dynamic table.
    int tableCount() {
        return table.count();
    }

    /// The size of the dynamic table, as the peer counts it.
    int tableSize() {
        return table.size();
    }

    private void resize(int size) throws HpackFault {
        if (size > tableLimit) {
            throw new HpackFault(
                    "a table of %,d bytes where at most %,d are allowed"
                            .formatted(size, tableLimit));
        }
        table.resize(size);
    }

    /// @return the size of the field
    private int indexed(int index, FieldSink sink) throws HpackFault {
        int entry = index - StaticTable.SIZE - 1;
        if (index > 0 && entry < 0) {
            var name = StaticTable.name(index);
            var value = StaticTable.value(index);
            sink.field(name, 0, name.length, value, 0, value.length);
            return name.length + value.length + DynamicTable.OVERHEAD;
        }
        requireEntry(index, entry);
        int nameFrom = table.nameFrom(entry);
        int nameLength = table.nameLength(entry);
        int valueLength = table.valueLength(entry);
        var bytes = table.bytes();
        sink.field(bytes, nameFrom, nameLength, bytes, nameFrom + nameLength, valueLength);
        return nameLength + valueLength + DynamicTable.OVERHEAD;
    }

    private void requireEntry(int index, int entry) throws HpackFault {
        if (index == 0 || entry >= table.count()) {
            throw new HpackFault(
                    "the index %,d of a table with %,d entries"
                            .formatted(index, StaticTable.SIZE + table.count()));
        }
    }

    /// @return the size of the field
    private int literal(int first, FieldSink sink) throws HpackFault {
        boolean inserts = (first & 0x40) != 0;
        int index = integer(inserts ? 6 : 4);
        if (index == 0) {
            string(buffers.name());
        } else {
            name(index);
        }
        byte[] name = string;
        int nameFrom = stringFrom;
        int nameLength = stringLength;
        string(buffers.value());
        sink.field(name, nameFrom, nameLength, string, stringFrom, stringLength);
        if (inserts) {
            table.insert(name, nameFrom, nameLength, string, stringFrom, stringLength);
        }
        return nameLength + stringLength + DynamicTable.OVERHEAD;
    }

    /// The name of an entry. That of the dynamic table is copied, as an insertion may move it.
    private void name(int index) throws HpackFault {
        int entry = index - StaticTable.SIZE - 1;
        if (entry < 0) {
            string = StaticTable.name(index);
            stringFrom = 0;
            stringLength = string.length;
            return;
        }
        requireEntry(index, entry);
        stringLength = table.nameLength(entry);
        string = buffers.name();
        stringFrom = 0;
        System.arraycopy(table.bytes(), table.nameFrom(entry), string, 0, stringLength);
    }

    /// @param decoded receives a string in Huffman code
    private void string(byte[] decoded) throws HpackFault {
        if (at >= end) {
            throw new HpackFault("a field without its end");
        }
        boolean huffman = (block[at] & 0x80) != 0;
        int length = integer(7);
        if (length > end - at) {
            throw new HpackFault(
                    "a string of %,d bytes where %,d are left".formatted(length, end - at));
        }
        if (huffman) {
            string = decoded;
            stringFrom = 0;
            stringLength = Huffman.decode(block, at, length, decoded);
        } else {
            string = block;
            stringFrom = at;
            stringLength = length;
        }
        at += length;
    }

    /// An integer whose first byte is at the present position.
    ///
    /// @param prefixBits of that byte which belong to it
    private int integer(int prefixBits) throws HpackFault {
        int mask = (1 << prefixBits) - 1;
        int value = block[at++] & mask;
        if (value < mask) {
            return value;
        }
        for (int shift = 0; shift <= 21; shift += 7) {
            if (at >= end) {
                throw new HpackFault("an integer without its end");
            }
            int next = block[at++];
            value += (next & 127) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new HpackFault("an integer above %,d".formatted(MAX_INTEGER));
    }
}
