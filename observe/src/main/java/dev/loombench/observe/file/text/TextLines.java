package dev.loombench.observe.file.text;

import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The lines of a text of unknown origin, and the lists of threads in JSON between them, in bounded
/// memory: a longer line is cut, and JSON is read piece by piece. Zeros are left out, and so are
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

    /// The beginning of a reply of Loki with lines of logs.
    private static final Pattern LOKI =
            Pattern.compile(
                    "\\{\\s*\"status\"\\s*:\\s*\"success\"\\s*,\\s*\"data\"\\s*:\\s*\\{\\s*\"resultType\"\\s*:\\s*\"streams\"");

    /// The length of such a beginning, with some white space.
    private static final int AHEAD = 128;

    private static final int BUFFER = 1 << 16;

    private final Reader reader;
    private final StringBuilder line = new StringBuilder();

    /// Characters that were read; those before `next` are passed on.
    private final char[] buffer = new char[BUFFER];

    private int next;
    private int end;

    public TextLines(InputStream in, Charset charset) {
        reader = new WithoutZeros(new InputStreamReader(in, charset));
    }

    /// Whether a list begins with the next line.
    public boolean isAtList() throws IOException {
        return isAt(LIST);
    }

    /// Whether a reply of Loki begins with the next line.
    public boolean isAtLokiReply() throws IOException {
        return isAt(LOKI);
    }

    private boolean isAt(Pattern beginning) throws IOException {
        skipMark();
        return fill(1)
                && (buffer[next] == '{' || buffer[next] == '[')
                && beginning.matcher(ahead()).lookingAt();
    }

    private CharSequence ahead() throws IOException {
        fill(AHEAD);
        return CharBuffer.wrap(buffer, next, Math.min(AHEAD, end - next));
    }

    private void skipMark() throws IOException {
        if (fill(1) && buffer[next] == MARK) {
            next++;
        }
    }

    /// Whether so many characters follow, which are in the buffer then.
    private boolean fill(int count) throws IOException {
        if (end - next >= count) {
            return true;
        }
        System.arraycopy(buffer, next, buffer, 0, end - next);
        end -= next;
        next = 0;
        for (int read = 0; read >= 0 && end < count; ) {
            read = reader.read(buffer, end, BUFFER - end);
            end += Math.max(0, read);
        }
        return end >= count;
    }

    /// The next line, without its end; null after the last one. The end may have several carriage
    /// returns, as where a console has added one.
    public @Nullable String next() throws IOException {
        skipMark();
        if (!fill(1)) {
            return null;
        }
        line.setLength(0);
        for (boolean more = true; more && fill(1); ) {
            int from = next;
            next = endOfLine(from);
            line.append(buffer, from, Math.min(next - from, LONGEST_LINE - line.length()));
            more = next == end;
            next += more ? 0 : 1;
        }
        int length = line.length();
        while (length > 0 && line.charAt(length - 1) == '\r') {
            length--;
        }
        return line.substring(0, length);
    }

    /// The place of the end of a line; that of the end of the buffer where none is in it.
    private int endOfLine(int from) {
        int at = from;
        while (at < end && buffer[at] != '\n') {
            at++;
        }
        return at;
    }

    /// The object or the array of JSON that begins here, up to its closing bracket.
    public Reader json() {
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
        public int read(char[] into, int from, int length) throws IOException {
            int count = 0;
            while (count < length && !(begun && depth == 0)) {
                if (!fill(1)) {
                    break;
                }
                char c = buffer[next++];
                into[from + count++] = c;
                pass(c);
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
