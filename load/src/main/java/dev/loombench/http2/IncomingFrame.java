package dev.loombench.http2;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;

/// The frame that is being read: its header, and how much of its payload is left.
///
/// Source: RFC 9113, section 4.1.
final class IncomingFrame {
    private static final byte[] HTTP1 = "HTTP/1.".getBytes(US_ASCII);
    private static final byte[] DOCTYPE = "<!DOCTYPE".getBytes(US_ASCII);
    private static final byte[] HTML = "<HTML".getBytes(US_ASCII);

    int length;
    int type;
    int flags;
    int stream;

    /// Bytes of the payload that are not read.
    int left;

    private final byte[] header = new byte[FrameType.HEADER_LENGTH];
    private int headerBytes;

    boolean hasHeader() {
        return headerBytes == FrameType.HEADER_LENGTH;
    }

    /// Reads a header, as far as it has come.
    ///
    /// @return whether it is complete
    boolean readHeader(ByteBuffer in) {
        int count = Math.min(in.remaining(), FrameType.HEADER_LENGTH - headerBytes);
        in.get(header, headerBytes, count);
        headerBytes += count;
        if (!hasHeader()) {
            return false;
        }
        length = (header[0] & 255) << 16 | number16(header, 1);
        type = header[3] & 255;
        flags = header[4] & 255;
        stream = number32(header, 5) & Integer.MAX_VALUE;
        left = length;
        return true;
    }

    /// Skips bytes of the payload, as far as they have come.
    ///
    /// @return their number
    int skip(ByteBuffer in) {
        int count = Math.min(left, in.remaining());
        in.position(in.position() + count);
        left -= count;
        return count;
    }

    /// Prepares for the next frame. The fields of this one stay until its header has come.
    void end() {
        headerBytes = 0;
    }

    boolean has(int flag) {
        return (flags & flag) != 0;
    }

    /// Whether the bytes of the header begin a response of HTTP/1.1, or a page of HTML alone: for a
    /// server that knows HTTP/0.9, the preface has no version that it responds with.
    boolean isHttp1() {
        return beginsWith(HTTP1) || beginsWith(DOCTYPE) || beginsWith(HTML);
    }

    /// @param text in upper case
    private boolean beginsWith(byte[] text) {
        for (int i = 0; i < text.length; i++) {
            if (Character.toUpperCase((char) (header[i] & 255)) != text[i]) {
                return false;
            }
        }
        return true;
    }

    void requireStream(String name) throws ConnectionFault {
        if (stream == 0) {
            throw ConnectionFault.protocol(name + " without a stream");
        }
    }

    void requireConnection(String name) throws ConnectionFault {
        if (stream != 0) {
            throw ConnectionFault.protocol(name + " on a stream");
        }
    }

    static int number16(byte[] bytes, int at) {
        return (bytes[at] & 255) << 8 | (bytes[at + 1] & 255);
    }

    static int number32(byte[] bytes, int at) {
        return number16(bytes, at) << 16 | number16(bytes, at + 2);
    }
}
