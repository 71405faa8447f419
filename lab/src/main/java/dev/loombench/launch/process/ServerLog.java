package dev.loombench.launch.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.Consumer;

/// What a server printed: the file `server.log` up to a limit, and its last lines in memory.
///
/// Both streams of the server are always read to their end, so that it never blocks on a full pipe;
/// what the file cannot take is dropped, and the tail says so. Thread-safe.
public final class ServerLog {
    public static final long MOST_BYTES = 16 << 20;
    private static final int MOST_LINES = 200;

    private final OutputStream file;
    private final ArrayDeque<String> lastLines = new ArrayDeque<>();
    private long written;
    private boolean cut;

    public ServerLog(Path file) throws IOException {
        this.file = Files.newOutputStream(file);
    }

    /// Reads the stream to its end on the calling thread.
    ///
    /// @param onLine sees each line, printable, after the log has taken it
    void follow(InputStream stream, Consumer<String> onLine) {
        Consumer<String> note = this::note;
        var lines = new LineSplitter(note.andThen(onLine));
        var chunk = new byte[8192];
        try (stream) {
            for (int count = stream.read(chunk); count >= 0; count = stream.read(chunk)) {
                write(chunk, count);
                lines.feed(chunk, count);
            }
        } catch (IOException e) {
            note("the server's output ended: " + e.getMessage());
        }
        lines.end();
    }

    synchronized List<String> tail(int most) {
        return lastLines.stream().skip(Math.max(0, lastLines.size() - most)).toList();
    }

    synchronized void close() {
        try {
            file.close();
        } catch (IOException e) {
            note("server.log could not be closed: " + e.getMessage());
        }
        cut = true;
    }

    /// Adds a line of the lab's own to the last lines, and to them alone.
    synchronized void note(String line) {
        if (lastLines.size() == MOST_LINES) {
            lastLines.removeFirst();
        }
        lastLines.addLast(line);
    }

    private synchronized void write(byte[] chunk, int count) {
        if (cut) {
            return;
        }
        if (written + count > MOST_BYTES) {
            cut = true;
            note("server.log ends here: it holds %d MiB already".formatted(MOST_BYTES >> 20));
            return;
        }
        try {
            file.write(chunk, 0, count);
            written += count;
        } catch (IOException e) {
            cut = true;
            note("server.log ends here: " + e.getMessage());
        }
    }
}
