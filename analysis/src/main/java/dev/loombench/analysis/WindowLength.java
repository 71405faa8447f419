package dev.loombench.analysis;

import static dev.loombench.result.Interleaving.MIN_SETTLING;
import static dev.loombench.result.Interleaving.MIN_SLICE;
import static dev.loombench.result.Interleaving.RESPONSE_TIMES_PER_SLICE;

import dev.loombench.analysis.trial.WindowPart;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.TrialMode;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.load.result.RecordedValues;
import dev.loombench.result.RunManifest;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialResult;
import dev.loombench.stats.Descriptive;
import dev.loombench.stats.NestedVariance;
import dev.loombench.traffic.LoadModel;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/// The length of the window at which runs of an experiment are most precise for their time, by the
/// [variance][NestedVariance] between the blocks of a run and within their windows.
///
/// Of several variants, those whose ratio to the first varies the most between blocks decide.
///
/// @param betweenBlocks standard deviation of the blocks' true log ratios
/// @param withinBlocks standard deviation of the log ratios of parts of about a second
/// @param seconds of the window of this run
/// @param bestSeconds where the time for a given precision is shortest, between 1 s and 2 min
/// @param timeShare that time, as a share of the time with the present window
/// @param worthIt whether a fifth of the time or more is saved at both ends of an 80 % interval of
///   the variance between blocks
public record WindowLength(
        double betweenBlocks,
        double withinBlocks,
        double seconds,
        double bestSeconds,
        double timeShare,
        boolean worthIt) {
    /// With fewer blocks, their variance is known too badly.
    private static final int MIN_BLOCKS = 5;

    private static final int MIN_PARTS = 4;
    private static final double MIN_SECONDS = 1;
    private static final double MAX_SECONDS = 120;
    private static final double LEVEL = 0.8;
    private static final double WORTH_IT = 0.8;

    /// A spread of logarithms that is none, as of figures which agree exactly.
    private static final double NO_SPREAD = 1e-9;

    /// Empty with fewer than five complete blocks, windows below 4 s, a load that changes, or a
    /// metric that has no value within parts of a window, or the same in all, as the throughput at
    /// a constant rate.
    static Optional<WindowLength> of(RunManifest manifest, List<TrialResult> results) {
        var experiment = manifest.experiment();
        if (!(experiment.load() instanceof LoadModel load) || !load.length().isZero()) {
            return Optional.empty();
        }
        var blocks = blocks(results, experiment.variants());
        if (blocks.size() < MIN_BLOCKS) {
            return Optional.empty();
        }
        double seconds = completed(blocks.getFirst().getFirst()).window().seconds();
        int parts = (int) Math.round(seconds);
        if (parts < MIN_PARTS) {
            return Optional.empty();
        }
        double part = seconds / parts * blocks.getFirst().size() * overhead(manifest, blocks);
        double block = secondsPerBlock(blocks) - parts * part;
        return variance(experiment.metric(), blocks, parts)
                .filter(v -> block > 0 && v.within() + v.between() > NO_SPREAD * NO_SPREAD)
                .map(v -> of(v, seconds, block, part));
    }

    private static WindowLength of(
            NestedVariance variance, double seconds, double block, double part) {
        double perPart = seconds / variance.parts();
        double between = variance.between();
        double best = bestParts(variance, between, block, part, perPart);
        var interval = variance.between(LEVEL);
        boolean worthIt =
                variance.timeShare(interval.low(), best, block, part) <= WORTH_IT
                        && variance.timeShare(interval.high(), best, block, part) <= WORTH_IT;
        return new WindowLength(
                Math.sqrt(between),
                Math.sqrt(variance.within()),
                seconds,
                best * perPart,
                variance.timeShare(between, best, block, part),
                worthIt);
    }

    private static double bestParts(
            NestedVariance variance, double between, double block, double part, double perPart) {
        return Math.clamp(
                variance.bestParts(between, block, part),
                MIN_SECONDS / perPart,
                MAX_SECONDS / perPart);
    }

    /// The completed trials of each complete block, in the order of the variants.
    private static List<List<TrialResult>> blocks(
            List<TrialResult> results, List<Variant> variants) {
        var byBlock = new TreeMap<Integer, Map<String, TrialResult>>();
        results.stream()
                .filter(r -> r.outcome() instanceof Completed)
                .forEach(r ->
                        byBlock.computeIfAbsent(r.trial().block(), _ -> new HashMap<>())
                                .put(r.trial().variant(), r));
        return byBlock.values().stream()
                .filter(block -> block.size() == variants.size())
                .map(block ->
                        variants.stream()
                                .map(v -> Objects.requireNonNull(block.get(v.name())))
                                .toList())
                .toList();
    }

    private static Completed completed(TrialResult result) {
        return (Completed) result.outcome();
    }

    /// The variance of the log ratios to the first variant, or of the logs of the only one.
    private static Optional<NestedVariance> variance(
            Metric metric, List<List<TrialResult>> blocks, int parts) {
        int variants = blocks.getFirst().size();
        Optional<NestedVariance> worst = Optional.empty();
        for (int v = Math.min(1, variants - 1); v < variants; v++) {
            var x = new double[blocks.size()][parts];
            for (int b = 0; b < x.length; b++) {
                for (int i = 0; i < parts; i++) {
                    var log = log(metric, blocks.get(b), v, i, parts);
                    if (log.isEmpty()) {
                        return Optional.empty();
                    }
                    x[b][i] = log.getAsDouble();
                }
            }
            var variance = NestedVariance.of(x);
            if (worst.isEmpty() || variance.between() > worst.get().between()) {
                worst = Optional.of(variance);
            }
        }
        return worst;
    }

    private static OptionalDouble log(
            Metric metric, List<TrialResult> block, int variant, int part, int parts) {
        var value = value(metric, block.get(variant), part, parts);
        var first =
                variant == 0 ? OptionalDouble.of(1) : value(metric, block.getFirst(), part, parts);
        return value.isPresent()
                        && first.isPresent()
                        && value.getAsDouble() > 0
                        && first.getAsDouble() > 0
                ? OptionalDouble.of(Math.log(value.getAsDouble() / first.getAsDouble()))
                : OptionalDouble.empty();
    }

    private static OptionalDouble value(Metric metric, TrialResult trial, int part, int parts) {
        var completed = completed(trial);
        return WindowPart.value(metric, completed, WindowPart.of(completed, part, parts));
    }

    /// Time of a slice over its measured part; 1 where trials are not interleaved.
    private static double overhead(RunManifest manifest, List<List<TrialResult>> blocks) {
        if (manifest.mode().mode() != TrialMode.INTERLEAVED) {
            return 1;
        }
        double response =
                blocks.getFirst().stream()
                        .mapToDouble(WindowLength::meanResponseSeconds)
                        .max()
                        .orElse(0);
        return 1
                + (MIN_SETTLING.toNanos() / 1e9 + response)
                        / Math.max(MIN_SLICE.toNanos() / 1e9, RESPONSE_TIMES_PER_SLICE * response);
    }

    private static double meanResponseSeconds(TrialResult trial) {
        return completed(trial).load().intervals().stream()
                .mapToDouble(i -> RecordedValues.mean(i.responseTime()) / 1e9)
                .average()
                .orElse(0);
    }

    /// The median time from the start of one block to that of the next.
    private static double secondsPerBlock(List<List<TrialResult>> blocks) {
        var starts =
                blocks.stream()
                        .mapToLong(b ->
                                b.stream().mapToLong(TrialResult::startedNanos).min().orElse(0))
                        .sorted()
                        .toArray();
        var lengths = new double[starts.length - 1];
        Arrays.setAll(lengths, i -> (starts[i + 1] - starts[i]) / 1e9);
        return Descriptive.median(lengths);
    }
}
