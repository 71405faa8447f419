package dev.loombench.analysis;

import dev.loombench.result.RunManifest;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialResult;
import dev.loombench.spec.Variant;
import dev.loombench.stats.Bootstrap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/// What a run says: a summary a variant, each beside the first, and what makes it doubtful.
///
/// A pure function of what lies on disk, so that a report can be redrawn at any time.
///
/// @param findings doubts first
public record Analysis(
        RunManifest manifest, List<VariantSummary> variants, List<Finding> findings) {

    public static Analysis of(RunManifest manifest, List<TrialResult> results) {
        var spec = manifest.spec();
        var first = trials(results, spec.variants().getFirst());
        var summaries = new ArrayList<VariantSummary>();
        for (var variant : spec.variants()) {
            var own = trials(results, variant);
            var figures = own.stream().map(TrialFigures::of).toList();
            var verdict =
                    summaries.isEmpty()
                            ? new Verdict.Baseline()
                            : Comparison.of(
                                    spec.metric(),
                                    spec.margin(),
                                    manifest.seed(),
                                    figures,
                                    first.stream().map(TrialFigures::of).toList());
            long failed =
                    results.stream().filter(r -> r.trial().variant().equals(variant.name())).count()
                            - own.size();
            summaries.add(summary(manifest, variant, own, figures, (int) failed, verdict));
        }
        return new Analysis(manifest, summaries, Validity.of(manifest, results));
    }

    private static List<Completed> trials(List<TrialResult> results, Variant variant) {
        return results.stream()
                .filter(r -> r.trial().variant().equals(variant.name()))
                .filter(r -> r.outcome() instanceof Completed)
                .map(r -> (Completed) r.outcome())
                .toList();
    }

    /// Whether the result may be relied on: some trials were completed, and no finding raises a
    /// doubt.
    public boolean valid() {
        return variants.stream().noneMatch(v -> v.completed() == 0)
                && findings.stream().noneMatch(f -> f.severity() == Finding.Severity.DOUBT);
    }

    /// Whether every comparison came to a conclusion.
    public boolean decided() {
        return variants.stream()
                .map(VariantSummary::verdict)
                .allMatch(v ->
                        switch (v) {
                            case Verdict.Baseline _,
                                    Verdict.Better _,
                                    Verdict.Worse _,
                                    Verdict.NoDifference _ ->
                                    true;
                            case Verdict.Undecided _, Verdict.NoEvidence _ -> false;
                        });
    }

    private static VariantSummary summary(
            RunManifest manifest,
            Variant variant,
            List<Completed> trials,
            List<TrialFigures> figures,
            int failed,
            Verdict verdict) {
        var throughputs = figures.stream().map(TrialFigures::throughput).toList();
        double throughput = mean(throughputs.stream().map(OptionalDouble::of)).orElse(0);
        var cpu = mean(figures.stream().map(TrialFigures::cpuPerRequest));
        double generatorCpu =
                mean(figures.stream().map(f -> OptionalDouble.of(f.generatorCpuPerRequest())))
                        .orElse(0);
        var unloaded = median(trials.stream().map(Completed::unloadedResponseNanos));
        long sent = trials.stream().mapToLong(t -> t.load().counts().sent()).sum();
        long errors = figures.stream().mapToLong(TrialFigures::failed).sum();
        return new VariantSummary(
                variant,
                trials.size(),
                failed,
                throughput,
                Bootstrap.mean(throughputs.stream().mapToDouble(d -> d).toArray(), manifest.seed()),
                throughputs,
                Histograms.merged(figures.stream().map(TrialFigures::responseTime)),
                Histograms.merged(figures.stream().map(TrialFigures::serviceTime)),
                Histograms.merged(trials.stream().map(t -> t.load().connections().connectTime())),
                cpu,
                highest(figures.stream().map(TrialFigures::peakRss)),
                highest(figures.stream().map(TrialFigures::threads)),
                errors,
                sent == 0 ? 0 : (double) errors / sent,
                generatorCpu,
                unloaded,
                Explanation.of(
                        variant,
                        manifest.spec().load(),
                        manifest.environment().cores(),
                        throughput,
                        seconds(unloaded),
                        seconds(cpu),
                        generatorCpu / 1e9),
                verdict);
    }

    private static double[] present(Stream<OptionalDouble> values) {
        return values.filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .toArray();
    }

    private static OptionalDouble mean(Stream<OptionalDouble> values) {
        return Arrays.stream(present(values)).average();
    }

    private static OptionalDouble highest(Stream<OptionalDouble> values) {
        return Arrays.stream(present(values)).max();
    }

    /// The middle value, or the lower of the two middle ones.
    private static OptionalDouble median(Stream<OptionalDouble> values) {
        var sorted = Arrays.stream(present(values)).sorted().toArray();
        return sorted.length == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(sorted[(sorted.length - 1) / 2]);
    }

    private static OptionalDouble seconds(OptionalDouble nanos) {
        return nanos.isPresent() ? OptionalDouble.of(nanos.getAsDouble() / 1e9) : nanos;
    }
}
