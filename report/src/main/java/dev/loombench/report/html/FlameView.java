package dev.loombench.report.html;

import dev.loombench.analysis.profile.CodeCosts;
import dev.loombench.export.Outline.Drawing;
import java.util.List;

/// Flame graphs of the code that costs.
///
/// @param graphs their titles
/// @param data of the graphs, as JSON that is escaped for a script element
public record FlameView(List<String> graphs, String data) implements Drawing {
    public FlameView {
        graphs = List.copyOf(graphs);
    }

    /// @param code with a profile at least
    public static FlameView of(CodeCosts code) {
        var graphs = FlameGraphs.of(code);
        return new FlameView(graphs.titles(), graphs.json());
    }
}
