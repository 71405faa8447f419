package dev.loombench.launch;

import dev.loombench.launch.jdk.RefusedClasses;
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

    /// A process that did not start, or did not do its work, with the remedy for a known cause in
    /// its last lines.
    ///
    /// @param fault in words that follow its name
    static LaunchFailed of(String name, String fault, List<String> logTail) {
        var known = RefusedClasses.in(logTail).map(classes -> "; " + classes.message());
        return new LaunchFailed("%s %s%s".formatted(name, fault, known.orElse("")), logTail);
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
