package dev.loombench.observe.proc;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// A file of `/proc` that is read again and again: kept open, so that a look costs one system call
/// to read and can never be at another process which was given a used id.
final class ProcFile implements AutoCloseable {
    private final RandomAccessFile file;
    private final byte[] buffer;

    /// @param most bytes that are wanted; the rest of the file is left out
    ProcFile(String path, int most) throws IOException {
        file = new RandomAccessFile(path, "r");
        buffer = new byte[most];
    }

    /// What the file says now.
    ///
    /// @throws IOException when the process it tells of has ended
    String read() throws IOException {
        file.seek(0);
        int length = Math.max(0, file.read(buffer));
        return new String(buffer, 0, length, StandardCharsets.ISO_8859_1);
    }

    /// What the file says now, all of it: the kernel hands out some tables a page at a time.
    ///
    /// @throws IOException when it cannot be read
    String readAll() throws IOException {
        file.seek(0);
        int length = 0;
        for (int more = 0; more >= 0 && length < buffer.length; length += Math.max(0, more)) {
            more = file.read(buffer, length, buffer.length - length);
        }
        return new String(buffer, 0, length, StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException mistake) {
            throw new UncheckedIOException(mistake);
        }
    }
}
