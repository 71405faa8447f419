package dev.loombench.launch;

import dev.loombench.experiment.variant.LaunchConfiguration;
import java.util.List;

/// A server that did not start correctly: the trial fails, and the run continues.
///
/// The message says what was found and what was expected.
public final class LaunchFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String message;

    @SuppressWarnings("serial") // always an immutable list, which is serializable
    private final List<String> logTail;

    LaunchFailed(String message) {
        this(message, List.of());
    }

    public LaunchFailed(String message, List<String> logTail) {
        super(message);
        this.message = message;
        this.logTail = List.copyOf(logTail);
    }

    /// A service that did not become ready.
    ///
    /// @param fault in words that follow its name
    static LaunchFailed of(LaunchConfiguration launched, String fault, List<String> logTail) {
        return new LaunchFailed(
                "%s %s%s".formatted(launched.name(), fault, hint(logTail)), logTail);
    }

    /// The remedy for a known cause in the last lines.
    private static String hint(List<String> logTail) {
        return logTail.stream().anyMatch(line -> line.contains("UnsupportedClassVersionError"))
                ? "; its classes need a newer JDK: set jdk (--jdk)"
                : "";
    }

    @Override
    public String getMessage() {
        return message;
    }

    /// The server's last lines, without control characters; empty when it never ran.
    public List<String> logTail() {
        return logTail;
    }
}
