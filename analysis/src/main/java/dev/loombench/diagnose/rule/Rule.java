package dev.loombench.diagnose.rule;

/// A rule, as its findings and the documents know it.
///
/// @param id of its findings, in kebab case: stable
/// @param found what it finds, in Markdown, in words that need no explanation
/// @param evidence that it needs, in Markdown
/// @param limit from which on it finds something, in Markdown
/// @param severity in the order of the limits, in Markdown
/// @param source of the limit, in Markdown; may be empty
record Rule(
        String id, String found, String evidence, String limit, String severity, String source) {
    /// The same of one known defect, whose findings have its id.
    Rule withId(String other) {
        return new Rule(other, found, evidence, limit, severity, source);
    }
}
