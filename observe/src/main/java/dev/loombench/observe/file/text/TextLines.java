package dev.loombench.observe.file.text;

import java.io.BufferedReader;
import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The lines of a text of unknown origin, and the lists of threads in JSON between them, in bounded
/// memory: a longer line is cut, and a list is read piece by piece. Zeros are left out, and so are
/// marks of the byte order, which a text of several files has in its midst.
public final class TextLines implements AutoCloseable {
    /// Longer than any line of a JVM, except a list of a class path, whose rest does not matter.
    static final int LONGEST_LINE = 1 << 16;

    private static final char MARK = '\uFEFF';

    /// The beginning of a list, as a JVM and as the endpoints of Spring Boot and of Micronaut write
    /// it: Micronaut's is an array of `ThreadInfo`, whose fields have no fixed order.
    private static final Pattern LIST =
            Pattern.compile(
                    "(?:\\{\\s*\"(?:threadDump|threads|threadContainers)\""
                            + "|\\[\\s*\\{\\s*\"(?:threadName|threadId|threadState|blockedCount|blockedTime|daemon|inNative"
                            + "|lockInfo|lockName|lockOwnerId|lockedMonitors|lockedSynchronizers|priority|stackTrace"
                            + "|suspended|waitedCount|waitedTime)\")\\s*:");

    /// The length of such a beginning, with some white space.
    private static final int AHEAD = 128;

    private final BufferedReader reader;
    private final StringBuilder line = new StringBuilder();

    public TextLines(InputStream in, Charset charset) {
        reader = new BufferedReader(new WithoutZeros(new InputStreamReader(in, charset)));
    }

    /// Whether a list begins with the next line.
    public boolean isAtList() throws IOException {
        skipMark();
        reader.mark(AHEAD);
        var ahead = new StringBuilder();
        int c = reader.read();
        while (c >= 0 && mayBegin(ahead, c) && ahead.length() < AHEAD - 1) {
            ahead.append((char) c);
            c = reader.read();
        }
        reader.reset();
        return LIST.matcher(ahead).lookingAt();
    }

    private void skipMark() throws IOException {
        reader.mark(1);
        if (reader.read() != MARK) {
            reader.reset();
        }
    }

    /// A line of a JVM's log begins with a bracket too.
    private static boolean mayBegin(CharSequence ahead, int next) {
        if (ahead.isEmpty()) {
            return next == '{' || next == '[';
        }
        return ahead.length() > 1
                || ahead.charAt(0) == '{'
                || next == '{'
                || Character.isWhitespace(next);
    }

    /// The next line, without its end; null after the last one. The end may have several carriage
    /// returns, as where a console has added one.
    public @Nullable String next() throws IOException {
        skipMark();
        line.setLength(0);
        int c = reader.read();
        if (c < 0) {
            return null;
        }
        for (; c >= 0 && c != '\n'; c = reader.read()) {
            if (line.length() < LONGEST_LINE) {
                line.append((char) c);
            }
        }
        int length = line.length();
        while (length > 0 && line.charAt(length - 1) == '\r') {
            length--;
        }
        return line.substring(0, length);
    }

    /// The list that begins here, up to its closing bracket.
    public Reader list() {
        return new JsonValue();
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }

    /// A text without the zeros of a file that was cut while a program wrote to it.
    private static final class WithoutZeros extends FilterReader {
        WithoutZeros(Reader in) {
            super(in);
        }

        @Override
        public int read(char[] buffer, int from, int length) throws IOException {
            int kept = 0;
            int count = 0;
            while (kept == 0 && count >= 0) {
                count = in.read(buffer, from, length);
                for (int i = from; i < from + count; i++) {
                    if (buffer[i] != 0) {
                        buffer[from + kept++] = buffer[i];
                    }
                }
            }
            return kept == 0 ? -1 : kept;
        }
    }

    /// The characters of an object or an array of JSON; those behind it remain in the text.
    private final class JsonValue extends Reader {
        private int depth;
        private boolean begun;
        private boolean inString;
        private boolean escaped;

        @Override
        public int read(char[] buffer, int from, int length) throws IOException {
            int count = 0;
            while (count < length && !(begun && depth == 0)) {
                int c = reader.read();
                if (c < 0) {
                    break;
                }
                buffer[from + count++] = (char) c;
                pass((char) c);
            }
            return count == 0 && length > 0 ? -1 : count;
        }

        private void pass(char c) {
            if (inString) {
                inString = escaped || c != '"';
                escaped = !escaped && c == '\\';
                return;
            }
            switch (c) {
                case '"' -> inString = true;
                case '{', '[' -> {
                    begun = true;
                    depth++;
                }
                case '}', ']' -> depth--;
                default -> {
                    // within a value
                }
            }
        }

        /// The text goes on.
        @Override
        public void close() {}
    }
}
