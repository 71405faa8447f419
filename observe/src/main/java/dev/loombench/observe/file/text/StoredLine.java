package dev.loombench.observe.file.text;

import dev.loombench.observe.threads.Indent;
import java.util.List;
import java.util.regex.Pattern;

/// A line of JSON in which a store of logs keeps what a program has written: as Docker's driver
/// `json-file` (`{"log":"[1.234s][gc] Using G1\n","stream":"stdout","time":"..."}`), which has an
/// escape for the greater-than sign too, or as logs are exported (`{"timestamp":"...",
/// "message":"[1.234s][gc] Using G1"}`), also with a line for each key. The text may have several
/// lines.
public final class StoredLine {
    private static final String TEXT =
            "\"(?:log|@?message|msg|line|textPayload|MESSAGE|_raw)\"\\s{0,8}:\\s{0,8}\"";

    private static final Pattern KEY = Pattern.compile(TEXT);

    /// In an object of several lines, as `aws logs` and `gcloud logging read` print it.
    private static final Pattern OWN_LINE = Pattern.compile("\\s{1,40}" + TEXT);

    private static final Pattern HEX = Pattern.compile("[0-9a-fA-F]{4}");

    /// An encoder for logs keeps the stack trace of an error beside its message, which may have the
    /// error too.
    private static final String ERROR = "MemoryError: ";

    private StoredLine() {}

    /// The lines that the program wrote; any other line as it is.
    public static List<String> lines(String line) {
        if (!mayHaveKey(line)) {
            return List.of(line);
        }
        var text = text(line);
        var whole = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
        return List.of(whole.split("\n", -1));
    }

    /// Whether it begins as an object, or with white space and a quote.
    private static boolean mayHaveKey(String line) {
        int start = Indent.of(line);
        return line.startsWith("{") || (start > 0 && line.startsWith("\"", start));
    }

    /// @param line without the end of a line
    private static String text(String line) {
        if (!line.startsWith("{") && !OWN_LINE.matcher(line).lookingAt()) {
            return line;
        }
        var key = KEY.matcher(line);
        if (!key.find()) {
            return line;
        }
        var text = line.substring(key.end(), end(line, key.end()));
        return decoded(errors(line) > errors(text) ? line : text);
    }

    private static int errors(String text) {
        return text.contains(ERROR) ? text.split(ERROR, -1).length : 0;
    }

    private static String decoded(String text) {
        if (text.indexOf('\\') < 0) {
            return text;
        }
        var decoded = new StringBuilder(text.length());
        int at = 0;
        while (at < text.length()) {
            if (text.charAt(at) != '\\' || at + 1 == text.length()) {
                decoded.append(text.charAt(at++));
            } else {
                at = escape(text, at + 1, decoded);
            }
        }
        return decoded.toString();
    }

    /// Appends the character of an escape.
    ///
    /// @param at place behind the backslash
    /// @return place behind the escape
    private static int escape(String text, int at, StringBuilder decoded) {
        char c = text.charAt(at);
        switch (c) {
            case 'n' -> decoded.append('\n');
            case 't' -> decoded.append('\t');
            case 'r' -> {
                // the end of a line has another character too
            }
            case 'u' -> {
                var digits = text.substring(at + 1, Math.min(at + 5, text.length()));
                if (HEX.matcher(digits).matches()) {
                    decoded.append((char) Integer.parseInt(digits, 16));
                    return at + 5;
                }
                decoded.append(c);
            }
            default -> decoded.append(c);
        }
        return at + 1;
    }

    /// Whether it is one.
    public static boolean is(String line) {
        return line.startsWith("{") && KEY.matcher(line).find();
    }

    /// The place of the closing quote; the end of a line that was cut.
    private static int end(String line, int start) {
        int at = start;
        while (at < line.length() && line.charAt(at) != '"') {
            at += line.charAt(at) == '\\' ? 2 : 1;
        }
        return Math.min(at, line.length());
    }
}
