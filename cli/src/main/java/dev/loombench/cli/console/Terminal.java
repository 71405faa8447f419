package dev.loombench.cli.console;

import dev.loombench.report.text.AnsiStyle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Properties of the terminal, if there is one.
public final class Terminal {
    private static final int WIDTH_UNKNOWN = 120;
    private static final int NARROWEST = 60;
    private static final int WIDEST = 140;
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final int IN = 0;
    private static final int OUT = 1;
    private static final int ERR = 2;

    private Terminal() {}

    /// Whether standard error is a terminal that can move its cursor; independent of standard
    /// output.
    public static boolean live() {
        return isTerminal(ERR) && !"dumb".equals(System.getenv("TERM"));
    }

    /// Whether standard input is a terminal, which shows what is typed.
    public static boolean isTyped() {
        return isTerminal(IN);
    }

    /// The style for standard output; independent of standard input and standard error.
    public static AnsiStyle paint() {
        return AnsiStyle.of(isTerminal(OUT));
    }

    @SuppressWarnings("SystemConsoleNull") // JDK 25: null without a terminal
    private static boolean isTerminal(int descriptor) {
        if (!Files.isDirectory(DESCRIPTORS)) { // not Linux: the closest approximation
            var console = System.console();
            return console != null && console.isTerminal();
        }
        return descriptor(descriptor)
                .filter(file -> file.toString().matches("/dev/(pts/|tty|console).*"))
                .isPresent();
    }

    /// The file, pipe or socket of a descriptor of this process; empty when it is closed or
    /// unknown.
    static Optional<Path> descriptor(int number) {
        try {
            return Optional.of(
                    Files.readSymbolicLink(DESCRIPTORS.resolve(Integer.toString(number))));
        } catch (IOException closed) {
            return Optional.empty();
        }
    }

    /// Columns for a report: those of the terminal, clamped.
    public static int width() {
        return Math.clamp(columns(), NARROWEST, WIDEST);
    }

    /// Columns of the terminal, which the launcher passes in `COLUMNS`.
    public static int columns() {
        return columns(WIDTH_UNKNOWN);
    }

    /// @param defaultColumns columns without a terminal
    public static int columns(int defaultColumns) {
        var columns = System.getenv("COLUMNS");
        return columns != null && columns.matches("[1-9]\\d{0,4}")
                ? Integer.parseInt(columns)
                : defaultColumns;
    }
}
