package dev.loombench.cli.load;

import dev.loombench.analysis.validity.Finding.Severity;
import dev.loombench.report.FindingText;
import dev.loombench.report.json.FindingJson;

/// A reason why the figures of a load are invalid.
///
/// @param kind stable name in kebab case
record LoadProblem(String kind, FindingText text) {
    String message() {
        return text.message();
    }

    FindingJson json() {
        return FindingJson.of(Severity.INVALID, kind, text);
    }
}
