package dev.loombench.launch.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.function.Consumer;

/// Cuts a stream of untrusted bytes into lines that are safe to print.
///
/// A line longer than `MOST_BYTES` is cut off, so that a server which prints megabytes without a
/// line break costs no memory. Not thread-safe.
public final class LineSplitter {
    static final int MOST_BYTES = 4096;

    private final byte[] line = new byte[MOST_BYTES];
    private final Consumer<String> sink;
    private int length;
    private boolean begun;

    LineSplitter(Consumer<String> sink) {
        this.sink = sink;
    }

    /// @param chunk its first `count` bytes are read
    void feed(byte[] chunk, int count) {
        for (int i = 0; i < count; i++) {
            if (chunk[i] == '\n') {
                finish();
            } else {
                begun = true;
                if (length < MOST_BYTES) {
                    line[length++] = chunk[i];
                }
            }
        }
    }

    /// The stream has ended: what is left is a line too.
    void end() {
        if (begun) {
            finish();
        }
    }

    private void finish() {
        int end = length > 0 && line[length - 1] == '\r' ? length - 1 : length;
        sink.accept(printable(new String(line, 0, end, UTF_8)));
        length = 0;
        begun = false;
    }

    /// Controls, invisible formatting and anything else that could steer a terminal is replaced.
    public static String printable(String text) {
        var out = new StringBuilder(text.length());
        text.codePoints().map(LineSplitter::harmless).forEach(out::appendCodePoint);
        return out.toString();
    }

    private static int harmless(int codePoint) {
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
