package dev.loombench.cli;

import dev.loombench.report.Paint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What is known of the terminal, if there is one.
final class Terminal {
    private static final int WIDTH_UNKNOWN = 120;
    private static final int NARROWEST = 60;
    private static final int WIDEST = 140;
    private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

    private Terminal() {}

    /// Whether both standard input and output are a terminal.
    @SuppressWarnings(
            "SystemConsoleNull") // the console of JDK 25 is null again where there is none
    static boolean interactive() {
        var console = System.console();
        return console != null && console.isTerminal();
    }

    /// Whether standard error is a terminal that can move its cursor, wherever standard output
    /// goes.
    static boolean live() {
        return errorsAreSeen() && !"dumb".equals(System.getenv("TERM"));
    }

    private static boolean errorsAreSeen() {
        if (!Files.isSymbolicLink(STANDARD_ERROR)) {
            return interactive(); // not Linux: the nearest that can be known
        }
        try {
            return Files.readSymbolicLink(STANDARD_ERROR).toString().matches("/dev/(pts/|tty).*");
        } catch (IOException _) {
            return false; // it was closed
        }
    }

    static Paint paint() {
        return Paint.of(interactive());
    }

    /// Columns for a report: what the launcher found out, within reason.
    static int width() {
        return Math.clamp(columns(), NARROWEST, WIDEST);
    }

    /// Columns there are, as the launcher found out.
    static int columns() {
        var columns = System.getenv("COLUMNS");
        return columns != null && columns.matches("[1-9]\\d{0,4}")
                ? Integer.parseInt(columns)
                : WIDTH_UNKNOWN;
    }
}
