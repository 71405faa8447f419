package dev.loombench.launch.process.output;

import dev.loombench.requests.secret.SecretMask;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// A server's output: the file `server.log` up to a limit, and the last lines in memory.
///
/// Both streams of the server are always read to their end, so that it never blocks on a full pipe.
/// What exceeds the limit is dropped, and the last lines say so. Thread-safe.
public final class ServerLog {
    public static final long MAX_BYTES = 16 << 20;
    public static final int MAX_LINES = 200;

    /// In UTF-8, as in a line that was cut.
    private static final int MAX_BYTES_OF_CHARACTER = 4;

    private final OutputStream file;
    private final Optional<SecretMask> mask;
    private final ArrayDeque<String> lastLines = new ArrayDeque<>();
    private long written;
    private boolean full;

    public ServerLog(Path file) throws IOException {
        this(file, Optional.empty());
    }

    /// @param mask applied to each line, in the file too, which then has printable lines only
    public ServerLog(Path file, Optional<SecretMask> mask) throws IOException {
        this.file = Files.newOutputStream(file);
        this.mask = mask;
    }

    /// Reads the stream to its end on the calling thread.
    ///
    /// @param onLine receives each line, printable, after it was logged
    public void follow(InputStream stream, Consumer<String> onLine) {
        Consumer<String> note = mask.isPresent() ? this::noteMasked : this::note;
        var lines = new LineSplitter(note.andThen(onLine));
        var chunk = new byte[8192];
        try (stream) {
            for (int count = stream.read(chunk); count >= 0; count = stream.read(chunk)) {
                if (mask.isEmpty()) {
                    write(chunk, count);
                }
                lines.feed(chunk, count);
            }
        } catch (IOException e) {
            note("the server's output ended: " + e.getMessage());
        }
        lines.end();
    }

    public synchronized List<String> tail(int maxLines) {
        return lastLines.stream().skip(Math.max(0, lastLines.size() - maxLines)).toList();
    }

    public synchronized void close() {
        try {
            file.close();
        } catch (IOException e) {
            note("server.log could not be closed: " + e.getMessage());
        }
        full = true;
    }

    /// Adds a line by the lab to the last lines, but not to the file.
    public synchronized void note(String line) {
        if (lastLines.size() == MAX_LINES) {
            lastLines.removeFirst();
        }
        lastLines.addLast(line);
    }

    private void noteMasked(String line) {
        boolean mayBeCut = line.length() >= LineSplitter.MAX_BYTES / MAX_BYTES_OF_CHARACTER;
        var masked = mask.map(m -> mayBeCut ? m.ofStart(line) : m.of(line)).orElse(line);
        note(masked);
        var bytes = (masked + "\n").getBytes(StandardCharsets.UTF_8);
        write(bytes, bytes.length);
    }

    private synchronized void write(byte[] chunk, int count) {
        if (full) {
            return;
        }
        if (written + count > MAX_BYTES) {
            full = true;
            note("server.log ends here: it has reached %d MiB".formatted(MAX_BYTES >> 20));
            return;
        }
        try {
            file.write(chunk, 0, count);
            written += count;
        } catch (IOException e) {
            full = true;
            note("server.log ends here: " + e.getMessage());
        }
    }
}
