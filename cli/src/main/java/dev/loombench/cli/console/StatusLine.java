package dev.loombench.cli.console;

import java.io.PrintWriter;

/// A line at the end of a terminal's output that changes in place; without a terminal nothing.
public final class StatusLine {
    private static final String CLEAR = "\r\u001b[K";

    private final PrintWriter out;
    private final boolean live;

    /// @param live whether `out` is a terminal
    public StatusLine(PrintWriter out, boolean live) {
        this.out = out;
        this.live = live;
    }

    public boolean isLive() {
        return live;
    }

    /// Shows a text in place of the last one, cut to the width of the terminal.
    public void show(String text) {
        if (live) {
            int width = Math.max(1, Terminal.columns() - 1);
            out.print(CLEAR + (text.length() > width ? text.substring(0, width) : text));
        }
    }

    /// Shows a whole line, in place of the text.
    public void println(String line) {
        clear();
        out.println(line);
    }

    /// Removes the text, so that whole lines can follow.
    public void clear() {
        if (live) {
            out.print(CLEAR);
            out.flush();
        }
    }
}
