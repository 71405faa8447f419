package dev.loombench.cli.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/// The lines of a stream in UTF-8, none longer than 1 MiB.
final class MessageLines {
    private static final int LONGEST = 1 << 20;

    private final InputStream in;

    MessageLines(InputStream in) {
        this.in = new BufferedInputStream(in);
    }

    /// @param text without its line break; empty where it is too long
    record Line(Optional<String> text) {}

    /// The next line; empty at the end of the stream. What stands after the last line break is a
    /// line, too, as in a text that was written by hand.
    Optional<Line> next() throws IOException {
        var bytes = new ByteArrayOutputStream();
        int length = 0;
        for (int b = in.read(); b >= 0; b = in.read()) {
            if (b == '\n') {
                return Optional.of(line(bytes, length));
            }
            length = Math.min(length + 1, LONGEST + 1);
            if (length <= LONGEST) {
                bytes.write(b);
            }
        }
        return length == 0 ? Optional.empty() : Optional.of(line(bytes, length));
    }

    private static Line line(ByteArrayOutputStream bytes, int length) {
        return new Line(length > LONGEST ? Optional.empty() : Optional.of(bytes.toString(UTF_8)));
    }
}
