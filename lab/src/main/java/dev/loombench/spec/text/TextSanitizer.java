package dev.loombench.spec.text;

/// Text of unknown origin, made fit to be shown on a terminal.
public final class TextSanitizer {
    /// More of a quoted word than this tells the reader nothing new.
    private static final int MAX_QUOTE = 60;

    private static final int REPLACEMENT = 0xFFFD;

    private TextSanitizer() {}

    /// The text with each control character replaced by one that can be seen, so that columns stay
    /// where they were; a tab becomes a space.
    public static String of(String text) {
        return text.codePoints()
                .map(c -> c == '\t' ? ' ' : isPrintable(c) ? c : REPLACEMENT)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /// As [#of], but lines stay lines.
    static String lines(String text) {
        return String.join("\n", text.lines().map(TextSanitizer::of).toList());
    }

    /// In quotes and not too long, as a message shows what it met.
    public static String quoted(String text) {
        return '"' + of(shortened(text, MAX_QUOTE)) + '"';
    }

    /// At most `most` code points and an ellipsis.
    public static String shortened(String text, int most) {
        if (text.codePointCount(0, text.length()) <= most) {
            return text;
        }
        return text.substring(0, text.offsetByCodePoints(0, most)) + "…";
    }

    public static boolean isPrintable(String text) {
        return text.codePoints().allMatch(TextSanitizer::isPrintable);
    }

    /// Neither moves the cursor, nor starts an escape sequence, nor turns the direction of text,
    /// nor is a noncharacter.
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
