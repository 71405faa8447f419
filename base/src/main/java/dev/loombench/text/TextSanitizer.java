package dev.loombench.text;

/// Makes untrusted text safe to print on a terminal.
public final class TextSanitizer {
    /// Longer quotes would not help the reader.
    private static final int MAX_QUOTE = 60;

    private static final int REPLACEMENT = 0xFFFD;

    private TextSanitizer() {}

    /// Replaces each control character with a visible one, so that columns do not move; a tab
    /// becomes a space.
    public static String of(String text) {
        return text.codePoints()
                .map(c -> c == '\t' ? ' ' : isPrintable(c) ? c : REPLACEMENT)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /// As [#of], but keeps line breaks.
    static String lines(String text) {
        return String.join("\n", text.lines().map(TextSanitizer::of).toList());
    }

    /// The text in quotes and shortened, for a message.
    public static String quoted(String text) {
        return '"' + of(shortened(text, MAX_QUOTE)) + '"';
    }

    /// The text, cut after `length` code points with an ellipsis.
    public static String shortened(String text, int length) {
        if (text.codePointCount(0, text.length()) <= length) {
            return text;
        }
        return text.substring(0, text.offsetByCodePoints(0, length)) + "…";
    }

    public static boolean isPrintable(String text) {
        return text.codePoints().allMatch(TextSanitizer::isPrintable);
    }

    /// Whether a code point neither moves the cursor, nor starts an escape sequence, nor changes
    /// the direction of text, nor is a noncharacter.
    public static boolean isPrintable(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE ->
                    false;
            default -> !isDirectionControl(codePoint) && (codePoint & 0xFFFE) != 0xFFFE;
        };
    }

    private static boolean isDirectionControl(int codePoint) {
        return (codePoint >= 0x202A && codePoint <= 0x202E)
                || (codePoint >= 0x2066 && codePoint <= 0x2069)
                || codePoint == 0xFEFF;
    }
}
