package dev.loombench.yaml;

import dev.loombench.text.FileFault;
import dev.loombench.text.TextFile;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The text of a file, which messages quote.
///
/// @param label the name of the file in messages
/// @param text well-formed, without control characters except tabs and line breaks
public record SourceText(String label, String text) {
    /// As an HTTP archive, whose requests an experiment may have.
    public static final int MAX_BYTES = TextFile.MAX_BYTES;

    private static final int QUOTED_WIDTH = 100;
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    /// @throws WrongInput when there is no such file, or it is no text
    public static SourceText read(Path file) {
        var label = TextSanitizer.of(file.toString());
        if (!Files.exists(file)) {
            throw new WrongInput(label + ": no such file");
        }
        if (!Files.isRegularFile(file)) {
            var found = Files.isDirectory(file) ? "a folder" : "a device, pipe or socket";
            throw new WrongInput(label + ": expected a file, found " + found);
        }
        try (var in = Files.newInputStream(file)) {
            return of(label, in.readNBytes(MAX_BYTES + 1));
        } catch (AccessDeniedException e) {
            throw new WrongInput(label + ": permission denied; check the permissions of the file");
        } catch (IOException e) {
            throw new WrongInput(label + ": cannot be read: " + FileFault.of(e));
        }
    }

    public static SourceText of(String label, byte[] bytes) {
        if (bytes.length > MAX_BYTES) {
            throw new WrongInput(
                    "%s: is larger than %d MiB, the maximum".formatted(label, MAX_BYTES >> 20));
        }
        var text = decoded(label, bytes);
        var source = new SourceText(label, text);
        source.rejectControlCharacters();
        return source;
    }

    /// `file:line:column: message`, then the line itself with carets under the location.
    public String message(SourceLocation location, String message) {
        var line = line(location.line());
        var from = Math.max(0, Math.min(location.column() - 1, line.length) - QUOTED_WIDTH / 2);
        var to = Math.min(line.length, from + QUOTED_WIDTH);
        var quoted = TextSanitizer.of(new String(line, from, to - from)).stripTrailing();
        var indent = location.column() - 1 - from;
        var carets = Math.clamp(location.length(), 1, Math.max(1, QUOTED_WIDTH - indent));
        var number = String.valueOf(location.line());
        return "%s:%d:%d: %s\n  %s | %s\n  %s | %s"
                .formatted(
                        label,
                        location.line(),
                        location.column(),
                        message,
                        number,
                        quoted,
                        " ".repeat(number.length()),
                        " ".repeat(Math.max(0, indent)) + "^".repeat(carets));
    }

    /// An error of the whole file, without a quoted line.
    public WrongInput error(String message) {
        return new WrongInput(label + ": " + message);
    }

    public WrongInput error(SourceLocation location, String message) {
        return new WrongInput(message(location, TextSanitizer.of(message)));
    }

    private int[] line(int number) {
        return text.lines().skip(number - 1L).findFirst().orElse("").codePoints().toArray();
    }

    private static String decoded(String label, byte[] bytes) {
        var decoder =
                StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT);
        var in = ByteBuffer.wrap(bytes);
        var out = CharBuffer.allocate(bytes.length);
        var result = decoder.decode(in, out, true);
        var text = out.flip().toString();
        if (result.isError()) {
            throw new WrongInput(
                    "%s:%d: byte 0x%02X is not UTF-8; is this a text file?"
                            .formatted(label, SourceLocation.after(text).line(), in.get()));
        }
        return !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text;
    }

    private void rejectControlCharacters() {
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            var c = text.codePointAt(i);
            if (c != '\n' && c != '\t' && c != '\r' && !TextSanitizer.isPrintable(c)) {
                throw error(
                        SourceLocation.after(text.substring(0, i)),
                        "expected plain text, found the control character U+%04X".formatted(c));
            }
        }
    }
}
