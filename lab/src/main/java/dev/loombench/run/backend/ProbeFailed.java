package dev.loombench.run.backend;

/// The request of an agent before its load failed; the message names the agent.
public final class ProbeFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ProbeFailed(String message) {
        super(message);
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
