package dev.loombench.observe.file.text;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
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

    private static final Pattern ESCAPE = Pattern.compile("\\\\(?:u([0-9a-fA-F]{4})|(.))");

    /// An encoder for logs keeps the stack trace of an error beside its message, which may have the
    /// error too.
    private static final String ERROR = "MemoryError: ";

    private StoredLine() {}

    /// The lines that the program wrote; any other line as it is.
    public static List<String> lines(String line) {
        var text = text(line);
        var whole = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
        return List.of(whole.split("\n", -1));
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
        return ESCAPE.matcher(text)
                .replaceAll(escape -> Matcher.quoteReplacement(character(escape)));
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

    private static String character(MatchResult escape) {
        if (escape.group(1) != null) {
            return String.valueOf((char) Integer.parseInt(escape.group(1), 16));
        }
        return switch (escape.group(2)) {
            case "n" -> "\n";
            case "r" -> "";
            case "t" -> "\t";
            default -> escape.group(2);
        };
    }
}
