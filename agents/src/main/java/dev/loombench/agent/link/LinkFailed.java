package dev.loombench.agent.link;

/// A connection could not be made; the message states why and what to do.
public final class LinkFailed extends Exception {
    private static final long serialVersionUID = 1L;

    public LinkFailed(String message) {
        super(message);
    }

    LinkFailed(String message, Throwable cause) {
        super(message, cause);
    }
}
