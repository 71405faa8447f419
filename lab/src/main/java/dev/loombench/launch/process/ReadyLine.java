package dev.loombench.launch.process;

import java.util.Optional;
import java.util.regex.Pattern;

/// The line `READY port=N`, which a server prints once it accepts connections.
final class ReadyLine {
    private static final Pattern FORM = Pattern.compile("READY port=(\\d{1,5})\\s*");

    private ReadyLine() {}

    /// Parses a line; empty when it is not a `READY` line.
    static Optional<Startup> in(String line) {
        if (!line.startsWith("READY")) {
            return Optional.empty();
        }
        var form = FORM.matcher(line);
        int port = form.matches() ? Integer.parseInt(form.group(1)) : 0;
        return Optional.of(
                port > 0 && port <= 65_535
                        ? new Startup.Ready(port)
                        : new Startup.MalformedReady(line));
    }
}
