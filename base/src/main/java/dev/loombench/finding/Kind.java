package dev.loombench.finding;

import java.util.Arrays;

/// A kind of findings, as the documents and all forms of output know it.
///
/// @param id its name in files, in kebab case: stable
/// @param name what is found, in half a line and in Markdown: `requests sent late`
/// @param rule when it is found, with its limits, in Markdown
/// @param severity in the order of the limits, in Markdown: `note; invalid`
public record Kind(String id, String name, String rule, String severity) {
    /// A kind whose name is its id, in words.
    public Kind(String id, String rule, String severity) {
        this(id, id.replace('-', ' '), rule, severity);
    }

    /// The same with another id, as of one known defect.
    public Kind withId(String other) {
        return new Kind(other, name, rule, severity);
    }

    /// The same where several loads are judged together, or more of one is known.
    ///
    /// @param more that follows the rule: `; in some trials`
    /// @param severities in the order of all limits
    public Kind with(String more, String severities) {
        return new Kind(id, name, rule + more, severities);
    }

    /// The severity of all its findings.
    ///
    /// @throws IllegalStateException where they have several, so that a finding must choose
    public Severity onlySeverity() {
        return Arrays.stream(Severity.values())
                .filter(one -> one.label().equals(severity))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("%s: %s".formatted(id, severity)));
    }

    /// The [#id].
    @Override
    public String toString() {
        return id;
    }
}
