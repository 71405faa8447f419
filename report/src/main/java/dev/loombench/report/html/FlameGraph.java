package dev.loombench.report.html;

import dev.loombench.analysis.profile.CallTree;
import dev.loombench.analysis.profile.CodeDifference;
import dev.loombench.analysis.profile.CodeProfile;
import dev.loombench.observe.result.ProfiledCost;
import dev.loombench.report.CodeText;
import dev.loombench.report.Format;
import java.util.ArrayList;
import java.util.Comparator;
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
/// @param frames depth, index of the name, cost, and cost in the first variant; the root first
/// @param marked name of a frame whose cost differs -> the difference with its interval
record FlameGraph(
        String title,
        String unit,
        boolean differential,
        List<List<Number>> frames,
        Map<String, String> marked) {

    /// The names of frames, which all graphs of a page share.
    static final class Names {
        private final Map<String, Integer> indexes = new LinkedHashMap<>();

        int index(String frame) {
            return indexes.computeIfAbsent(Format.plain(frame), _ -> indexes.size());
        }

        List<String> all() {
            return List.copyOf(indexes.keySet());
        }
    }

    /// The graph of a variant by itself.
    ///
    /// @param most frames; the narrowest are left out
    static FlameGraph of(CodeProfile profile, Names names, int most) {
        return of(CodeText.title(profile), profile, false, Map.of(), names, most);
    }

    /// The graph of its differences from the first variant.
    static FlameGraph of(
            CodeProfile profile,
            String first,
            Optional<CodeDifference> difference,
            Names names,
            int most) {
        var marked = new LinkedHashMap<String, String>();
        difference.ifPresent(d ->
                d.marked()
                        .forEach(frame ->
                                marked.put(
                                        Format.plain(frame.frame()),
                                        CodeText.signed(d.cost(), frame.difference().point())
                                                + " "
                                                + CodeText.ends(d.cost(), frame.difference()))));
        var title = "%s, compared with %s".formatted(CodeText.title(profile), Format.plain(first));
        return of(title, profile, true, marked, names, most);
    }

    private static FlameGraph of(
            String title,
            CodeProfile profile,
            boolean differential,
            Map<String, String> marked,
            Names names,
            int most) {
        var builder = new Builder(differential, names);
        builder.add(profile.tree(), 0, builder.narrowest(profile.tree(), most));
        return new FlameGraph(
                title,
                profile.cost() == ProfiledCost.CPU ? "ns" : "bytes",
                differential,
                builder.frames,
                marked);
    }

    private static final class Builder {
        private final boolean differential;
        private final Names names;
        private final List<List<Number>> frames = new ArrayList<>();

        Builder(boolean differential, Names names) {
            this.differential = differential;
            this.names = names;
        }

        private double width(CallTree tree) {
            return differential ? (tree.cost() + tree.first()) / 2 : tree.cost();
        }

        /// The width above which there are no more frames; 0 where all have space. No frame is
        /// wider than its caller, so that those which remain are a tree.
        double narrowest(CallTree tree, int most) {
            var widths = new ArrayList<Double>();
            addWidths(tree, widths);
            if (widths.size() <= most) {
                return 0;
            }
            widths.sort(Comparator.reverseOrder());
            return widths.get(most);
        }

        private void addWidths(CallTree tree, List<Double> widths) {
            widths.add(width(tree));
            tree.calls().forEach(called -> addWidths(called, widths));
        }

        /// @param narrowest frames of this width, and below, are left out
        void add(CallTree tree, int depth, double narrowest) {
            frames.add(
                    List.<Number>of(
                            depth,
                            names.index(tree.frame()),
                            Format.fiveDigits(tree.cost()),
                            Format.fiveDigits(tree.first())));
            for (var called : tree.calls()) {
                if (width(called) > narrowest) {
                    add(called, depth + 1, narrowest);
                }
            }
        }
    }
}
