package dev.loombench.analysis.profile;

import dev.loombench.observe.result.ProfiledStack;
import dev.loombench.stats.PairedDifference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// The frames that differ, reduced to those that explain the differences.
///
/// A frame that calls another one that differs has its difference too, and so has one that many
/// others call. Two rules, in this order:
///
/// 1. A frame that costs more than a marked caller, such as a method of a collection that is called
///    everywhere, is explained by its callers where its samples outside of all such callers do not
///    differ.
/// 2. Of the rest, a frame is explained by what it calls where its samples in which no other of
///    them is below it do not differ, and hold no more than half of its difference.
///
/// What remains is reported.
final class MarkedFrames {
    private static final double LARGEST_REMAINDER = 0.5;

    /// A frame is a caller of another one, or is called by it, in at least this share of the
    /// other's samples.
    private static final double RELATED_SHARE = 0.5;

    private final Processes processes;
    private final FrameDepths depths;
    private final List<FrameGroup> marked;
    private final double level;
    private final Map<String, Integer> groupOf = new HashMap<>();

    private MarkedFrames(
            Processes processes, FrameDepths depths, List<FrameGroup> marked, double level) {
        this.processes = processes;
        this.depths = depths;
        this.marked = List.copyOf(marked);
        this.level = level;
        for (int g = 0; g < marked.size(); g++) {
            for (var frame : marked.get(g).frames()) {
                groupOf.put(frame, g);
            }
        }
    }

    /// @param level of the intervals
    /// @return the largest difference first
    static List<FrameDifference> reported(
            Processes processes, FrameDepths depths, List<FrameGroup> marked, double level) {
        return new MarkedFrames(processes, depths, marked, level).reported();
    }

    private List<FrameDifference> reported() {
        var specific = unexplained(allGroups(), outsideOfCallers());
        var reported = unexplained(specific, withoutCalls(specific));
        var related = new Related(reported);
        eachStack((stack, _) -> related.add(stack));
        return reported.stream()
                .map(group -> difference(group, related))
                .sorted(
                        Comparator.comparingDouble(
                                (FrameDifference d) -> -Math.abs(d.difference().point())))
                .toList();
    }

    private Set<Integer> allGroups() {
        return new HashSet<>(IntStream.range(0, marked.size()).boxed().toList());
    }

    /// The groups whose difference the others do not explain.
    ///
    /// @param remainders weights of each group, by process, that the others do not have
    private Set<Integer> unexplained(Set<Integer> groups, long[][] remainders) {
        var left = new HashSet<Integer>();
        for (int group : groups) {
            var remainder = processes.difference(LongStream.of(remainders[group]).boxed().toList());
            if (!isSmall(remainder, marked.get(group).difference())) {
                left.add(group);
            }
        }
        return left;
    }

    private boolean isSmall(PairedDifference remainder, PairedDifference whole) {
        return remainder.interval(level).contains(0)
                && Math.abs(remainder.mean()) <= LARGEST_REMAINDER * Math.abs(whole.mean());
    }

    private interface StackUse {
        void of(ProfiledStack stack, int process);
    }

    private void eachStack(StackUse use) {
        for (int p = 0; p < processes.profiles().size(); p++) {
            for (var stack : processes.profiles().get(p).stacks()) {
                use.of(stack, p);
            }
        }
    }

    private int group(String frame) {
        return groupOf.getOrDefault(frame, -1);
    }

    /// Of each group the weights, by process, without a marked caller that costs less than it.
    private long[][] outsideOfCallers() {
        var costs = marked.stream().mapToDouble(g -> processes.mean(g.weights())).toArray();
        var outside = new long[marked.size()][processes.profiles().size()];
        eachStack((stack, process) -> {
            var inside = new HashMap<Integer, Boolean>(); // by the deepest frame of each group
            for (var frame : stack.frames()) {
                int group = group(frame);
                if (group >= 0) {
                    inside.put(
                            group, inside.keySet().stream().anyMatch(c -> costs[c] < costs[group]));
                }
            }
            inside.forEach((group, within) -> {
                if (!within) {
                    outside[group][process] += stack.weight();
                }
            });
        });
        return outside;
    }

    /// Of each group the weights, by process, in which it is the deepest of the groups.
    private long[][] withoutCalls(Set<Integer> groups) {
        var remainders = new long[marked.size()][processes.profiles().size()];
        eachStack((stack, process) -> {
            for (var frame : stack.frames().reversed()) {
                int group = group(frame);
                if (groups.contains(group)) {
                    remainders[group][process] += stack.weight();
                    return;
                }
            }
        });
        return remainders;
    }

    private FrameDifference difference(int group, Related related) {
        var own = marked.get(group);
        return new FrameDifference(
                own.deepest(),
                related.callers(group),
                related.calls(group),
                processes.meanOfFirst(own.weights()),
                processes.meanOfOther(own.weights()),
                own.difference().interval(level));
    }

    /// The marked frames above and below those that are reported, which these explain.
    private final class Related {
        private final Set<Integer> reported;
        private final Map<Integer, Map<String, Long>> above = new HashMap<>();
        private final Map<Integer, Map<String, Long>> below = new HashMap<>();

        Related(Set<Integer> reported) {
            this.reported = reported;
        }

        void add(ProfiledStack stack) {
            var frames = stack.frames();
            for (int group : reported) {
                int at = frames.indexOf(marked.get(group).deepest());
                if (at >= 0) {
                    add(above, group, frames.subList(0, at), stack.weight());
                    add(below, group, frames.subList(at + 1, frames.size()), stack.weight());
                }
            }
        }

        private void add(
                Map<Integer, Map<String, Long>> weights,
                int group,
                List<String> frames,
                long weight) {
            for (var frame : new HashSet<>(frames)) {
                int other = group(frame);
                if (other == group || (other >= 0 && !reported.contains(other))) {
                    weights.computeIfAbsent(group, _ -> new HashMap<>())
                            .merge(frame, weight, Long::sum);
                }
            }
        }

        /// The nearest first.
        List<String> callers(int group) {
            return of(above, group, Comparator.comparingDouble(f -> -depths.of(f)));
        }

        /// The nearest first.
        List<String> calls(int group) {
            return of(below, group, Comparator.comparingDouble(f -> depths.of(f)));
        }

        private List<String> of(
                Map<Integer, Map<String, Long>> weights, int group, Comparator<String> order) {
            long samples = marked.get(group).weights().stream().mapToLong(Long::longValue).sum();
            var related = new ArrayList<String>();
            weights.getOrDefault(group, Map.of())
                    .forEach((frame, weight) -> {
                        if (weight >= RELATED_SHARE * samples) {
                            related.add(frame);
                        }
                    });
            related.sort(order);
            return related;
        }
    }
}
