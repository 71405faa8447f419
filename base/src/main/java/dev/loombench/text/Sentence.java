package dev.loombench.text;

import java.util.List;
import java.util.Locale;

/// The sentences of messages: a clause as one, several words within one.
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

    /// `A`, `A or B`, `A, B or C`.
    ///
    /// @param words at least one
    /// @param conjunction before the last
    public static String listed(List<String> words, String conjunction) {
        int last = words.size() - 1;
        return last == 0
                ? words.getFirst()
                : "%s %s %s"
                        .formatted(
                                String.join(", ", words.subList(0, last)),
                                conjunction,
                                words.get(last));
    }
}
