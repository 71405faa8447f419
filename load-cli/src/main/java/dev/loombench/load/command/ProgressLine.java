package dev.loombench.load.command;

import static dev.loombench.text.Figures.counted;
import static dev.loombench.text.Figures.number;

import dev.loombench.load.api.Measurement;
import dev.loombench.load.api.Progress;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/// The progress of a load in one line of a terminal, once per second.
final class ProgressLine {
    private static final Duration SECOND = Duration.ofSeconds(1);

    /// Of this process on Linux; elsewhere the progress is not shown.
    private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

    private static final String CLEAR = "\r\033[K";

    private ProgressLine() {}

    /// Waits for the end of a load, and shows its progress where standard error is a terminal.
    static void follow(Measurement measurement, PrintWriter err) throws InterruptedException {
        if (!isTerminal()) {
            return;
        }
        var before = measurement.progress();
        while (!measurement.await(SECOND)) {
            var now = measurement.progress();
            err.print(CLEAR + text(before, now));
            err.flush();
            before = now;
        }
        err.print(CLEAR);
        err.flush();
    }

    static String text(Progress before, Progress now) {
        var phase = now.phase().name().toLowerCase(Locale.ROOT).replace('_', '-');
        return "%s %,d s: %s responses/s, %s, %s open"
                .formatted(
                        phase,
                        now.elapsed().toSeconds(),
                        number(now.throughputSince(before)),
                        counted(now.errors(), "error"),
                        counted(now.connections(), "connection"));
    }

    private static boolean isTerminal() {
        try {
            var file = Files.readSymbolicLink(STANDARD_ERROR).toString();
            return file.matches("/dev/(pts/|tty|console).*")
                    && !"dumb".equals(System.getenv("TERM"));
        } catch (IOException closed) {
            return false;
        }
    }
}
