package dev.loombench.cli.console;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;
import java.util.regex.Pattern;

/// A writer that removes all control sequences except those that this program uses.
///
/// All output passes through it, so that untrusted names, paths and messages cannot move the
/// cursor, or reach the clipboard, the title or the keyboard buffer of a terminal. A removed
/// character shows as U+FFFD.
public final class TerminalText extends FilterWriter {
    private static final char REPLACEMENT = '\uFFFD';

    /// Colour, and redrawing in place: see [AnsiLiveDisplay] and `RunProgress`.
    private static final Pattern ALLOWED_SEQUENCE =
            Pattern.compile("\u001b\\[(?:[0-9;]*m|[KJ]|\\d*A|\\?7[hl]|\\?25[hl])");

    private final boolean sequences;

    /// @param sequences whether the allowed sequences pass; false without a terminal
    public TerminalText(Writer target, boolean sequences) {
        super(target);
        this.sequences = sequences;
    }

    @Override
    public void write(int c) throws IOException {
        write(String.valueOf((char) c), 0, 1);
    }

    @Override
    public void write(char[] text, int offset, int length) throws IOException {
        write(new String(text, offset, length), 0, length);
    }

    /// @param text contains allowed sequences only as a whole
    @Override
    public void write(String text, int offset, int length) throws IOException {
        out.write(clean(text.substring(offset, offset + length)));
    }

    private String clean(String text) {
        if (text.chars().allMatch(TerminalText::isHarmless)) {
            return text;
        }
        var clean = new StringBuilder(text.length());
        var allowed = ALLOWED_SEQUENCE.matcher(text);
        for (int at = 0; at < text.length(); ) {
            if (sequences && allowed.region(at, text.length()).lookingAt()) {
                clean.append(allowed.group());
                at = allowed.end();
            } else {
                char c = text.charAt(at++);
                clean.append(isHarmless(c) ? c : REPLACEMENT);
            }
        }
        return clean.toString();
    }

    /// Whether a character is no control character except line feed, carriage return and tab, and
    /// does not change the direction of text.
    private static boolean isHarmless(int c) {
        return switch (c) {
            case '\n', '\r', '\t' -> true;
            default ->
                    !Character.isISOControl(c)
                            && !(c >= 0x202A && c <= 0x202E)
                            && !(c >= 0x2066 && c <= 0x2069);
        };
    }
}
