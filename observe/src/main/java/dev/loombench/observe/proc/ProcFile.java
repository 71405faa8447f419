package dev.loombench.observe.proc;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// A file of `/proc` that is read repeatedly. It stays open, so that a sample costs one system call
/// and never reads another process with a reused id.
public final class ProcFile implements AutoCloseable {
    private final RandomAccessFile file;
    private final byte[] buffer;

    /// @param maxBytes number of bytes to read; the rest of the file is ignored
    public ProcFile(String path, int maxBytes) throws IOException {
        file = new RandomAccessFile(path, "r");
        buffer = new byte[maxBytes];
    }

    /// The present content of the file, read in one call.
    ///
    /// @throws IOException when its process has ended
    public String read() throws IOException {
        file.seek(0);
        int length = Math.max(0, file.read(buffer));
        return new String(buffer, 0, length, StandardCharsets.ISO_8859_1);
    }

    /// The present content of the file, complete: the kernel returns some tables one page at a
    /// time.
    ///
    /// @throws IOException when it cannot be read
    public String readAll() throws IOException {
        file.seek(0);
        int length = 0;
        for (int n = 0; n >= 0 && length < buffer.length; length += Math.max(0, n)) {
            n = file.read(buffer, length, buffer.length - length);
        }
        return new String(buffer, 0, length, StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
