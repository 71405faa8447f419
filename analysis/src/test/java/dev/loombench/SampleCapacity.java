package dev.loombench;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.capacity.Beyond;
import dev.loombench.analysis.capacity.Capacity;
import dev.loombench.analysis.capacity.CapacityEstimate;
import dev.loombench.analysis.capacity.CapacityResult;
import dev.loombench.analysis.capacity.RateProbe;
import dev.loombench.analysis.capacity.RateProbe.Outcome;
import dev.loombench.analysis.capacity.RateProbe.Purpose;
import dev.loombench.analysis.capacity.VariantCapacity;
import dev.loombench.analysis.capacity.objective.Objectives;
import dev.loombench.analysis.capacity.objective.Recovery;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// A made-up search for the capacity of the variants of [SampleRun].
public final class SampleCapacity {
    private static final Objectives OBJECTIVES =
            Objectives.parse(List.of("p99<200ms", "errors<0.1%"));

    private SampleCapacity() {}

    /// The capacity of a single variant, of which each process has one of these.
    public static CapacityResult of(double... rates) {
        return result(List.of(variant(SampleRun.POOL, rates)), List.of());
    }

    /// A pool with a capacity of about 900/s and virtual threads with about four times as much.
    public static CapacityResult two(ResultFinding... findings) {
        return result(
                List.of(
                        variant(SampleRun.POOL, 890, 900, 910),
                        variant(SampleRun.VIRTUAL, 3_580, 3_600, 3_620)),
                List.of(findings));
    }

    public static CapacityResult with(Capacity capacity) {
        var v = variant(SampleRun.POOL, 900);
        return result(
                List.of(
                        VariantCapacity.of(
                                v.variant(),
                                capacity,
                                v.probes(),
                                Optional.empty(),
                                List.of(),
                                Optional.empty(),
                                Optional.empty())),
                List.of());
    }

    /// The same with claims; the pool's capacities are 890, 900 and 910.
    public static CapacityResult claiming(Claim... claims) {
        var two = two();
        return new CapacityResult(
                SampleRun.manifest(SampleRun.experiment(List.of(claims))),
                OBJECTIVES,
                two.variants(),
                List.of(),
                true);
    }

    /// The capacity of the pool, of which a window of a minute held 880/s.
    public static CapacityResult holding() {
        var v = variant(SampleRun.POOL, 890, 900, 910);
        var probes = new ArrayList<>(v.probes());
        probes.add(
                new RateProbe(
                        7,
                        v.variant(),
                        4,
                        1,
                        Purpose.HOLD,
                        880,
                        new RateProbe.Figures(60, 52_800, 0, 880, 101_000_000, 150_000_000),
                        0.5,
                        Outcome.MET,
                        Optional.empty()));
        return result(
                List.of(
                        new VariantCapacity(
                                v.variant(),
                                v.capacity(),
                                probes,
                                v.atCapacity(),
                                v.bound(),
                                v.beyond(),
                                v.recovery(),
                                v.shortWindows())),
                List.of());
    }

    /// The search for two variants, interrupted.
    public static CapacityResult interrupted() {
        var two = two();
        return new CapacityResult(two.manifest(), OBJECTIVES, two.variants(), List.of(), false);
    }

    /// A claim on the capacity of the pool.
    public static Claim claim(Claim.Relation relation, Claim.Target target) {
        return new Claim("the claim", SampleRun.POOL, Metric.CAPACITY, relation, target);
    }

    private static CapacityResult result(
            List<VariantCapacity> variants, List<ResultFinding> findings) {
        return new CapacityResult(SampleRun.manifest(), OBJECTIVES, variants, findings, true);
    }

    private static VariantCapacity variant(String name, double... rates) {
        var processes = new ArrayList<Capacity.OfProcess>();
        var probes = new ArrayList<RateProbe>();
        for (double rate : rates) {
            int block = processes.size() + 2;
            processes.add(new Capacity.OfProcess(block, rate, true));
            probes.add(probe(name, block, 0.95 * rate, 0.5, Outcome.MET));
            probes.add(probe(name, block, 1.05 * rate, 3, Outcome.OVER));
        }
        var found = processes.stream().map(Capacity.OfProcess::rate).toList();
        double capacity = CapacityEstimate.point(found);
        return VariantCapacity.of(
                name,
                new Capacity.Estimated(capacity, CapacityEstimate.interval(found, 0.95), processes),
                probes,
                Analysis.of(SampleRun.manifest(), SampleRun.trials()).variants().stream()
                        .filter(v -> v.variant().name().equals(name))
                        .findFirst(),
                List.of(),
                Optional.of(Beyond.of(probe(name, 4, 1.1 * capacity, 9, Outcome.OVER), OBJECTIVES)),
                Optional.of(
                        new Recovery(
                                1.5 * capacity, 20, 0.8 * capacity, OptionalDouble.of(4), 60)));
    }

    public static RateProbe probe(
            String variant, int block, double rate, double burn, Outcome outcome) {
        return probe(variant, block, 1, rate, burn, outcome);
    }

    /// @param process of the block
    public static RateProbe probe(
            String variant, int block, int process, double rate, double burn, Outcome outcome) {
        return new RateProbe(
                1,
                variant,
                block,
                process,
                Purpose.CONFIRM,
                rate,
                new RateProbe.Figures(
                        6, (long) (6 * rate), 0, rate, 101_000_000, (long) (200_000_000 * burn)),
                burn,
                outcome,
                Optional.empty());
    }

    /// A window like another one, but for its purpose and disturbance.
    public static RateProbe like(RateProbe window, Purpose purpose, Optional<String> disturbance) {
        return new RateProbe(
                window.number(),
                window.variant(),
                window.block(),
                window.process(),
                purpose,
                window.rate(),
                window.figures(),
                window.burn(),
                window.outcome(),
                disturbance);
    }
}
