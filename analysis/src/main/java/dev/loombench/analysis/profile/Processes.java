package dev.loombench.analysis.profile;

import dev.loombench.stats.PairedDifference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// The profiled processes of two variants, block by block: at `2 * i` that of the first variant in
/// block i, and at `2 * i + 1` that of the other.
///
/// Lists of weights have a value per process.
final class Processes {
    private final List<TrialProfile> profiles;
    private final double[] perWeight;

    private Processes(List<TrialProfile> profiles) {
        this.profiles = List.copyOf(profiles);
        perWeight = profiles.stream().mapToDouble(p -> p.cost(1)).toArray();
    }

    /// The blocks in which both were profiled by the same profiler.
    static Processes of(List<TrialProfile> trials, List<TrialProfile> first) {
        var paired = new ArrayList<TrialProfile>();
        for (var trial : trials) {
            first.stream()
                    .filter(f -> f.block() == trial.block() && f.profiler() == trial.profiler())
                    .findFirst()
                    .ifPresent(f -> paired.addAll(List.of(f, trial)));
        }
        return new Processes(paired);
    }

    int blocks() {
        return profiles.size() / 2;
    }

    List<TrialProfile> profiles() {
        return profiles;
    }

    /// The inclusive weights of each frame.
    Map<String, List<Long>> weights() {
        var all = new HashMap<String, long[]>();
        for (int i = 0; i < profiles.size(); i++) {
            int process = i;
            profiles.get(i)
                    .weights()
                    .forEach((frame, weight) ->
                            all.computeIfAbsent(frame, _ -> new long[profiles.size()])[process] =
                                    weight.inclusive());
        }
        var lists = new HashMap<String, List<Long>>();
        all.forEach((frame, weights) -> lists.put(frame, LongStream.of(weights).boxed().toList()));
        return lists;
    }

    /// The cost of a request, mean of all processes.
    double whole() {
        return profiles.stream().mapToDouble(TrialProfile::whole).average().orElse(0);
    }

    /// What weights cost per request, mean of all processes.
    double mean(List<Long> weights) {
        return (meanOfFirst(weights) + meanOfOther(weights)) / 2;
    }

    double meanOfFirst(List<Long> weights) {
        return mean(weights, 0);
    }

    double meanOfOther(List<Long> weights) {
        return mean(weights, 1);
    }

    private double mean(List<Long> weights, int variant) {
        return IntStream.range(0, blocks())
                .mapToDouble(i -> cost(weights, 2 * i + variant))
                .average()
                .orElse(0);
    }

    /// The difference of what weights cost per request.
    PairedDifference difference(List<Long> weights) {
        var first = new double[blocks()];
        var other = new double[blocks()];
        var sampling = new double[blocks()];
        for (int i = 0; i < blocks(); i++) {
            first[i] = cost(weights, 2 * i);
            other[i] = cost(weights, 2 * i + 1);
            sampling[i] = variance(weights, 2 * i) + variance(weights, 2 * i + 1);
        }
        return PairedDifference.of(other, first, sampling);
    }

    /// The difference of the cost of a request, which no sampling makes vary.
    PairedDifference wholeDifference() {
        var first = new double[blocks()];
        var other = new double[blocks()];
        for (int i = 0; i < blocks(); i++) {
            first[i] = profiles.get(2 * i).whole();
            other[i] = profiles.get(2 * i + 1).whole();
        }
        return PairedDifference.of(other, first, new double[blocks()]);
    }

    private double cost(List<Long> weights, int process) {
        return weights.get(process) * perWeight[process];
    }

    private double variance(List<Long> weights, int process) {
        return profiles.get(process).samplingVariance(weights.get(process));
    }
}
