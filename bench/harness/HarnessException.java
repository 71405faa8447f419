package harness;

/// A failure of a generator or of its responder. The comparison goes on without that generator.
final class HarnessException extends RuntimeException {
    private static final long serialVersionUID = 1;

    HarnessException(String message) {
        super(message);
    }
}
