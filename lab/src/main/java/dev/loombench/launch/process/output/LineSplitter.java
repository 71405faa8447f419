package dev.loombench.launch.process.output;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.function.Consumer;

/// Splits a stream of untrusted bytes into lines that are safe to print.
///
/// A line longer than `MAX_BYTES` is truncated, so that a server that prints megabytes without a
/// line break costs no memory. Not thread-safe.
public final class LineSplitter {
    static final int MAX_BYTES = 4096;

    private final byte[] line = new byte[MAX_BYTES];
    private final Consumer<String> sink;
    private int length;
    private boolean inLine;

    LineSplitter(Consumer<String> sink) {
        this.sink = sink;
    }

    /// @param chunk whose first `count` bytes are read
    void feed(byte[] chunk, int count) {
        for (int i = 0; i < count; i++) {
            if (chunk[i] == '\n') {
                finish();
            } else {
                inLine = true;
                if (length < MAX_BYTES) {
                    line[length++] = chunk[i];
                }
            }
        }
    }

    /// Ends the stream: the rest is the last line.
    void end() {
        if (inLine) {
            finish();
        }
    }

    private void finish() {
        int end = length > 0 && line[length - 1] == '\r' ? length - 1 : length;
        sink.accept(printable(new String(line, 0, end, UTF_8)));
        length = 0;
        inLine = false;
    }

    /// Replaces controls, invisible formatting and everything else that could control a terminal.
    public static String printable(String text) {
        var out = new StringBuilder(text.length());
        text.codePoints().map(LineSplitter::sanitized).forEach(out::appendCodePoint);
        return out.toString();
    }

    private static int sanitized(int codePoint) {
        if (codePoint == '\t') {
            return ' ';
        }
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    '\uFFFD';
            default -> codePoint;
        };
    }
}
