package dev.loombench.agent.wire;

/// Bytes that are no frame of this session.
public final class MalformedFrame extends Exception {
    private static final long serialVersionUID = 1L;

    public MalformedFrame(String message) {
        super(message);
    }

    MalformedFrame(String message, Throwable cause) {
        super(message, cause);
    }
}
