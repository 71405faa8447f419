package dev.loombench.cli.load;

import dev.loombench.analysis.validity.Causes;
import dev.loombench.analysis.validity.Finding.Severity;
import dev.loombench.report.FindingText;
import dev.loombench.report.json.FindingJson;
import java.util.List;
import java.util.Optional;

/// A reason why the figures of a load are invalid.
///
/// @param kind stable name in kebab case
record LoadProblem(String kind, FindingText text) {
    String message() {
        return text.message();
    }

    /// The problem among others that explains it; empty without one.
    Optional<LoadProblem> cause(List<LoadProblem> all) {
        return Causes.root(this, all, LoadProblem::kind, (_, _) -> true);
    }

    /// The kinds of those that it explains.
    List<String> consequences(List<LoadProblem> all) {
        return all.stream()
                .filter(p -> p.cause(all).filter(this::equals).isPresent())
                .map(LoadProblem::kind)
                .toList();
    }

    /// @param all of the same load
    FindingJson json(List<LoadProblem> all) {
        return FindingJson.of(Severity.INVALID, kind, cause(all).map(LoadProblem::kind), text);
    }
}
