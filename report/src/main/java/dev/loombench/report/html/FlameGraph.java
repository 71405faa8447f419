package dev.loombench.report.html;

import dev.loombench.analysis.profile.CallTree;
import dev.loombench.analysis.profile.CodeDifference;
import dev.loombench.analysis.profile.CodeProfile;
import dev.loombench.observe.result.ProfiledCost;
import dev.loombench.report.CodeText;
import dev.loombench.report.Format;
import dev.loombench.spec.text.RecordJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The data of a flame graph: a tree of calls in depth-first order, which the page's script draws.
///
/// @param title as in `CPU of virtual per request`
/// @param unit `ns` or `bytes`
/// @param differential whether a frame shows the difference from the first variant, and its width
///   the mean of both
/// @param names of the frames
/// @param frames depth, index of the name, cost, and cost in the first variant; the root first
/// @param marked name of a frame whose cost differs -> the difference with its interval
record FlameGraph(
        String title,
        String unit,
        boolean differential,
        List<String> names,
        List<List<Number>> frames,
        Map<String, String> marked) {

    /// The graph of a variant by itself.
    static FlameGraph of(CodeProfile profile) {
        return of(CodeText.title(profile), profile, false, Map.of());
    }

    /// The graph of its differences from the first variant.
    static FlameGraph of(CodeProfile profile, String first, Optional<CodeDifference> difference) {
        var marked = new LinkedHashMap<String, String>();
        difference.ifPresent(d ->
                d.marked()
                        .forEach(frame ->
                                marked.put(
                                        Format.plain(frame.frame()),
                                        CodeText.signed(d.cost(), frame.difference().point())
                                                + " "
                                                + CodeText.ends(d.cost(), frame.difference()))));
        return of(
                "%s, compared with %s".formatted(CodeText.title(profile), Format.plain(first)),
                profile,
                true,
                marked);
    }

    private static FlameGraph of(
            String title, CodeProfile profile, boolean differential, Map<String, String> marked) {
        var names = new LinkedHashMap<String, Integer>();
        var frames = new ArrayList<List<Number>>();
        add(profile.tree(), 0, differential, names, frames);
        return new FlameGraph(
                title,
                profile.cost() == ProfiledCost.CPU ? "ns" : "bytes",
                differential,
                List.copyOf(names.keySet()),
                frames,
                marked);
    }

    private static void add(
            CallTree tree,
            int depth,
            boolean differential,
            Map<String, Integer> names,
            List<List<Number>> frames) {
        if (!differential && tree.cost() == 0) {
            return; // only the first variant calls it
        }
        int name = names.computeIfAbsent(Format.plain(tree.frame()), _ -> names.size());
        frames.add(
                List.<Number>of(
                        depth,
                        name,
                        Format.fiveDigits(tree.cost()),
                        Format.fiveDigits(tree.first())));
        tree.calls().forEach(called -> add(called, depth + 1, differential, names, frames));
    }

    /// The graphs as JSON for a script element.
    static String json(List<FlameGraph> graphs) {
        return InlineAssets.json(RecordJson.line(graphs));
    }
}
