package dev.loombench.cli.console;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Opens a page in the user's browser, where there is a desktop.
public final class BrowserLauncher {
    private BrowserLauncher() {}

    /// Starts the desktop's own opener, without a shell, and does not wait for it.
    ///
    /// @return whether there was one to start
    public static boolean open(Path page) {
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
            return false; // a desktop without an opener is none to us
        }
    }

    /// @param system as in `os.name`
    /// @return the program that opens files; empty where nobody could see them
    static Optional<String> opener(String system, Map<String, String> environment) {
        if (system.startsWith("Mac")) {
            return Optional.of("open");
        }
        boolean seen =
                List.of("DISPLAY", "WAYLAND_DISPLAY").stream()
                        .anyMatch(d -> !environment.getOrDefault(d, "").isEmpty());
        return seen ? Optional.of("xdg-open") : Optional.empty();
    }
}
