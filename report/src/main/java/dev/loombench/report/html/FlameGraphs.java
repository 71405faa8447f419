package dev.loombench.report.html;

import dev.loombench.analysis.profile.CodeCosts;
import dev.loombench.analysis.profile.CodeProfile;
import dev.loombench.report.html.FlameGraph.Names;
import dev.loombench.text.RecordJson;
import java.util.ArrayList;
import java.util.List;

/// The data of all flame graphs of a page: those of differences first.
///
/// @param names of the frames of all graphs
record FlameGraphs(List<String> names, List<FlameGraph> graphs) {
    /// Frames of all graphs together: about half a megabyte.
    private static final int BUDGET = 20_000;

    static FlameGraphs of(CodeCosts code) {
        var compared =
                code.profiles().stream()
                        .filter(profile -> !first(code, profile).equals(profile.variant()))
                        .toList();
        int most = BUDGET / Math.max(1, compared.size() + code.profiles().size());
        var names = new Names();
        var graphs = new ArrayList<FlameGraph>();
        for (var profile : compared) {
            var difference = code.differenceOf(profile.variant(), profile.cost());
            graphs.add(FlameGraph.of(profile, first(code, profile), difference, names, most));
        }
        for (var profile : code.profiles()) {
            graphs.add(FlameGraph.of(profile, names, most));
        }
        return new FlameGraphs(names.all(), graphs);
    }

    /// The first variant with a profile of the same cost.
    private static String first(CodeCosts code, CodeProfile profile) {
        return code.profiles().stream()
                .filter(p -> p.cost() == profile.cost())
                .map(CodeProfile::variant)
                .findFirst()
                .orElse(profile.variant());
    }

    List<String> titles() {
        return graphs.stream().map(FlameGraph::title).toList();
    }

    /// JSON for a script element.
    String json() {
        return InlineAssets.json(RecordJson.line(this));
    }
}
