package dev.loombench.observe.file;

import dev.loombench.observe.file.content.FileContent;
import dev.loombench.observe.file.text.ContainerStream;
import dev.loombench.observe.file.text.LokiReply;
import dev.loombench.observe.file.text.StoredLine;
import dev.loombench.observe.file.text.TextEncoding;
import dev.loombench.observe.file.text.TextLines;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;

/// Reads a file of a JVM, of whatever kind: its content shows the kind, never its name. One that is
/// compressed by gzip is unpacked first.
public final class FileReading {
    private static final int START = 4096;
    private static final String KINDS =
            "a thread dump (jcmd PID Thread.print, jstack, jcmd PID Thread.dump_to_file, a javacore),"
                    + " a flight recording, a crash log (hs_err_pid*.log), a log of collections or"
                    + " safepoints (-Xlog:gc, -Xlog:safepoint), memory outside the heap (jcmd PID"
                    + " VM.metaspace, jcmd PID Compiler.codecache) or a log with"
                    + " OutOfMemoryErrors";

    private static final String OF_NO_KIND = "of no kind that is read";
    private static final String UNKNOWN = " is none of what inspect reads: ";

    private static final Pattern LIST_START = Pattern.compile("\\[\\s*\\{\\s*\"");

    private FileReading() {}

    /// @throws WrongInput when it is of no kind that can be read, or damaged
    public static FileContent read(InputFile file) throws IOException {
        var start = start(file);
        if (isPacked(start)) {
            return readPacked(file);
        }
        refuseOthers(file, start);
        file.checkSize();
        return read(file, start);
    }

    private static byte[] start(InputFile file) throws IOException {
        try (var in = file.open()) {
            return in.readNBytes(START);
        }
    }

    private static String characters(byte[] start) {
        return new String(start, StandardCharsets.ISO_8859_1);
    }

    private static boolean isPacked(byte[] start) {
        return characters(start).startsWith(GzipFile.START);
    }

    /// What is compressed twice is refused: each time it may grow a thousandfold. A heap dump is
    /// named before it is unpacked.
    private static FileContent readPacked(InputFile file) throws IOException {
        refuseOthers(file, GzipFile.start(file, START));
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
        if (isRecording(start)) {
            return RecordingReader.read(file);
        }
        boolean framed = ContainerStream.is(start);
        var text = framed ? withoutFrames(start) : start;
        var charset = TextEncoding.of(text).orElseThrow(() -> unknown(file));
        var reader = new TextReader();
        var content = framed ? ContainerStream.content(file.open()) : file.open();
        try (var lines = new TextLines(content, charset)) {
            text(file, lines, reader);
        }
        return reader.content(file)
                .orElseThrow(() -> nothing(file, reader, new String(text, charset)));
    }

    private static byte[] withoutFrames(byte[] start) throws IOException {
        try (var content = ContainerStream.content(new ByteArrayInputStream(start))) {
            return content.readAllBytes();
        }
    }

    /// @param start of a text of which nothing is read
    private static WrongInput nothing(InputFile file, TextReader reader, String start) {
        return reader.otherKind()
                .map(what -> other(file, what))
                .orElseGet(() -> isJson(start) ? unknownJson(file) : unknown(file));
    }

    /// @param what it is, in words that follow `is`
    private static WrongInput other(InputFile file, String what) {
        return new WrongInput("%s is %s".formatted(quoted(file), what));
    }

    private static boolean isJson(String start) {
        var text = start.replace("\uFEFF", "").stripLeading();
        return (text.startsWith("{") && !StoredLine.is(text))
                || LIST_START.matcher(text).lookingAt();
    }

    private static void refuseOthers(InputFile file, byte[] start) {
        OtherKinds.ofStart(characters(start))
                .ifPresent(what -> {
                    throw other(file, what);
                });
    }

    private static void text(InputFile file, TextLines lines, TextReader reader)
            throws IOException {
        for (boolean more = true; more; ) {
            if (lines.isAtList()) {
                list(file, lines, reader);
            } else if (lines.isAtLokiReply()) {
                lokiReply(file, lines, reader);
            } else {
                var line = lines.next();
                more = line != null;
                if (line != null) {
                    reader.line(line);
                }
            }
        }
    }

    private static void lokiReply(InputFile file, TextLines lines, TextReader reader)
            throws IOException {
        try {
            LokiReply.lines(lines.json(), quoted(file)).forEach(reader::line);
        } catch (JacksonException _) {
            throw other(file, "a reply of Loki that is damaged or ends too early");
        }
    }

    private static void list(InputFile file, TextLines lines, TextReader reader)
            throws IOException {
        try {
            reader.list(lines.json());
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
        return new WrongInput(quoted(file) + UNKNOWN + KINDS);
    }

    /// What a file is that begins so and of which nothing is read, in words that follow `is`; empty
    /// where it may be read.
    public static Optional<String> otherKind(byte[] start) {
        return OtherKinds.ofStart(characters(start))
                .or(() -> mayBeRead(start) ? Optional.empty() : Optional.of(OF_NO_KIND));
    }

    private static boolean mayBeRead(byte[] start) {
        return isRecording(start)
                || ContainerStream.is(start)
                || TextEncoding.of(start).isPresent();
    }

    private static boolean isRecording(byte[] start) {
        return characters(start).startsWith(RecordingReader.START);
    }

    /// What a file of this name is that was refused, in words that follow `is`.
    public static String reason(String name, WrongInput refusal) {
        var message = refusal.getMessage();
        var subject = TextSanitizer.quoted(name) + " is ";
        if (message.contains(UNKNOWN)) {
            return OF_NO_KIND;
        }
        return message.startsWith(subject) ? message.substring(subject.length()) : message;
    }

    /// The name of a file in a message.
    public static String quoted(InputFile file) {
        return InputFile.isInput(file.name())
                ? "the standard input"
                : TextSanitizer.quoted(file.name());
    }
}
