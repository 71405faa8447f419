package dev.loombench.analysis.profile;

import dev.loombench.stats.PairedDifference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;

/// Frames that occur in the same samples of every process, as a method and its only caller do: one
/// hypothesis.
///
/// @param frames the deepest first
/// @param weights of each process
/// @param difference of their cost
record FrameGroup(List<String> frames, List<Long> weights, PairedDifference difference) {
    FrameGroup {
        frames = List.copyOf(frames);
        weights = List.copyOf(weights);
    }

    /// The weights of a frame, and its mean number of callers.
    private record Candidate(String frame, List<Long> weights, double depth) {}

    /// @param smallestShare of the cost of a request; frames below it in the mean of both variants
    ///   are left out
    static List<FrameGroup> of(Processes processes, FrameDepths depths, double smallestShare) {
        double smallest = smallestShare * processes.whole();
        var groups = new LinkedHashMap<List<Long>, List<Candidate>>();
        processes.weights().entrySet().stream()
                .filter(e -> processes.mean(e.getValue()) >= smallest)
                .map(e -> new Candidate(e.getKey(), e.getValue(), depths.of(e.getKey())))
                .sorted(
                        Comparator.comparingDouble(Candidate::depth)
                                .reversed()
                                .thenComparing(Candidate::frame))
                .forEach(candidate ->
                        groups.computeIfAbsent(candidate.weights(), _ -> new ArrayList<>())
                                .add(candidate));
        return groups.values().stream().map(same -> of(processes, same)).toList();
    }

    private static FrameGroup of(Processes processes, List<Candidate> same) {
        var weights = same.getFirst().weights();
        return new FrameGroup(
                same.stream().map(Candidate::frame).toList(),
                weights,
                processes.difference(weights));
    }

    String deepest() {
        return frames.getFirst();
    }
}
