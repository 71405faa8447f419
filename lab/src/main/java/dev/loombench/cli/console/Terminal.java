package dev.loombench.cli.console;

import dev.loombench.report.text.AnsiStyle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// What is known of the terminal, if there is one.
public final class Terminal {
    private static final int WIDTH_UNKNOWN = 120;
    private static final int NARROWEST = 60;
    private static final int WIDEST = 140;
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final int OUT = 1;
    private static final int ERR = 2;

    private Terminal() {}

    /// Whether standard error is a terminal that can move its cursor, wherever standard output
    /// goes.
    public static boolean live() {
        return isTerminal(ERR) && !"dumb".equals(System.getenv("TERM"));
    }

    /// For standard output, wherever standard input and standard error go.
    public static AnsiStyle paint() {
        return AnsiStyle.of(isTerminal(OUT));
    }

    @SuppressWarnings(
            "SystemConsoleNull") // the console of JDK 25 is null again where there is none
    private static boolean isTerminal(int descriptor) {
        if (!Files.isDirectory(DESCRIPTORS)) { // not Linux: the nearest that can be known
            var console = System.console();
            return console != null && console.isTerminal();
        }
        return descriptor(descriptor)
                .filter(file -> file.toString().matches("/dev/(pts/|tty|console).*"))
                .isPresent();
    }

    /// The file, pipe or socket behind a descriptor of this process; empty when it is closed or
    /// cannot be known.
    static Optional<Path> descriptor(int number) {
        try {
            return Optional.of(
                    Files.readSymbolicLink(DESCRIPTORS.resolve(Integer.toString(number))));
        } catch (IOException closed) {
            return Optional.empty();
        }
    }

    /// Columns for a report: what the launcher found out, within reason.
    public static int width() {
        return Math.clamp(columns(), NARROWEST, WIDEST);
    }

    /// Columns there are, as the launcher found out.
    public static int columns() {
        return columns(WIDTH_UNKNOWN);
    }

    /// @param unknown what to take where the launcher found no terminal
    public static int columns(int unknown) {
        var columns = System.getenv("COLUMNS");
        return columns != null && columns.matches("[1-9]\\d{0,4}")
                ? Integer.parseInt(columns)
                : unknown;
    }
}
