package dev.loombench.agent.wire;

/// Bytes that are no frame, or a frame that has no place in a session.
public final class MalformedFrame extends Exception {
    private static final long serialVersionUID = 1L;

    public MalformedFrame(String message) {
        super(message);
    }

    MalformedFrame(String message, Throwable cause) {
        super(message, cause);
    }
}
