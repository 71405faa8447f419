package dev.loombench.spec;

/// A wrong value or file that the user can mend; the command line answers with exit code 2.
///
/// The message says what was met and what was due.
public final class SpecError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public SpecError(String message) {
        super(message);
    }
}
