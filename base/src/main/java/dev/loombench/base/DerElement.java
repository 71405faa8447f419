package dev.loombench.base;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/// An element in the distinguished encoding of ASN.1, as keys and certificates consist of.
///
/// Source: ITU-T X.690, sections 8.1 and 10.1.
public final class DerElement {
    /// Lengths up to here are a byte themselves; longer ones follow their number of bytes.
    private static final int LAST_SHORT_LENGTH = 0x7F;

    private static final int LONG_LENGTH = 0x80;

    private DerElement() {}

    /// Tag, length in as few bytes as possible, content.
    ///
    /// @param contents one after the other
    public static byte[] of(int tag, byte[]... contents) {
        int length = Arrays.stream(contents).mapToInt(content -> content.length).sum();
        var out = new ByteArrayOutputStream();
        out.write(tag);
        int bytes = 1;
        if (length > LAST_SHORT_LENGTH) {
            bytes = (Integer.SIZE - Integer.numberOfLeadingZeros(length) + 7) / Byte.SIZE;
            out.write(LONG_LENGTH | bytes);
        }
        for (int i = bytes - 1; i >= 0; i--) {
            out.write(length >>> (i * Byte.SIZE));
        }
        for (var content : contents) {
            out.writeBytes(content);
        }
        return out.toByteArray();
    }
}
