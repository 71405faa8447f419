package dev.loombench.load.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.loombench.base.DerElement;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;

/// Elements in the distinguished encoding of ASN.1, as certificates have them.
///
/// Source: ITU-T X.690.
final class Der {
    private static final int INTEGER = 0x02;
    private static final int BIT_STRING = 0x03;
    private static final int OCTET_STRING = 0x04;
    private static final int NULL = 0x05;
    private static final int OBJECT_IDENTIFIER = 0x06;
    private static final int UTF8_STRING = 0x0C;
    private static final int UTC_TIME = 0x17;
    private static final int SEQUENCE = 0x30;
    private static final int SET = 0x31;
    private static final int CONTEXT = 0x80;
    private static final int CONSTRUCTED = 0x20;

    private static final DateTimeFormatter UTC =
            DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

    private Der() {}

    static byte[] sequence(byte[]... elements) {
        return DerElement.of(SEQUENCE, elements);
    }

    static byte[] set(byte[]... elements) {
        return DerElement.of(SET, elements);
    }

    static byte[] integer(BigInteger value) {
        return DerElement.of(INTEGER, value.toByteArray());
    }

    static byte[] bits(byte[] bytes) {
        return DerElement.of(BIT_STRING, new byte[1], bytes);
    }

    static byte[] octets(byte[] bytes) {
        return DerElement.of(OCTET_STRING, bytes);
    }

    static byte[] truth() {
        return DerElement.of(0x01, new byte[] {(byte) 0xFF});
    }

    static byte[] nothing() {
        return DerElement.of(NULL);
    }

    static byte[] text(String text) {
        return DerElement.of(UTF8_STRING, text.getBytes(UTF_8));
    }

    /// @param when before the year 2050
    static byte[] time(Instant when) {
        return DerElement.of(UTC_TIME, UTC.format(when).getBytes(US_ASCII));
    }

    /// An explicitly tagged element.
    static byte[] tagged(int number, byte[] element) {
        return DerElement.of(CONTEXT | CONSTRUCTED | number, element);
    }

    /// An implicitly tagged value.
    static byte[] implicit(int number, byte[] value) {
        return DerElement.of(CONTEXT | number, value);
    }

    /// @param numbers of the path, at least two
    static byte[] identifier(int... numbers) {
        var out = new ByteArrayOutputStream();
        out.write(40 * numbers[0] + numbers[1]);
        for (int number : Arrays.copyOfRange(numbers, 2, numbers.length)) {
            for (int shift = 28; shift > 0; shift -= 7) {
                if (number >> shift != 0) {
                    out.write(0x80 | ((number >> shift) & 0x7F));
                }
            }
            out.write(number & 0x7F);
        }
        return DerElement.of(OBJECT_IDENTIFIER, out.toByteArray());
    }
}
