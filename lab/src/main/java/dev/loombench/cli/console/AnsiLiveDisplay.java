package dev.loombench.cli.console;

import java.io.PrintWriter;
import java.util.List;

/// Lines on a terminal that are drawn over in place.
///
/// Between draws the cursor stands at the end of the last line, not below it, so that drawing over
/// never scrolls. Lines too long for the terminal are cut, not wrapped.
public final class AnsiLiveDisplay {
    private static final String HIDE_CURSOR_KEEP_LINES_WHOLE = "\u001b[?25l\u001b[?7l";
    private static final String AS_BEFORE = "\u001b[?7h\u001b[?25h";
    private static final String CLEAR_REST_OF_LINE = "\u001b[K";
    private static final String CLEAR_BELOW = "\u001b[J";

    private final PrintWriter terminal;
    private int drawn;

    public AnsiLiveDisplay(PrintWriter terminal) {
        this.terminal = terminal;
    }

    /// Draws over what was drawn last.
    ///
    /// @param lines at least one
    public synchronized void draw(List<String> lines) {
        var text = new StringBuilder(drawn == 0 ? HIDE_CURSOR_KEEP_LINES_WHOLE : toFirstLine());
        text.append(String.join(CLEAR_REST_OF_LINE + "\n", lines)).append(CLEAR_REST_OF_LINE);
        if (lines.size() < drawn) {
            text.append(CLEAR_BELOW);
        }
        drawn = lines.size();
        terminal.print(text);
        terminal.flush();
    }

    /// Leaves the terminal as it was before the first draw; nothing to do when there was none.
    public synchronized void clear() {
        if (drawn > 0) {
            terminal.print(toFirstLine() + CLEAR_BELOW + AS_BEFORE);
            terminal.flush();
            drawn = 0;
        }
    }

    private String toFirstLine() {
        return drawn > 1 ? "\r\u001b[" + (drawn - 1) + "A" : "\r";
    }
}
