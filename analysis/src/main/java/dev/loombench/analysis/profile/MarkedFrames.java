package dev.loombench.analysis.profile;

import dev.loombench.observe.result.ProfiledStack;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// The frames that differ, reduced to the deepest ones that explain the differences.
///
/// A frame that calls another one that differs has its difference too. What is left of a frame's
/// difference are the samples in which no other marked frame is below it. Where these do not differ,
/// and hold no more than half of its difference, the frame is a caller of those that explain it, and
/// is not reported by itself.
final class MarkedFrames {
    private static final double LARGEST_REMAINDER = 0.5;

    /// A frame is a caller of another one in at least this share of the other's samples.
    private static final double CALLER_SHARE = 0.5;

    private final Processes processes;
    private final FrameDepths depths;
    private final List<FrameGroup> marked;
    private final double level;
    private final Map<String, Integer> groupOf = new HashMap<>();

    /// Weights of each process in which a group is the deepest marked one.
    private final long[][] remainders;

    /// Weight of the samples of a group in which another one is above it: `[of][above]`.
    private final double[][] above;

    private MarkedFrames(
            Processes processes, FrameDepths depths, List<FrameGroup> marked, double level) {
        this.processes = processes;
        this.depths = depths;
        this.marked = List.copyOf(marked);
        this.level = level;
        remainders = new long[marked.size()][processes.profiles().size()];
        above = new double[marked.size()][marked.size()];
        for (int g = 0; g < marked.size(); g++) {
            for (var frame : marked.get(g).frames()) {
                groupOf.put(frame, g);
            }
        }
        for (int p = 0; p < processes.profiles().size(); p++) {
            for (var stack : processes.profiles().get(p).stacks()) {
                add(stack, p);
            }
        }
    }

    /// @param level of the intervals
    /// @return the largest difference first
    static List<FrameDifference> reported(
            Processes processes, FrameDepths depths, List<FrameGroup> marked, double level) {
        return new MarkedFrames(processes, depths, marked, level).reported();
    }

    private void add(ProfiledStack stack, int process) {
        var callers = new HashSet<Integer>();
        int deepest = -1;
        for (var frame : stack.frames()) {
            int group = groupOf.getOrDefault(frame, -1);
            if (group >= 0) {
                if (!callers.contains(group)) {
                    for (int caller : callers) {
                        above[group][caller] += stack.weight();
                    }
                    callers.add(group);
                }
                deepest = group;
            }
        }
        if (deepest >= 0) {
            remainders[deepest][process] += stack.weight();
        }
    }

    private List<FrameDifference> reported() {
        var explained =
                IntStream.range(0, marked.size()).filter(this::isExplained).boxed().toList();
        var reported = new ArrayList<FrameDifference>();
        for (int g = 0; g < marked.size(); g++) {
            if (!explained.contains(g)) {
                reported.add(difference(g, explained));
            }
        }
        reported.sort(
                Comparator.comparingDouble(
                        (FrameDifference d) -> -Math.abs(d.difference().point())));
        return reported;
    }

    private boolean isExplained(int group) {
        var remainder = processes.difference(LongStream.of(remainders[group]).boxed().toList());
        return remainder.interval(level).contains(0)
                && Math.abs(remainder.mean())
                        <= LARGEST_REMAINDER * Math.abs(marked.get(group).difference().mean());
    }

    private FrameDifference difference(int group, List<Integer> explained) {
        var own = marked.get(group);
        double samples = own.weights().stream().mapToLong(Long::longValue).sum();
        var around =
                explained.stream()
                        .filter(e -> above[group][e] >= CALLER_SHARE * samples)
                        .map(e -> marked.get(e).deepest());
        var callers =
                Stream.concat(own.frames().stream().skip(1), around)
                        .sorted(Comparator.comparingDouble((String f) -> -depths.of(f)))
                        .toList();
        return new FrameDifference(
                own.deepest(),
                callers,
                processes.meanOfFirst(own.weights()),
                processes.meanOfOther(own.weights()),
                own.difference().interval(level));
    }
}
