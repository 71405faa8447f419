package dev.loombench.http2.hpack;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.util.OptionalInt;
import java.util.Set;

/// Encoder of header fields without a dynamic table: the same bytes are right on every connection and
/// at any time, so that a request is encoded once.
///
/// Strings are literal and not in Huffman code: a server that decodes them does as little as one that
/// finds the field in its table, which other clients fill.
///
/// Source: RFC 7541, section 6.
public final class HpackEncoder {
    /// Changes the size of the table to 0. A peer that announces a smaller table than the default
    /// expects it at the start of the next block.
    ///
    /// Source: RFC 7541, section 4.2.
    public static final byte TABLE_SIZE_ZERO = 0x20;

    /// The bytes that the length of a string may need: lengths up to 2^21 + 126.
    public static final int MAX_LENGTH_BYTES = 4;

    private static final int WITHOUT_INDEXING = 0x00;
    private static final int NEVER_INDEXED = 0x10;

    /// Fields that proxies must not keep in a table either.
    private static final Set<String> SENSITIVE =
            Set.of("authorization", "proxy-authorization", "cookie");

    private HpackEncoder() {}

    /// A field whose value is known.
    ///
    /// @param name in lower case
    public static byte[] field(String name, byte[] value) {
        var out = new ByteArrayOutputStream();
        var indexed =
                SENSITIVE.contains(name)
                        ? OptionalInt.empty()
                        : StaticTable.indexOf(name, new String(value, US_ASCII));
        if (indexed.isPresent()) {
            integer(out, 7, 0x80, indexed.getAsInt());
            return out.toByteArray();
        }
        out.writeBytes(name(name));
        integer(out, 7, 0, value.length);
        out.writeBytes(value);
        return out.toByteArray();
    }

    /// The start of a field, up to the length of its value.
    ///
    /// @param name in lower case
    public static byte[] name(String name) {
        var out = new ByteArrayOutputStream();
        int kind = SENSITIVE.contains(name) ? NEVER_INDEXED : WITHOUT_INDEXING;
        var index = StaticTable.indexOf(name);
        integer(out, 4, kind, index.orElse(0));
        if (index.isEmpty()) {
            var bytes = name.getBytes(US_ASCII);
            integer(out, 7, 0, bytes.length);
            out.writeBytes(bytes);
        }
        return out.toByteArray();
    }

    private static void integer(ByteArrayOutputStream out, int prefixBits, int flags, int value) {
        int mask = (1 << prefixBits) - 1;
        if (value < mask) {
            out.write(flags | value);
            return;
        }
        out.write(flags | mask);
        int rest = value - mask;
        while (rest > 127) {
            out.write((rest & 127) | 128);
            rest >>>= 7;
        }
        out.write(rest);
    }
}
