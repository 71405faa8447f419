package dev.loombench.analysis.profile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A frame in a tree of calls, with those that it calls.
///
/// @param frame as in `com.shop.Cart.total`; that of the root is empty
/// @param cost mean of the trials of the variant, in the unit of the profile: ns or bytes
/// @param first the same of the first variant; 0 where the variant is the first
/// @param calls the most costly first
public record CallTree(String frame, double cost, double first, List<CallTree> calls) {
    /// Smaller parts of the whole are left out.
    private static final double SMALLEST_SHARE = 0.001;

    /// Deeper frames are left out, which recursion without an end may have.
    private static final int DEEPEST = 400;

    public CallTree {
        calls = List.copyOf(calls);
    }

    /// @param trials of the variant, at least one
    /// @param first those of the first variant; none where the variant is the first
    static CallTree of(List<TrialProfile> trials, List<TrialProfile> first) {
        var root = new Node();
        trials.forEach(trial -> root.add(trial, trials.size(), 1, 0));
        first.forEach(trial -> root.add(trial, first.size(), 0, 1));
        return root.tree("", SMALLEST_SHARE * Math.max(root.cost, root.first));
    }

    /// A tree while stacks are added.
    private static final class Node {
        private double cost;
        private double first;
        private final Map<String, Node> calls = new LinkedHashMap<>();

        void add(TrialProfile trial, int trials, int own, int ofFirst) {
            double perWeight = trial.cost(1) / trials;
            for (var stack : trial.stacks()) {
                double added = stack.weight() * perWeight;
                var node = this;
                node.add(added * own, added * ofFirst);
                for (var frame : stack.frames().stream().limit(DEEPEST).toList()) {
                    node = node.calls.computeIfAbsent(frame, _ -> new Node());
                    node.add(added * own, added * ofFirst);
                }
            }
        }

        private void add(double own, double ofFirst) {
            cost += own;
            first += ofFirst;
        }

        CallTree tree(String frame, double smallest) {
            var kept = new ArrayList<CallTree>();
            calls.forEach((called, node) -> {
                if (Math.max(node.cost, node.first) >= smallest) {
                    kept.add(node.tree(called, smallest));
                }
            });
            kept.sort(Comparator.comparingDouble((CallTree t) -> t.cost + t.first).reversed());
            return new CallTree(frame, cost, first, kept);
        }
    }
}
