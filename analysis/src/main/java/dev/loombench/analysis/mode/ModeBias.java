package dev.loombench.analysis.mode;

import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.result.Interleaving;
import dev.loombench.result.RunManifest;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialResult;
import dev.loombench.stats.Interval;
import dev.loombench.stats.LengthEffect;
import dev.loombench.traffic.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// What shows that interleaved trials would have another result than sequential ones: the rests
/// between slices change what is measured.
///
/// Each is decided from the trials so far, after every block. False alarms cost the time of the
/// blocks so far, and no figure.
public sealed interface ModeBias
        permits ModeBias.WorkAtRest,
                ModeBias.WorkWhenIdle,
                ModeBias.ClosedAtRest,
                ModeBias.DependsOnSlices,
                DependsOnRests,
                DependsOnRestBefore,
                EndsOfSlices,
                RareWork,
                StalledSlices,
                StoodStillAtRest {

    /// Why the trials are sequential, in a few words.
    String reason();

    /// The server did work while it rested: the load of a slice had less of it than a load without
    /// rests has.
    ///
    /// @param share of its CPU time, mean of the blocks, 0..1
    record WorkAtRest(String variant, double share) implements ModeBias {
        static final double LIMIT = 0.05;

        static Optional<WorkAtRest> of(Variant variant, List<Completed> trials) {
            var shares =
                    trials.stream()
                            .flatMapToDouble(
                                    t -> SliceFigures.interleaving(t).workAtRest().stream())
                            .toArray();
            double mean = Arrays.stream(shares).average().orElse(0);
            return mean > LIMIT
                    ? Optional.of(new WorkAtRest(variant.name(), mean))
                    : Optional.empty();
        }

        @Override
        public String reason() {
            return "%s did %.0f %% of its work in the rests between slices"
                    .formatted(variant, 100 * share);
        }
    }

    /// The server was as busy long after its requests as in its rests. Whether that is its own work
    /// or work for requests long before is not known: it counts as the former, and so much of the
    /// CPU time would be missing if it were the latter.
    ///
    /// @param share of its CPU time, mean of the blocks, 0..1
    record WorkWhenIdle(String variant, double share) implements ModeBias {
        /// Below the default margin, since it is an error of the figure.
        static final double LIMIT = 0.02;

        /// The least CPU time of an idle server, in the rests between slices, that is a bias, ns.
        ///
        /// @param cpuNanos of the server in all slices and rests
        /// @param loadedNanos time under load
        public static double least(double cpuNanos, double loadedNanos) {
            return Math.max(LIMIT * cpuNanos, SliceFigures.LEAST_PROCESSORS * loadedNanos);
        }

        static Optional<WorkWhenIdle> of(Variant variant, List<Completed> trials) {
            double mean =
                    trials.stream()
                            .flatMapToDouble(
                                    t -> SliceFigures.interleaving(t).workWhenIdle().stream())
                            .average()
                            .orElse(0);
            return mean > LIMIT
                            && mean * SliceFigures.processors(trials)
                                    > SliceFigures.LEAST_PROCESSORS
                    ? Optional.of(new WorkWhenIdle(variant.name(), mean))
                    : Optional.empty();
        }

        @Override
        public String reason() {
            return "%s was busy long after its last response: up to %.0f %% of its CPU time may be for requests; what comes later than warm-up and window last is not seen"
                    .formatted(variant, 100 * share);
        }
    }

    /// Connections were closed in the rests, and opened again in the slices.
    ///
    /// @param connections per rest
    record ClosedAtRest(String variant, double connections) implements ModeBias {
        static final double LIMIT = 0.01;

        static Optional<ClosedAtRest> of(Variant variant, List<Completed> trials) {
            double rests =
                    trials.stream()
                            .mapToDouble(t -> SliceFigures.interleaving(t).slices().size() - 1)
                            .sum();
            double closed =
                    trials.stream()
                            .mapToDouble(t -> SliceFigures.interleaving(t).closedAtRest())
                            .sum();
            double open =
                    trials.stream()
                            .mapToDouble(t -> t.load().connections().established())
                            .average()
                            .orElse(0);
            return closed > LIMIT * open * rests
                    ? Optional.of(new ClosedAtRest(variant.name(), closed / rests))
                    : Optional.empty();
        }

        @Override
        public String reason() {
            return "%s closed %.1f connections in each rest between slices"
                    .formatted(variant, connections);
        }
    }

    /// The ratio of two variants depends on the length of the slices.
    ///
    /// @param ratio in short slices over that in long ones, with its interval
    record DependsOnSlices(String variant, String first, Metric metric, Interval ratio)
            implements ModeBias {
        /// Of each interval: two metrics are checked after each of up to ten blocks.
        private static final double LEVEL = 0.999;

        static Optional<DependsOnSlices> of(
                Variant variant, Variant first, Metric metric, List<Pair> pairs, double margin) {
            var blocks = pairs.stream().flatMap(p -> p.lengths(metric).stream()).toList();
            return LengthEffect.of(blocks, LEVEL)
                    .filter(log -> log.low() > 0 || log.high() < 0)
                    .filter(log -> Math.abs(log.point()) > Math.log1p(margin) / 2)
                    .map(log ->
                            new DependsOnSlices(
                                    variant.name(),
                                    first.name(),
                                    metric,
                                    new Interval(
                                            Math.exp(log.low()),
                                            Math.exp(log.point()),
                                            Math.exp(log.high()))));
        }

        @Override
        public String reason() {
            return "%s of %s to %s in short slices was %.2f times that in long ones"
                    .formatted(metric.label(), variant, first, ratio.point());
        }
    }

    /// The first evidence that the rests change the result; empty where there is none, and where
    /// windows are not divided into slices.
    ///
    /// @param results of whole blocks
    static Optional<ModeBias> of(RunManifest manifest, List<TrialResult> results) {
        var experiment = manifest.experiment();
        var trials = new HashMap<String, Map<Integer, Completed>>();
        for (var result : results) {
            if (result.outcome() instanceof Completed trial
                    && trial.interleaving().filter(Interleaving::divided).isPresent()) {
                trials.computeIfAbsent(result.trial().variant(), _ -> new TreeMap<>())
                        .put(result.trial().block(), trial);
            }
        }
        var first = experiment.variants().getFirst();
        var ofFirst = trials.getOrDefault(first.name(), Map.of());
        Stream<ModeBias> alone =
                experiment.variants().stream()
                        .flatMap(v ->
                                ofOne(
                                        v,
                                        trials.getOrDefault(v.name(), Map.of()),
                                        experiment.margin()));
        Stream<ModeBias> compared =
                experiment.variants().stream()
                        .skip(1)
                        .flatMap(v ->
                                ofTwo(
                                        v,
                                        first,
                                        experiment.load(),
                                        pairs(trials.getOrDefault(v.name(), Map.of()), ofFirst),
                                        experiment.margin()));
        Stream<ModeBias> claimed =
                experiment.claims().stream()
                        .filter(c -> c.comparedWith(c.variant()).isEmpty())
                        .filter(c -> !c.metric().isFootprint())
                        .flatMap(c ->
                                ofClaim(c, trials.getOrDefault(c.variant(), Map.of())).stream());
        return Stream.of(alone, compared, claimed).flatMap(found -> found).findFirst();
    }

    private static Stream<ModeBias> ofOne(
            Variant variant, Map<Integer, Completed> trials, double margin) {
        var all = List.copyOf(trials.values());
        return Stream.of(
                        WorkAtRest.of(variant, all),
                        WorkWhenIdle.of(variant, all),
                        ClosedAtRest.of(variant, all),
                        DependsOnRestBefore.of(variant, Metric.CPU_PER_REQUEST, all, margin),
                        DependsOnRestBefore.of(variant, Metric.THROUGHPUT, all, margin),
                        RareWork.of(variant, all),
                        StoodStillAtRest.of(variant, all))
                .flatMap(Optional::stream);
    }

    private static Stream<ModeBias> ofTwo(
            Variant variant, Variant first, Workload load, List<Pair> pairs, double margin) {
        var metrics = List.of(Metric.THROUGHPUT, Metric.CPU_PER_REQUEST);
        Stream<ModeBias> byRests =
                metrics.stream().flatMap(m -> DependsOnRests.of(variant, first, m, pairs).stream());
        Stream<ModeBias> byLength =
                metrics.stream()
                        .flatMap(
                                m -> DependsOnSlices.of(variant, first, m, pairs, margin).stream());
        Stream<ModeBias> byStalls = StalledSlices.of(variant, first, pairs).stream().map(b -> b);
        Stream<ModeBias> byEnds =
                EndsOfSlices.of(variant, first, load, pairs, margin).stream().map(b -> b);
        return Stream.of(byRests, byLength, byStalls, byEnds).flatMap(found -> found);
    }

    /// What changes all variants alike is in none of their ratios, and in the figure of each.
    private static Optional<DependsOnRests> ofClaim(Claim claim, Map<Integer, Completed> trials) {
        return DependsOnRests.ofOne(
                claim.variant(),
                claim.metric().isWork() ? Metric.CPU_PER_REQUEST : Metric.THROUGHPUT,
                List.copyOf(trials.values()));
    }

    private static List<Pair> pairs(
            Map<Integer, Completed> variant, Map<Integer, Completed> first) {
        var pairs = new ArrayList<Pair>();
        variant.forEach((block, trial) -> {
            var other = first.get(block);
            if (other != null) {
                pairs.add(new Pair(trial, other));
            }
        });
        return pairs;
    }

    /// The trials of two variants in one block.
    record Pair(Completed variant, Completed first) {
        /// `ln(variant / first)` of each round; empty where CPU time was not observed for a slice.
        Optional<LengthEffect.Block> lengths(Metric metric) {
            var one = SliceFigures.interleaving(variant).slices();
            var other = SliceFigures.interleaving(first).slices();
            int rounds = Math.min(one.size(), other.size());
            long longest = one.stream().mapToLong(Interleaving.Slice::nanos).max().orElse(0);
            var logs =
                    IntStream.range(0, rounds)
                            .mapToDouble(k ->
                                    Math.log(
                                            SliceFigures.value(metric, one.get(k))
                                                    / SliceFigures.value(metric, other.get(k))))
                            .toArray();
            var shorts = part(logs, one, nanos -> 2 * nanos < longest);
            var longs = part(logs, one, nanos -> 2 * nanos >= longest);
            return shorts.length < 2
                            || longs.length < 2
                            || !Arrays.stream(logs).allMatch(Double::isFinite)
                    ? Optional.empty()
                    : Optional.of(new LengthEffect.Block(shorts, longs));
        }

        private static double[] part(
                double[] logs, List<Interleaving.Slice> slices, LongPredicate length) {
            return IntStream.range(0, logs.length)
                    .filter(k -> length.test(slices.get(k).nanos()))
                    .mapToDouble(k -> logs[k])
                    .toArray();
        }
    }
}
