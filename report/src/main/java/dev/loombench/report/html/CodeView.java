package dev.loombench.report.html;

import dev.loombench.analysis.profile.CodeCosts;
import dev.loombench.export.Outline.Folded;
import dev.loombench.report.CodeText;
import java.util.List;

/// Which code costs, on a page: sentences, flame graphs, and the most costly frames.
///
/// @param differences a sentence for each comparison
/// @param tables the most costly frames of each profile
public record CodeView(List<String> differences, FlameView flame, List<Folded> tables) {
    public CodeView {
        differences = List.copyOf(differences);
        tables = List.copyOf(tables);
    }

    /// @param code empty where nothing was profiled
    public static CodeView of(CodeCosts code) {
        return new CodeView(
                CodeText.differences(code, false), FlameView.of(code), CodeText.tables(code));
    }

    public boolean isEmpty() {
        return tables.isEmpty();
    }
}
