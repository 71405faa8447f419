package dev.loombench.diagnose.finding;

import dev.loombench.finding.Kind;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.stream.Stream;

/// A rule: the kind of its findings, and what only the documents say of it.
///
/// @param evidence that it needs, in Markdown
/// @param source of the limit, in Markdown; may be empty
/// @param figures all that its findings may have
public record Rule(Kind kind, String evidence, String source, Class<? extends Record> figures) {
    /// @param id of its findings, in kebab case: stable
    /// @param found what it finds, in Markdown, in words that need no explanation
    /// @param evidence that it needs, in Markdown
    /// @param limit from which on it finds something, in Markdown
    /// @param severity in the order of the limits, in Markdown
    /// @param source of the limit, in Markdown; may be empty
    /// @param figures all that its findings may have
    public Rule(
            String id,
            String found,
            String evidence,
            String limit,
            String severity,
            String source,
            Class<? extends Record> figures) {
        this(new Kind(id, found, limit, severity), evidence, source, figures);
    }

    /// The names of its figures in files.
    public List<String> figureNames() {
        return names(figures);
    }

    /// Whether a record has no other figures.
    boolean covers(Record others) {
        return figureNames().containsAll(names(others.getClass()));
    }

    private static List<String> names(Class<? extends Record> type) {
        return Stream.of(type.getRecordComponents()).map(RecordComponent::getName).toList();
    }

    /// The same of one known defect, whose findings have its id.
    public Rule withId(String other) {
        return new Rule(kind.withId(other), evidence, source, figures);
    }
}
