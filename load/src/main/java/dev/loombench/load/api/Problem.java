package dev.loombench.load.api;

import dev.loombench.finding.Finding;
import dev.loombench.finding.Severity;

/// A reason why the figures of a load are invalid, or a note on what valid ones hide: a record of
/// its figures.
///
/// Its kind, the names of its figures and its limit are those of the finding that the same load has
/// in the results of `loombench load`: each record holds its kind, its check and its words, and the
/// finding adds what it is about, its impact and its remedy.
public sealed interface Problem extends Finding
        permits ResponseProblem, UnansweredProblem, ShortfallProblem, GeneratorProblem {
    /// Whether the figures are invalid; else it is a note.
    default boolean isInvalid() {
        return severity() == Severity.INVALID;
    }
}
