package dev.loombench.cli.console;

import dev.loombench.report.Format;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Opens a page in the user's browser, where there is a desktop.
public final class BrowserLauncher {
    private BrowserLauncher() {}

    /// Opens a page and prints its path.
    public static void open(Path page, PrintWriter out) {
        var file = page.toAbsolutePath().normalize();
        var shown = Format.plain(file.toString());
        out.println(open(file) ? "opened " + shown : shown);
        out.flush();
    }

    /// Starts the desktop's opener, without a shell, and does not wait for it.
    ///
    /// @return whether an opener was started
    private static boolean open(Path page) {
        var opener = opener(System.getProperty("os.name"), System.getenv());
        if (opener.isEmpty()) {
            return false;
        }
        var command = new ProcessBuilder(opener.get(), page.toUri().toString());
        command.redirectOutput(ProcessBuilder.Redirect.DISCARD);
        command.redirectError(ProcessBuilder.Redirect.DISCARD);
        try {
            command.start();
            return true;
        } catch (IOException absent) {
            return false; // a desktop without an opener counts as none
        }
    }

    /// @param system as in `os.name`
    /// @return the program that opens files; empty without a display
    static Optional<String> opener(String system, Map<String, String> environment) {
        if (system.startsWith("Mac")) {
            return Optional.of("open");
        }
        boolean hasDisplay =
                List.of("DISPLAY", "WAYLAND_DISPLAY").stream()
                        .anyMatch(d -> !environment.getOrDefault(d, "").isEmpty());
        return hasDisplay ? Optional.of("xdg-open") : Optional.empty();
    }
}
