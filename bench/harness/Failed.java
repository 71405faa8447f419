package harness;

/// A generator or the responder did not do its part: what was met. The comparison goes on without
/// it.
final class Failed extends RuntimeException {
    private static final long serialVersionUID = 1;

    Failed(String message) {
        super(message);
    }
}
