package dev.loombench.observe.jvm;

import java.io.IOException;

/// Thrown when the agent in a JVM does not know a request: a JVM that an earlier version has
/// inspected keeps the classes of its agent until it ends.
public final class OlderAgentException extends IOException {
    private static final long serialVersionUID = 1L;

    OlderAgentException(String request) {
        super(
                "this JVM holds an agent of an earlier version, which does not know the request \"%s\"; restart the JVM, or inspect a file of jcmd PID Thread.print"
                        .formatted(request));
    }
}
