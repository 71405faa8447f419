package dev.loombench.analysis;

import dev.loombench.result.MetricId;
import dev.loombench.result.RunManifest;
import dev.loombench.result.TrialOutcome.BatchCompleted;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.Successful;
import dev.loombench.result.TrialResult;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.Metric;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What went on around the servers while they were measured. Each finding is made once and names
/// the variants that it was seen in: it is the machine's doing more than theirs.
final class EnvironmentChecks {
    /// The kernel's work for the network, which it lays to nobody, takes a part too.
    private static final double OTHERS = 0.15;

    private static final double STEAL = 0.02;

    /// Of the threads of both compilers together, by the clock: young servers compile a little all
    /// the time.
    private static final double COMPILING = 0.8;

    /// Of the server's CPU time, where that is what counts.
    private static final double COMPILING_OF_CPU = 0.1;

    /// Two of three compilers' seconds spent in waiting make warm-up three times as long.
    private static final double STARVED = 2 / 3.0;

    /// Part of the window for which the compilers have to have had work: less is no warm-up.
    private static final double COMPILERS_AT_WORK = 0.3;

    private static final double STALLED = 0.01;

    /// 4 MB: less is what an idle machine tidies away.
    private static final double SWAPPED_PAGES = 1_000;

    private static final double RETRANSMITTED = 0.001;

    private final int cores;
    private final List<TrialResult> results;

    private EnvironmentChecks(int cores, List<TrialResult> results) {
        this.cores = cores;
        this.results = results;
    }

    /// @param summaries of the variants
    static List<Finding> of(
            RunManifest manifest, List<TrialResult> results, List<VariantSummary> summaries) {
        var around = new EnvironmentChecks(manifest.environment().cores(), results);
        var findings = new ArrayList<Finding>();
        around.cpuTaken().ifPresent(findings::add);
        around.memory().ifPresent(findings::add);
        around.where(t -> TrialMetrics.growth(t, MetricId.NET_LISTEN_OVERFLOWS), 0)
                .ifPresent(p ->
                        findings.add(new Finding.ListenQueueOverflowed(p.variants(), p.most())));
        around.where(EnvironmentChecks::retransmitted, RETRANSMITTED)
                .ifPresent(p -> findings.add(new Finding.Retransmitted(p.variants(), p.most())));
        around.compiling(manifest.spec(), summaries).forEach(findings::add);
        around.where(EnvironmentChecks::compilersStarved, STARVED)
                .ifPresent(p -> findings.add(new Finding.CompilersStarved(p.variants(), p.most())));
        return findings;
    }

    /// A server that waits has CPU to spare for its compilers; where CPU is what counts, they are a
    /// part of the figure.
    private List<Finding> compiling(ExperimentSpec spec, List<VariantSummary> summaries) {
        boolean decides =
                spec.metric() == Metric.CPU_PER_REQUEST
                        || spec.claims().stream()
                                .anyMatch(c -> c.metric() == Metric.CPU_PER_REQUEST);
        var byCpu =
                summaries.stream()
                        .filter(s -> decides || boundByCpu(s.explanation()))
                        .map(s -> s.variant().name())
                        .collect(Collectors.toSet());
        var findings = new ArrayList<Finding>();
        var much =
                of(byCpu)
                        .where(
                                EnvironmentChecks::compilingOfCpu,
                                Finding.CompilingCounted.TOO_MUCH);
        var less = new HashSet<>(byCpu);
        much.ifPresent(place -> less.removeAll(place.variants()));
        var some = of(less).where(EnvironmentChecks::compilingOfCpu, COMPILING_OF_CPU);
        Stream.of(much, some)
                .flatMap(Optional::stream)
                .map(p -> new Finding.CompilingCounted(p.variants(), p.most(), decides))
                .forEach(findings::add);
        var others = summaries.stream().map(s -> s.variant().name()).collect(Collectors.toSet());
        others.removeAll(byCpu);
        of(others)
                .where(t -> scaled(TrialMetrics.rate(t, MetricId.JIT_TIME), 1e-9), COMPILING)
                .ifPresent(p -> findings.add(new Finding.StillCompiling(p.variants(), p.most())));
        return findings;
    }

    private static boolean boundByCpu(BottleneckAnalysis explanation) {
        return explanation.explainsThroughput()
                && explanation.bounds().getFirst() instanceof Bound.Cpu;
    }

    private EnvironmentChecks of(Set<String> variants) {
        return new EnvironmentChecks(
                cores,
                results.stream().filter(r -> variants.contains(r.trial().variant())).toList());
    }

    /// Without the kernel's account of the compilers' threads their time is taken by the clock:
    /// where they waited for a processor it is more than the CPU time they used.
    private static OptionalDouble compilingOfCpu(Successful trial) {
        double cpu = TrialMetrics.growth(trial, MetricId.PROCESS_CPU).orElse(0);
        var used = TrialMetrics.growth(trial, MetricId.JIT_CPU);
        return cpu > 0
                ? scaled(
                        used.isPresent() ? used : TrialMetrics.growth(trial, MetricId.JIT_TIME),
                        1 / cpu)
                : OptionalDouble.empty();
    }

    /// What compilers waited of the time in which they had work, where that was a large part of the
    /// window.
    private static OptionalDouble compilersStarved(Successful trial) {
        var used = TrialMetrics.rate(trial, MetricId.JIT_CPU);
        var waited = TrialMetrics.rate(trial, MetricId.JIT_WAITED);
        if (used.isEmpty() || waited.isEmpty()) {
            return OptionalDouble.empty();
        }
        double wanted = (used.getAsDouble() + waited.getAsDouble()) / 1e9;
        return wanted > COMPILERS_AT_WORK
                ? OptionalDouble.of(waited.getAsDouble() / 1e9 / wanted)
                : OptionalDouble.empty();
    }

    /// The trials in which a reading was above its limit.
    private record Exceedance(List<String> variants, double most) {}

    private Optional<Exceedance> where(Function<Successful, OptionalDouble> reading, double limit) {
        var variants = new ArrayList<String>();
        double most = 0;
        for (var result : results) {
            if (result.outcome() instanceof Successful trial) {
                double seen = reading.apply(trial).orElse(0);
                most = Math.max(most, seen);
                if (seen > limit && !variants.contains(result.trial().variant())) {
                    variants.add(result.trial().variant());
                }
            }
        }
        return variants.isEmpty() ? Optional.empty() : Optional.of(new Exceedance(variants, most));
    }

    /// The variants of both; empty when there is none.
    private static Optional<List<String>> either(
            Optional<Exceedance> one, Optional<Exceedance> other) {
        var variants =
                Stream.of(one, other)
                        .flatMap(Optional::stream)
                        .flatMap(place -> place.variants().stream())
                        .distinct()
                        .toList();
        return variants.isEmpty() ? Optional.empty() : Optional.of(variants);
    }

    private Optional<Finding> cpuTaken() {
        var others = where(this::others, OTHERS);
        var stolen = where(t -> share(TrialMetrics.rate(t, MetricId.MACHINE_CPU_STEAL)), STEAL);
        return either(others, stolen)
                .map(variants ->
                        new Finding.CpuContentionDuring(
                                variants,
                                others.map(Exceedance::most).orElse(0.0),
                                stolen.map(Exceedance::most).orElse(0.0)));
    }

    /// `busy - server - generator`, of all processors; at least 0.
    private OptionalDouble others(Successful trial) {
        var busy = TrialMetrics.rate(trial, MetricId.MACHINE_CPU_BUSY);
        var server = TrialMetrics.rate(trial, MetricId.PROCESS_CPU);
        double generator = generatorNanos(trial) / trial.window().seconds();
        return busy.isPresent() && server.isPresent()
                ? share(
                        OptionalDouble.of(
                                Math.max(0, busy.getAsDouble() - server.getAsDouble() - generator)))
                : OptionalDouble.empty();
    }

    /// Nobody drives a batch.
    private static double generatorNanos(Successful trial) {
        return switch (trial) {
            case Completed completed -> completed.load().generator().cpuNanos();
            case BatchCompleted _ -> 0;
        };
    }

    private Optional<Finding> memory() {
        var swapped = where(t -> TrialMetrics.growth(t, MetricId.MACHINE_SWAPPED), SWAPPED_PAGES);
        var stalled =
                where(
                        t -> scaled(TrialMetrics.rate(t, MetricId.MACHINE_MEMORY_STALLED), 1e-9),
                        STALLED);
        return either(swapped, stalled)
                .map(variants ->
                        new Finding.MemoryShort(
                                variants,
                                swapped.map(Exceedance::most).orElse(0.0),
                                stalled.map(Exceedance::most).orElse(0.0)));
    }

    /// Segments an answer.
    private static OptionalDouble retransmitted(Successful trial) {
        return switch (trial) {
            case Completed(_, var load, _, _) when load.counts().succeededInWindow() > 0 ->
                    scaled(
                            TrialMetrics.growth(trial, MetricId.NET_RETRANSMITS),
                            1.0 / load.counts().succeededInWindow());
            case Completed _, BatchCompleted _ -> OptionalDouble.empty();
        };
    }

    /// ns a second, as a part of all processors.
    private OptionalDouble share(OptionalDouble nanosPerSecond) {
        return scaled(nanosPerSecond, 1e-9 / cores);
    }

    private static OptionalDouble scaled(OptionalDouble value, double factor) {
        return value.isPresent() ? OptionalDouble.of(value.getAsDouble() * factor) : value;
    }
}
