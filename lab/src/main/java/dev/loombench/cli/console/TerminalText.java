package dev.loombench.cli.console;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;
import java.util.regex.Pattern;

/// A writer that lets no control sequence through but the few that this program sends itself.
///
/// All that is printed passes it: names, paths and messages of others can neither move the cursor
/// nor reach the clipboard, the title or the keyboard buffer of a terminal. What is left out shows
/// as U+FFFD.
public final class TerminalText extends FilterWriter {
    private static final char REPLACEMENT = '\uFFFD';

    /// Colour, and what draws over lines in place: see [AnsiLiveDisplay] and `RunProgress`.
    private static final Pattern OURS =
            Pattern.compile("\u001b\\[(?:[0-9;]*m|[KJ]|\\d*A|\\?7[hl]|\\?25[hl])");

    private final boolean sequences;

    /// @param sequences whether our own pass; where there is no terminal none does
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

    /// @param text sequences of our own are whole in it
    @Override
    public void write(String text, int offset, int length) throws IOException {
        out.write(clean(text.substring(offset, offset + length)));
    }

    private String clean(String text) {
        if (text.chars().allMatch(TerminalText::isHarmless)) {
            return text;
        }
        var clean = new StringBuilder(text.length());
        var ours = OURS.matcher(text);
        for (int at = 0; at < text.length(); ) {
            if (sequences && ours.region(at, text.length()).lookingAt()) {
                clean.append(ours.group());
                at = ours.end();
            } else {
                char c = text.charAt(at++);
                clean.append(isHarmless(c) ? c : REPLACEMENT);
            }
        }
        return clean.toString();
    }

    /// No control character but those of lines and columns, and none that turns the direction of
    /// text.
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
