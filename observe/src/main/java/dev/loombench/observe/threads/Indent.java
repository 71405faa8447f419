package dev.loombench.observe.threads;

/// The white space in front of a line.
///
/// What a line may be is decided by the characters behind it, before any pattern is tried: a text
/// of 1 GiB has some ten million lines.
public final class Indent {
    private Indent() {}

    /// The number of its characters; that of all of a blank line.
    public static int of(String line) {
        int at = 0;
        while (at < line.length() && isSpace(line.charAt(at))) {
            at++;
        }
        return at;
    }

    /// The place behind the last character that is no white space; 0 of a blank line.
    static int end(String line) {
        int end = line.length();
        while (end > 0 && isSpace(line.charAt(end - 1))) {
            end--;
        }
        return end;
    }

    /// Whether the first character behind the white space is a digit.
    static boolean isBeforeDigit(String line) {
        int start = of(line);
        return start < line.length() && line.charAt(start) >= '0' && line.charAt(start) <= '9';
    }

    /// As `\s` of a pattern.
    private static boolean isSpace(char c) {
        return c == ' ' || (c >= '\t' && c <= '\r');
    }
}
