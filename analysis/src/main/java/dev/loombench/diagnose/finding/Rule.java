package dev.loombench.diagnose.finding;

import dev.loombench.finding.Kind;

/// A rule: the kind of its findings, and what only the documents say of it.
///
/// @param evidence that it needs, in Markdown
/// @param source of the limit, in Markdown; may be empty
public record Rule(Kind kind, String evidence, String source) {
    /// @param id of its findings, in kebab case: stable
    /// @param found what it finds, in Markdown, in words that need no explanation
    /// @param evidence that it needs, in Markdown
    /// @param limit from which on it finds something, in Markdown
    /// @param severity in the order of the limits, in Markdown
    /// @param source of the limit, in Markdown; may be empty
    public Rule(
            String id,
            String found,
            String evidence,
            String limit,
            String severity,
            String source) {
        this(new Kind(id, found, limit, severity), evidence, source);
    }

    /// The same of one known defect, whose findings have its id.
    public Rule withId(String other) {
        return new Rule(kind.withId(other), evidence, source);
    }
}
