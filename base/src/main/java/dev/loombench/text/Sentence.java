package dev.loombench.text;

import java.util.Locale;

/// A clause of a message as a sentence.
public final class Sentence {
    private Sentence() {}

    /// With a capital letter and a full stop.
    ///
    /// @param clause not empty
    public static String of(String clause) {
        return clause.substring(0, 1).toUpperCase(Locale.ROOT)
                + clause.substring(1)
                + (clause.endsWith(".") ? "" : ".");
    }
}
