package dev.loombench.text;

import java.util.Objects;

/// A wrong value or file that the user can fix; the command line exits with code 2.
///
/// The message states what was found and what was expected. It may have several lines, and contains
/// no other control characters, whatever the file contains.
public final class WrongInput extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public WrongInput(String message) {
        super(TextSanitizer.lines(message));
    }

    @Override
    public String getMessage() {
        return Objects.requireNonNull(super.getMessage());
    }
}
