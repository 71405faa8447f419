package dev.loombench.text;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Commands for a POSIX shell, split into words without a shell.
///
/// White space separates words, a backslash before a line break continues a line, and `#` at the
/// start of a word begins a comment. Quotes are `'…'`, `"…"` and `$'…'` with the escapes of ANSI C.
/// Nothing is expanded: a `$` is literal, and what only a shell can do is refused. In a file, a
/// line break, `;`, `&` or `&&` ends a command; in a single command, a line break is white space.
public final class ShellWords {
    /// @param line of its first character
    public record Word(String text, int line) {}

    private final Optional<String> file;
    private final String text;
    private final List<List<Word>> commands = new ArrayList<>();
    private List<Word> words = new ArrayList<>();
    private @Nullable StringBuilder word;
    private int wordLine;
    private int line = 1;
    private int at;

    /// @param file its name in messages; empty for a single command
    private ShellWords(Optional<String> file, String text) {
        this.file = file;
        this.text = text;
    }

    /// The commands of a file.
    ///
    /// @param file its name in messages
    /// @return commands with at least one word each
    /// @throws WrongInput when a quote is open, or the text needs a shell
    public static List<List<Word>> ofFile(String file, String text) {
        return new ShellWords(Optional.of(file), text).split();
    }

    /// The words of a single command; none where the text is blank.
    ///
    /// @throws WrongInput when a quote is open, or the text needs a shell
    static List<String> ofCommand(String text) {
        return new ShellWords(Optional.empty(), text)
                .split().stream().flatMap(List::stream).map(Word::text).toList();
    }

    private List<List<Word>> split() {
        while (at < text.length()) {
            char c = next();
            switch (c) {
                case '\n', ';', '&' -> separator(c);
                case ' ', '\t', '\r', '\f' -> endWord();
                case '\'' -> singleQuotes();
                case '"' -> doubleQuotes();
                case '\\' -> backslash();
                case '|', '<', '>', '(', ')', '`' -> throw needsShell(String.valueOf(c));
                case '#' -> hash();
                case '$' -> dollar();
                case '^' -> caret();
                default -> append(c);
            }
        }
        endCommand();
        return commands;
    }

    private char next() {
        char c = text.charAt(at++);
        line += c == '\n' ? 1 : 0;
        return c;
    }

    private StringBuilder word() {
        if (word == null) {
            word = new StringBuilder();
            wordLine = line;
        }
        return word;
    }

    private void append(char c) {
        word().append(c);
    }

    private void endWord() {
        if (word != null) {
            words.add(new Word(word.toString(), wordLine));
            word = null;
        }
    }

    private void separator(char c) {
        if (file.isPresent()) {
            endCommand();
        } else if (c == '\n') {
            endWord();
        } else {
            throw needsShell(String.valueOf(c));
        }
    }

    private void endCommand() {
        endWord();
        if (!words.isEmpty()) {
            commands.add(words);
            words = new ArrayList<>();
        }
    }

    private void backslash() {
        if (text.startsWith("\r\n", at)) {
            at++;
        }
        if (at == text.length()) {
            throw error(line, "a backslash ends the text");
        }
        char c = next();
        if (c != '\n') {
            append(c);
        }
    }

    private void hash() {
        if (word != null) {
            append('#');
            return;
        }
        while (at < text.length() && text.charAt(at) != '\n') {
            at++;
        }
    }

    private void dollar() {
        if (text.startsWith("'", at)) {
            at++;
            ansiQuotes();
        } else {
            rejectSubstitution();
            append('$');
        }
    }

    private void caret() {
        if (word == null && file.isPresent()) {
            throw error(
                    line,
                    "the command was copied for the Windows command prompt; copy it as cURL (bash)");
        }
        append('^');
    }

    private void rejectSubstitution() {
        if (text.startsWith("(", at)) {
            throw needsShell("$(");
        }
    }

    private void singleQuotes() {
        int start = line;
        var quoted = word();
        while (at < text.length()) {
            char c = next();
            if (c == '\'') {
                return;
            }
            quoted.append(c);
        }
        throw open(start, "'");
    }

    private void doubleQuotes() {
        int start = line;
        var quoted = word();
        while (at < text.length()) {
            char c = next();
            switch (c) {
                case '"' -> {
                    return;
                }
                case '\\' -> escapedInDoubleQuotes(quoted);
                case '`' -> throw needsShell("`");
                case '$' -> {
                    rejectSubstitution();
                    quoted.append(c);
                }
                default -> quoted.append(c);
            }
        }
        throw open(start, "\"");
    }

    /// A backslash keeps `$`, `` ` ``, `"` and itself, and joins lines; before others it is
    /// literal.
    private void escapedInDoubleQuotes(StringBuilder quoted) {
        if (at < text.length() && "$`\"\\\n".indexOf(text.charAt(at)) >= 0) {
            char c = next();
            if (c != '\n') {
                quoted.append(c);
            }
        } else {
            quoted.append('\\');
        }
    }

    /// `$'…'`: bytes of UTF-8, because `\xHH` and `\nnn` are bytes.
    private void ansiQuotes() {
        int start = line;
        var quoted = word();
        var bytes = new ByteArrayOutputStream();
        while (at < text.length()) {
            int c = text.codePointAt(at);
            next();
            at += Character.charCount(c) - 1;
            if (c == '\'') {
                quoted.append(decoded(bytes.toByteArray(), start));
                return;
            }
            if (c == '\\' && at < text.length()) {
                ansiEscape(bytes);
            } else {
                addCodePoint(bytes, c);
            }
        }
        throw open(start, "$'");
    }

    private void ansiEscape(ByteArrayOutputStream bytes) {
        char c = next();
        switch (c) {
            case 'a' -> bytes.write(0x07);
            case 'b' -> bytes.write('\b');
            case 'e', 'E' -> bytes.write(0x1B);
            case 'f' -> bytes.write('\f');
            case 'n' -> bytes.write('\n');
            case 'r' -> bytes.write('\r');
            case 't' -> bytes.write('\t');
            case 'v' -> bytes.write(0x0B);
            case '\\', '\'', '"', '?' -> bytes.write(c);
            case 'x' -> bytes.write(number(16, 2));
            case 'u' -> addCodePoint(bytes, surrogates(number(16, 4)));
            case 'U' -> addCodePoint(bytes, number(16, 8));
            case '0', '1', '2', '3', '4', '5', '6', '7' -> {
                at--;
                bytes.write(number(8, 3));
            }
            default ->
                    throw error(
                            line,
                            "unknown escape %s in $'…'".formatted(TextSanitizer.quoted("\\" + c)));
        }
    }

    /// The code point of a high surrogate and the escape of a low one after it, as Chrome writes
    /// it; else the number itself.
    private int surrogates(int high) {
        if (Character.isBmpCodePoint(high)
                && Character.isHighSurrogate((char) high)
                && text.startsWith("\\u", at)) {
            at += 2;
            int low = number(16, 4);
            if (Character.isLowSurrogate((char) low)) {
                return Character.toCodePoint((char) high, (char) low);
            }
        }
        return high;
    }

    private int number(int radix, int maxDigits) {
        int from = at;
        while (at < text.length()
                && at - from < maxDigits
                && text.charAt(at) < 128
                && Character.digit(text.charAt(at), radix) >= 0) {
            at++;
        }
        if (at == from) {
            throw error(line, "an escape in $'…' has no digits");
        }
        return Integer.parseUnsignedInt(text.substring(from, at), radix);
    }

    private void addCodePoint(ByteArrayOutputStream bytes, int c) {
        if (!Character.isValidCodePoint(c) || (c >= 0xD800 && c <= 0xDFFF)) {
            throw error(line, "$'…' contains a code point that is no character");
        }
        bytes.writeBytes(Character.toString(c).getBytes(StandardCharsets.UTF_8));
    }

    private String decoded(byte[] bytes, int start) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException _) {
            throw error(start, "the text in $'…' is not UTF-8");
        }
    }

    private WrongInput open(int start, String quote) {
        return error(start, "the quote " + quote + " that opens here is never closed");
    }

    private WrongInput needsShell(String what) {
        return error(
                line,
                file.isPresent()
                        ? what + " needs a shell, and the file is read without one"
                        : "%s needs a shell, and a command runs without one; quote it to pass it on, or name a shell, as in sh -c '…'"
                                .formatted(TextSanitizer.quoted(what)));
    }

    private WrongInput error(int number, String message) {
        return new WrongInput(
                file.map(name -> "%s:%d: %s".formatted(name, number, message)).orElse(message));
    }
}
