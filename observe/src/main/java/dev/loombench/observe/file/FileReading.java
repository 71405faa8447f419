package dev.loombench.observe.file;

import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;

/// Reads a file of a JVM, of whatever kind: its content shows the kind, never its name. One that is
/// compressed by gzip is unpacked first.
public final class FileReading {
    private static final int START = 4096;
    private static final String KINDS =
            "a thread dump (jcmd PID Thread.print, jstack, jcmd PID Thread.dump_to_file), a flight"
                    + " recording, a crash log (hs_err_pid*.log), a log of collections or"
                    + " safepoints (-Xlog:gc, -Xlog:safepoint), memory outside the heap (jcmd PID"
                    + " VM.metaspace, jcmd PID Compiler.codecache) or a log with"
                    + " OutOfMemoryErrors";

    /// Beginnings of files of other kinds, with what to do instead.
    private record OtherKind(String start, String what) {}

    private static final List<OtherKind> OTHERS =
            List.of(
                    new OtherKind("PK\u0003\u0004", "a zip or jar file; unpack it first"),
                    new OtherKind("(\u00b5/\u00fd", "compressed by zstd; unpack it first"),
                    new OtherKind("BZh", "compressed by bzip2; unpack it first"),
                    new OtherKind("\u00fd7zXZ", "compressed by xz; unpack it first"),
                    new OtherKind("JAVA PROFILE", "a heap dump, which a heap analyser reads"),
                    new OtherKind("\u007fELF", "a program or a core dump"),
                    new OtherKind(
                            "0SECTION", "a javacore of OpenJ9, and files of HotSpot are read"),
                    new OtherKind(
                            "\0".repeat(64),
                            "a file that begins with zeros, as a log that was cut while it was written; remove them: tr -d '\\0' < FILE"));

    /// Texts of other kinds, of which nothing could be read, with what to do instead.
    ///
    /// @param part of the beginning
    private record OtherText(Pattern part, String what) {
        OtherText(String part, String what) {
            this(Pattern.compile(part), what);
        }
    }

    private static final List<OtherText> OTHER_TEXTS =
            List.of(
                    new OtherText(
                            "\\b\\d{1,9}[.,]\\d{3}: (?:#\\d{1,9}: )?\\[(?:Full )?GC\\b",
                            "a log of collections of JDK 8, and those of JDK 9 and later are read (-Xlog:gc)"),
                    new OtherText(
                            "<verbosegc ",
                            "a log of collections of OpenJ9, and files of HotSpot are read"),
                    new OtherText(
                            "(?m)^\"[^\"\n]{0,200}\" (?:daemon )?prio=\\d{1,2} tid=0x",
                            "a thread dump of JDK 7 or earlier, and those of JDK 8 and later are read"),
                    new OtherText(
                            "(?m)^Thread \\d{1,18}: \\(state = [A-Z_]+\\)",
                            "a thread dump of jhsdb jstack; jcmd PID Thread.print prints one that is read"));

    private static final Pattern LIST_START = Pattern.compile("\\[\\s*\\{\\s*\"");

    private FileReading() {}

    /// @throws WrongInput when it is of no kind that can be read, or damaged
    public static FileContent read(InputFile file) throws IOException {
        var start = start(file);
        return isPacked(start) ? readPacked(file) : read(file, start);
    }

    private static byte[] start(InputFile file) throws IOException {
        try (var in = file.open()) {
            return in.readNBytes(START);
        }
    }

    private static boolean isPacked(byte[] start) {
        return new String(start, StandardCharsets.ISO_8859_1).startsWith(GzipFile.START);
    }

    /// What is compressed twice is refused: each time it may grow a thousandfold.
    private static FileContent readPacked(InputFile file) throws IOException {
        var copy = Files.createTempFile("loombench-inspect-", "");
        try {
            var unpacked = GzipFile.unpack(file, copy, InputFile.MOST_BYTES);
            var start = start(unpacked);
            if (isPacked(start)) {
                throw new WrongInput(
                        quoted(file) + " is compressed by gzip more than once; unpack it first");
            }
            return read(unpacked, start);
        } finally {
            Files.deleteIfExists(copy);
        }
    }

    private static FileContent read(InputFile file, byte[] start) throws IOException {
        var bytes = new String(start, StandardCharsets.ISO_8859_1);
        if (bytes.startsWith(RecordingReader.START)) {
            return RecordingReader.read(file);
        }
        refuseOthers(file, bytes);
        var charset = TextEncoding.of(start).orElseThrow(() -> unknown(file));
        return text(file, charset).orElseThrow(() -> nothing(file, new String(start, charset)));
    }

    /// @param start of a text in which nothing is known
    private static WrongInput nothing(InputFile file, String start) {
        return OTHER_TEXTS.stream()
                .filter(other -> other.part.matcher(start).find())
                .findFirst()
                .map(other -> new WrongInput("%s is %s".formatted(quoted(file), other.what)))
                .orElseGet(() -> isJson(start) ? unknownJson(file) : unknown(file));
    }

    private static boolean isJson(String start) {
        var text = start.replace("\uFEFF", "").stripLeading();
        return (text.startsWith("{") && !StoredLine.is(text))
                || LIST_START.matcher(text).lookingAt();
    }

    private static void refuseOthers(InputFile file, String start) {
        OTHERS.stream()
                .filter(other -> start.startsWith(other.start))
                .findFirst()
                .ifPresent(other -> {
                    throw new WrongInput("%s is %s".formatted(quoted(file), other.what));
                });
    }

    private static Optional<FileContent> text(InputFile file, Charset charset) throws IOException {
        var reader = new TextReader();
        try (var lines = new TextLines(file.open(), charset)) {
            for (boolean more = true; more; ) {
                if (lines.isAtList()) {
                    list(file, lines, reader);
                } else {
                    var line = lines.next();
                    more = line != null;
                    if (line != null) {
                        reader.line(line);
                    }
                }
            }
        }
        return reader.content(file);
    }

    private static void list(InputFile file, TextLines lines, TextReader reader)
            throws IOException {
        try {
            reader.list(lines.list());
        } catch (JacksonException e) {
            int threads = reader.threadsOfList();
            throw threads == 0
                    ? unknownJson(file)
                    : new WrongInput(
                            "%s is a list of threads that is damaged or ends too early, after %,d of them"
                                    .formatted(quoted(file), threads));
        }
    }

    private static WrongInput unknownJson(InputFile file) {
        return new WrongInput(
                "%s is JSON and no list of threads (jcmd PID Thread.dump_to_file -format=json FILE)"
                        .formatted(quoted(file)));
    }

    private static WrongInput unknown(InputFile file) {
        return new WrongInput(
                "%s is none of what inspect reads: %s".formatted(quoted(file), KINDS));
    }

    static String quoted(InputFile file) {
        return InputFile.isInput(file.name())
                ? "the standard input"
                : TextSanitizer.quoted(file.name());
    }
}
