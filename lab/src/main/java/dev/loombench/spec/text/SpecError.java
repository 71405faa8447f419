package dev.loombench.spec.text;

import java.util.Objects;

/// A wrong value or file that the user can mend; the command line answers with exit code 2.
///
/// The message says what was met and what was due. It may have several lines, and holds no other
/// control characters, whatever the file held.
public final class SpecError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public SpecError(String message) {
        super(TextSanitizer.lines(message));
    }

    @Override
    public String getMessage() {
        return Objects.requireNonNull(super.getMessage());
    }
}
