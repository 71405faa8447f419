package dev.loombench.agent;

import dev.loombench.result.store.ResultJson;
import java.util.List;
import tools.jackson.core.JacksonException;

/// A call of the server role that failed on the agent.
public final class CallFailed extends Exception {
    private static final long serialVersionUID = 1L;

    private final Cause cause;
    private final transient List<String> logTail;

    /// Why a call failed.
    public enum Cause {
        /// The user can fix it.
        USAGE,
        /// A server did not start.
        LAUNCH,
        /// The server's process has ended.
        ENDED,
        /// A defect of the agent.
        DEFECT
    }

    private record Document(Cause cause, String message, List<String> logTail) {}

    /// @param logTail the last lines of a server that did not start
    public CallFailed(Cause cause, String message, List<String> logTail) {
        super(message);
        this.cause = cause;
        this.logTail = List.copyOf(logTail);
    }

    public CallFailed(Cause cause, String message) {
        this(cause, message, List.of());
    }

    /// From its text.
    static CallFailed parse(String text) {
        try {
            var document = ResultJson.MAPPER.readValue(text, Document.class);
            return new CallFailed(document.cause(), document.message(), document.logTail());
        } catch (JacksonException e) {
            return new CallFailed(
                    Cause.DEFECT, "the agent sent no reason: " + e.getOriginalMessage());
        }
    }

    String text() {
        return ResultJson.MAPPER.writeValueAsString(new Document(cause, getMessage(), logTail));
    }

    public Cause cause() {
        return cause;
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }

    public List<String> logTail() {
        return logTail;
    }
}
