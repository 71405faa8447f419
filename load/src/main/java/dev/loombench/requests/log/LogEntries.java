package dev.loombench.requests.log;

import java.util.regex.Pattern;

/// The entries of an access log: its lines or, of a JSON array and of indented JSON objects, its
/// objects.
public final class LogEntries {
    /// A byte order mark of UTF-8, a character per byte.
    private static final String BYTE_ORDER_MARK = "\u00ef\u00bb\u00bf";

    /// An array of objects, or an object whose first line is its brace alone.
    private static final Pattern OBJECTS =
            Pattern.compile("\\s*+(?:\\[\\s*+[{\\]]|\\{[ \\t]*+\\r?\\n)");

    private LogEntries() {}

    /// Receives an entry.
    @FunctionalInterface
    public interface Sink {
        /// @param line number of its first line, from 1
        void entry(String text, long line);
    }

    /// @param text a character per byte
    public static void read(String text, Sink sink) {
        var content =
                text.startsWith(BYTE_ORDER_MARK) ? text.substring(BYTE_ORDER_MARK.length()) : text;
        if (OBJECTS.matcher(content).lookingAt()) {
            readObjects(content, sink);
        } else {
            readLines(content, sink);
        }
    }

    private static void readLines(String content, Sink sink) {
        long number = 0;
        for (var lines = content.lines().iterator(); lines.hasNext(); ) {
            number++;
            sink.entry(lines.next(), number);
        }
    }

    /// Between the objects of an array, and after the last, is nothing of interest. An object that
    /// is cut off is an entry too.
    private static void readObjects(String content, Sink sink) {
        long line = 1;
        long firstLine = 1;
        int start = 0;
        int depth = 0;
        boolean isQuoted = false;
        boolean isEscaped = false;
        for (int at = 0; at < content.length(); at++) {
            char c = content.charAt(at);
            line += c == '\n' ? 1 : 0;
            if (isQuoted) {
                isQuoted = isEscaped || c != '"';
                isEscaped = !isEscaped && c == '\\';
            } else if (c == '"') {
                isQuoted = depth > 0;
            } else if (c == '{') {
                if (depth == 0) {
                    start = at;
                    firstLine = line;
                }
                depth++;
            } else if (c == '}' && depth > 0) {
                depth--;
                if (depth == 0) {
                    sink.entry(content.substring(start, at + 1), firstLine);
                }
            }
        }
        if (depth > 0) {
            sink.entry(content.substring(start), firstLine);
        }
    }
}
