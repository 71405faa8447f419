package dev.loombench.observe.file.text;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.ByteBuffer;

/// The output of a container as the API of Docker and Podman sends it (`/containers/ID/logs`): its
/// standard output and its errors in frames. Eight bytes are in front of each: which of the two it
/// is of, three zeros, and its length.
///
/// Source: Docker Engine API, `ContainerAttach`, stream format.
public final class ContainerStream {
    private static final int HEADER = 8;
    private static final int LENGTH = 4;
    private static final int OUTPUT = 1;
    private static final int ERRORS = 2;

    /// More than a frame has: a log keeps up to 16 KiB in one.
    private static final int LONGEST = 1 << 24;

    private ContainerStream() {}

    /// Whether a file that begins so is one: each frame ends where the next one begins.
    public static boolean is(byte[] start) {
        long at = 0;
        while (at + HEADER <= start.length && isHeader(start, (int) at)) {
            at += HEADER + length(start, (int) at);
        }
        return at > 0 && at + HEADER > start.length;
    }

    private static boolean isHeader(byte[] bytes, int at) {
        int length = length(bytes, at);
        return beginsHeader(bytes[at])
                && bytes[at + 1] == 0
                && bytes[at + 2] == 0
                && bytes[at + 3] == 0
                && length > 0
                && length <= LONGEST;
    }

    private static boolean beginsHeader(byte first) {
        return first == OUTPUT || first == ERRORS;
    }

    private static int length(byte[] bytes, int at) {
        return ByteBuffer.wrap(bytes).getInt(at + LENGTH);
    }

    /// What the container has written. What follows behind the last frame is passed on as it is,
    /// and the beginning of one left out, as in the first bytes of a file.
    public static InputStream content(InputStream in) {
        return new Frames(new PushbackInputStream(new BufferedInputStream(in), HEADER));
    }

    private static final class Frames extends InputStream {
        private final PushbackInputStream in;
        private long left;

        Frames(PushbackInputStream in) {
            this.in = in;
        }

        @Override
        public int read() throws IOException {
            var one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            if (left == 0) {
                begin();
            }
            int read = in.read(bytes, from, (int) Math.min(length, left));
            left -= Math.max(0, read);
            return read;
        }

        /// Begins the next frame.
        private void begin() throws IOException {
            var header = in.readNBytes(HEADER);
            boolean whole = header.length == HEADER;
            if (whole && isHeader(header, 0)) {
                left = length(header, 0);
                return;
            }
            left = Long.MAX_VALUE;
            if (whole || (header.length > 0 && !beginsHeader(header[0]))) {
                in.unread(header);
            }
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
