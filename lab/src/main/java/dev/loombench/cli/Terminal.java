package dev.loombench.cli;

import dev.loombench.report.Paint;

/// What is known of the terminal, if there is one.
final class Terminal {
    private static final int WIDTH_UNKNOWN = 120;
    private static final int NARROWEST = 60;
    private static final int WIDEST = 140;

    private Terminal() {}

    /// Whether both standard input and output are a terminal.
    @SuppressWarnings(
            "SystemConsoleNull") // the console of JDK 25 is null again where there is none
    static boolean interactive() {
        var console = System.console();
        return console != null && console.isTerminal();
    }

    static Paint paint() {
        return Paint.of(interactive());
    }

    /// Columns: what the launcher found out, within reason.
    static int width() {
        var columns = System.getenv("COLUMNS");
        if (columns == null || !columns.matches("\\d{1,5}")) {
            return WIDTH_UNKNOWN;
        }
        return Math.clamp(Integer.parseInt(columns), NARROWEST, WIDEST);
    }
}
