package dev.loombench.report.html;

import dev.loombench.analysis.profile.CodeCosts;
import dev.loombench.analysis.profile.CodeProfile;
import dev.loombench.report.CodeText;
import dev.loombench.report.PageTable;
import java.util.ArrayList;
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
        var graphs = new ArrayList<FlameGraph>();
        for (var profile : code.profiles()) {
            var first = first(code, profile);
            if (!first.equals(profile.variant())) {
                var difference = code.differenceOf(profile.variant(), profile.cost());
                graphs.add(FlameGraph.of(profile, first, difference));
            }
        }
        code.profiles().forEach(profile -> graphs.add(FlameGraph.of(profile)));
        return new CodeView(
                CodeText.differences(code, false),
                graphs.stream().map(FlameGraph::title).toList(),
                FlameGraph.json(graphs),
                code.profiles().stream()
                        .map(p ->
                                new ProfileTable(
                                        CodeText.title(p),
                                        CodeText.basis(p),
                                        CodeText.table(p, false)))
                        .toList());
    }

    /// The first variant with a profile of the same cost.
    private static String first(CodeCosts code, CodeProfile profile) {
        return code.profiles().stream()
                .filter(p -> p.cost() == profile.cost())
                .map(CodeProfile::variant)
                .findFirst()
                .orElse(profile.variant());
    }

    public boolean isEmpty() {
        return tables.isEmpty();
    }
}
