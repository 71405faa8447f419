package dev.loombench.run.backend;

/// The controller has lost an agent; the message names it.
public final class AgentLost extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public AgentLost(String message) {
        super(message);
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
