package dev.loombench.report.html;

import dev.loombench.analysis.profile.CodeCosts;
import dev.loombench.export.PageTable;
import dev.loombench.report.CodeText;
import java.util.List;

/// Which code costs, on a page: sentences, flame graphs, and the most costly frames.
///
/// @param differences a sentence for each comparison
/// @param graphs titles of the flame graphs
/// @param data of the graphs, as JSON that is escaped for a script element
/// @param tables the most costly frames of each profile
public record CodeView(
        List<String> differences, List<String> graphs, String data, List<ProfileTable> tables) {
    public CodeView {
        differences = List.copyOf(differences);
        graphs = List.copyOf(graphs);
        tables = List.copyOf(tables);
    }

    /// @param basis how it was profiled
    public record ProfileTable(String title, String basis, PageTable frames) {}

    /// @param code empty where nothing was profiled
    public static CodeView of(CodeCosts code) {
        var graphs = FlameGraphs.of(code);
        return new CodeView(
                CodeText.differences(code, false),
                graphs.titles(),
                graphs.json(),
                code.profiles().stream()
                        .map(p ->
                                new ProfileTable(
                                        CodeText.title(p),
                                        CodeText.basis(p),
                                        CodeText.table(p, false)))
                        .toList());
    }

    public boolean isEmpty() {
        return tables.isEmpty();
    }
}
