package dev.loombench.http2;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.loombench.http2.hpack.FieldSink;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// What the header fields of one block say: the status, the length of the content, the status of
/// gRPC with its message, and what is wrong with them.
///
/// Source: RFC 9113, sections 8.2 and 8.3.2; gRPC over HTTP2, "Responses".
final class ResponseFields implements FieldSink {
    /// For a number that no field gave.
    static final int NONE = -1;

    private static final byte[] STATUS = bytes(":status");
    private static final byte[] CONTENT_LENGTH = bytes("content-length");
    private static final byte[] GRPC_STATUS = bytes("grpc-status");
    private static final byte[] GRPC_MESSAGE = bytes("grpc-message");

    /// Fields that belong to one connection of HTTP/1.1, and make a response malformed.
    private static final byte[][] CONNECTION_FIELDS = {
        bytes("connection"),
        bytes("keep-alive"),
        bytes("proxy-connection"),
        bytes("transfer-encoding"),
        bytes("upgrade")
    };

    /// Receives all fields as well; null where none is needed.
    private final @Nullable FieldSink also;

    private int status;
    private long contentLength;
    private int grpcStatus;

    /// The start of the message of gRPC, percent-encoded; longer ones help nobody.
    private final byte[] grpcMessage = new byte[512];

    private int grpcMessageLength;
    private boolean regular;
    private @Nullable String fault;

    ResponseFields(@Nullable FieldSink also) {
        this.also = also;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(US_ASCII);
    }

    /// Prepares for the next block.
    void reset() {
        status = NONE;
        contentLength = NONE;
        grpcStatus = NONE;
        grpcMessageLength = 0;
        regular = false;
        fault = null;
    }

    int status() {
        return status;
    }

    long contentLength() {
        return contentLength;
    }

    int grpcStatus() {
        return grpcStatus;
    }

    /// The message of gRPC, decoded; empty without one.
    String grpcMessage() {
        var decoded = new byte[grpcMessageLength];
        int length = 0;
        for (int i = 0; i < grpcMessageLength; i++) {
            int octet = grpcMessage[i] == '%' ? octet(i + 1) : NONE;
            decoded[length] = octet == NONE ? grpcMessage[i] : (byte) octet;
            length++;
            i += octet == NONE ? 0 : 2;
        }
        return new String(decoded, 0, length, UTF_8);
    }

    /// The number of two hexadecimal digits; NONE where there are none.
    private int octet(int at) {
        if (at + 2 > grpcMessageLength) {
            return NONE;
        }
        int high = Character.digit(grpcMessage[at], 16);
        int low = Character.digit(grpcMessage[at + 1], 16);
        return high < 0 || low < 0 ? NONE : 16 * high + low;
    }

    /// The first thing that is wrong; null where nothing is.
    @Nullable String fault() {
        return fault;
    }

    @Override
    public void field(
            byte[] name,
            int nameFrom,
            int nameLength,
            byte[] value,
            int valueFrom,
            int valueLength) {
        if (also != null) {
            also.field(name, nameFrom, nameLength, value, valueFrom, valueLength);
        }
        if (fault != null) {
            return;
        }
        if (nameLength == 0) {
            fault = "a field without a name";
        } else if (!isValue(value, valueFrom, valueLength)) {
            fault = "a field value with a line break or NUL";
        } else if (name[nameFrom] == ':') {
            pseudoField(name, nameFrom, nameLength, value, valueFrom, valueLength);
        } else if (!isName(name, nameFrom, nameLength)) {
            fault = "a field name that is not in lower case";
        } else {
            regular = true;
            regularField(name, nameFrom, nameLength, value, valueFrom, valueLength);
        }
    }

    private void pseudoField(
            byte[] name,
            int nameFrom,
            int nameLength,
            byte[] value,
            int valueFrom,
            int valueLength) {
        if (!equal(name, nameFrom, nameLength, STATUS)) {
            fault = "a pseudo field that responses do not have";
        } else if (regular || status != NONE) {
            fault = "a second :status, or one after other fields";
        } else {
            long number = valueLength == 3 ? number(value, valueFrom, valueLength) : NONE;
            if (number < 100) {
                fault = "a :status that is none of 100 to 999";
            } else {
                status = (int) number;
            }
        }
    }

    private void regularField(
            byte[] name,
            int nameFrom,
            int nameLength,
            byte[] value,
            int valueFrom,
            int valueLength) {
        if (equal(name, nameFrom, nameLength, CONTENT_LENGTH)) {
            long length = number(value, valueFrom, valueLength);
            if (length == NONE || (contentLength != NONE && contentLength != length)) {
                fault = "a content-length that is no number, or two different ones";
            }
            contentLength = length;
        } else if (equal(name, nameFrom, nameLength, GRPC_STATUS)) {
            long code = number(value, valueFrom, valueLength);
            grpcStatus =
                    code < 0 || code > Integer.MAX_VALUE
                            ? ClientConnection.INVALID_GRPC_STATUS
                            : (int) code;
        } else if (equal(name, nameFrom, nameLength, GRPC_MESSAGE)) {
            grpcMessageLength = Math.min(valueLength, grpcMessage.length);
            System.arraycopy(value, valueFrom, grpcMessage, 0, grpcMessageLength);
        } else {
            for (var connectionField : CONNECTION_FIELDS) {
                if (equal(name, nameFrom, nameLength, connectionField)) {
                    fault = "the field " + new String(connectionField, US_ASCII) + " of HTTP/1.1";
                }
            }
        }
    }

    private static boolean equal(byte[] name, int from, int length, byte[] other) {
        return length == other.length
                && Arrays.equals(name, from, from + length, other, 0, other.length);
    }

    /// RFC 9113, section 8.2.1: no upper case, no control characters, no space, no colon after the
    /// first character, nothing beyond ASCII.
    private static boolean isName(byte[] name, int from, int length) {
        for (int i = from; i < from + length; i++) {
            byte b = name[i];
            if (b <= ' ' || b == 127 || b == ':' || (b >= 'A' && b <= 'Z')) {
                return false;
            }
        }
        return true;
    }

    private static boolean isValue(byte[] value, int from, int length) {
        for (int i = from; i < from + length; i++) {
            byte b = value[i];
            if (b == 0 || b == '\r' || b == '\n') {
                return false;
            }
        }
        return true;
    }

    /// The decimal number; NONE where it is none, or has more than 18 digits.
    private static long number(byte[] value, int from, int length) {
        if (length == 0 || length > 18) {
            return NONE;
        }
        long number = 0;
        for (int i = from; i < from + length; i++) {
            int digit = value[i] - '0';
            if (digit < 0 || digit > 9) {
                return NONE;
            }
            number = number * 10 + digit;
        }
        return number;
    }
}
