package dev.loombench.cli.console;

import java.io.PrintWriter;
import java.util.List;

/// Lines that are redrawn in place on a terminal.
///
/// Between draws the cursor is at the end of the last line, not below it, so that redrawing never
/// scrolls. Lines too long for the terminal are cut, not wrapped.
public final class AnsiLiveDisplay {
    private static final String HIDE_CURSOR_AND_CUT_LINES = "\u001b[?25l\u001b[?7l";
    private static final String SHOW_CURSOR_AND_WRAP = "\u001b[?7h\u001b[?25h";
    private static final String CLEAR_REST_OF_LINE = "\u001b[K";
    private static final String CLEAR_BELOW = "\u001b[J";

    private final PrintWriter terminal;
    private int drawnLines;

    public AnsiLiveDisplay(PrintWriter terminal) {
        this.terminal = terminal;
    }

    /// Replaces the lines drawn last.
    ///
    /// @param lines at least one
    public synchronized void draw(List<String> lines) {
        var text = new StringBuilder(drawnLines == 0 ? HIDE_CURSOR_AND_CUT_LINES : toFirstLine());
        text.append(String.join(CLEAR_REST_OF_LINE + "\n", lines)).append(CLEAR_REST_OF_LINE);
        if (lines.size() < drawnLines) {
            text.append(CLEAR_BELOW);
        }
        drawnLines = lines.size();
        terminal.print(text);
        terminal.flush();
    }

    /// Restores the terminal as it was before the first draw.
    public synchronized void clear() {
        if (drawnLines > 0) {
            terminal.print(toFirstLine() + CLEAR_BELOW + SHOW_CURSOR_AND_WRAP);
            terminal.flush();
            drawnLines = 0;
        }
    }

    private String toFirstLine() {
        return drawnLines > 1 ? "\r\u001b[" + (drawnLines - 1) + "A" : "\r";
    }
}
