package dev.loombench.analysis.finding;

import dev.loombench.text.Sentence;
import java.util.List;

/// A finding, in words; names of variants and texts from files are untrusted.
///
/// @param message what was found, with figures
/// @param impact the effect on the result
/// @param remedy what the user can do about it
public record FindingText(String message, String impact, String remedy) {

    /// The same of a subject: `pool: the load generator was busy 95 % of the time`.
    public FindingText about(String subject) {
        return withMessage("%s: %s".formatted(subject, message));
    }

    /// The same of several subjects, in parentheses; unchanged without any.
    public FindingText about(List<String> subjects) {
        return subjects.isEmpty()
                ? this
                : withMessage("%s (%s)".formatted(message, String.join(", ", subjects)));
    }

    public FindingText withMessage(String other) {
        return new FindingText(other, impact, remedy);
    }

    public FindingText withRemedy(String other) {
        return new FindingText(message, impact, other);
    }

    /// `IMPACT. Remedy: REMEDY.`
    public String advice() {
        return "%s. Remedy: %s.".formatted(impact, remedy);
    }

    /// The finding in sentences; a remedy begins with a capital letter only here.
    public String sentences() {
        return "%s: %s. %s".formatted(message, impact, Sentence.of(remedy));
    }
}
