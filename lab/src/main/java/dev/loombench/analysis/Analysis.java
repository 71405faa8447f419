package dev.loombench.analysis;

import dev.loombench.analysis.trial.HandlerStats;
import dev.loombench.analysis.trial.Histograms;
import dev.loombench.analysis.trial.TrialFigures;
import dev.loombench.analysis.trial.TrialMetrics;
import dev.loombench.analysis.validity.EvidenceFinding.EvidenceLost;
import dev.loombench.analysis.validity.Finding;
import dev.loombench.analysis.validity.Finding.Severity;
import dev.loombench.analysis.validity.ValidityChecks;
import dev.loombench.analysis.validity.VariantTrials;
import dev.loombench.analysis.validity.VariantTrials.KnownBound;
import dev.loombench.analysis.validity.VariantTrials.PinnedWaits;
import dev.loombench.result.MetricId;
import dev.loombench.result.RunManifest;
import dev.loombench.result.TrialOutcome.BatchCompleted;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.Successful;
import dev.loombench.result.TrialResult;
import dev.loombench.result.store.StoredRun;
import dev.loombench.spec.Claim;
import dev.loombench.spec.Confidence;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.Metric;
import dev.loombench.spec.Variant;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.load.Workload;
import dev.loombench.stats.Bootstrap;
import dev.loombench.stats.Interval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/// The analysis of a run: a summary of each variant, compared with the first, and the findings.
///
/// A pure function of the stored results, so that a report can be rendered again at any time.
///
/// @param recommendation which to run on; empty when there is nothing to choose between
/// @param claims in the order of the experiment
/// @param findings those that make the result invalid first
public record Analysis(
        RunManifest manifest,
        List<VariantSummary> variants,
        Optional<Recommendation> recommendation,
        List<ClaimCheck> claims,
        List<Finding> findings) {
    /// All comparisons of a run are right at once with this confidence, and so are all its claims.
    public static final double LEVEL = Bootstrap.LEVEL;

    /// A forecast of trials that would be needed ends here.
    public static final int MOST_TRIALS = 1_000;

    /// Part of a program's life that its work must take for all of its CPU to be counted as the
    /// work's.
    private static final double WORKED_ALL_ALONG = 0.9;

    /// Of a stored run: each damaged file is a finding.
    public static Analysis of(StoredRun run) {
        return of(run, RunFigures.of(run.manifest(), run.trials()));
    }

    static Analysis of(StoredRun run, RunFigures figures) {
        var analysis = of(run.manifest(), run.trials(), figures);
        var lost = run.damage().stream().map(d -> new EvidenceLost(d.file(), d.problem()));
        return new Analysis(
                analysis.manifest(),
                analysis.variants(),
                analysis.recommendation(),
                analysis.claims(),
                ValidityChecks.sorted(
                        Stream.<Finding>concat(lost, analysis.findings().stream()).toList()));
    }

    public static Analysis of(RunManifest manifest, List<TrialResult> results) {
        return of(manifest, results, RunFigures.of(manifest, results));
    }

    private static Analysis of(
            RunManifest manifest, List<TrialResult> results, RunFigures figures) {
        var spec = manifest.spec();
        var first = figures.of(spec.variants().getFirst().name());
        var comparison =
                new Comparison(
                        spec.metric(),
                        spec.margin(),
                        new Estimates(Confidence.ofComparison(spec), manifest.seed()));
        var summaries = new ArrayList<VariantSummary>();
        for (var variant : spec.variants()) {
            var own = trials(results, variant.name());
            var ownFigures = figures.of(variant.name());
            var verdict =
                    summaries.isEmpty() ? new Verdict.Baseline() : comparison.of(ownFigures, first);
            long failed =
                    results.stream().filter(r -> r.trial().variant().equals(variant.name())).count()
                            - own.size();
            summaries.add(summary(manifest, variant, own, ownFigures, (int) failed, verdict));
        }
        return new Analysis(
                manifest,
                summaries,
                Recommendation.of(spec, manifest.seed(), figures::of),
                claims(manifest, figures),
                findings(manifest, results, figures, summaries));
    }

    private static List<Finding> findings(
            RunManifest manifest,
            List<TrialResult> results,
            RunFigures figures,
            List<VariantSummary> summaries) {
        boolean precise =
                results.size() < manifest.plan().size()
                        && StoppingRule.enough(manifest, results.size(), () -> figures);
        return ValidityChecks.of(
                manifest,
                results,
                precise,
                summaries.stream().map(s -> checked(s, results, figures)).toList());
    }

    private static VariantTrials checked(
            VariantSummary summary, List<TrialResult> results, RunFigures figures) {
        var name = summary.variant().name();
        return new VariantTrials(
                name,
                results.stream().filter(r -> r.trial().variant().equals(name)).toList(),
                figures.of(name),
                summary.unloadedResponse(),
                knownBound(summary.explanation()),
                summary.diagnostics()
                        .pinned()
                        .filter(p -> !p.places().isEmpty())
                        .map(p ->
                                new PinnedWaits(
                                        p.share(), p.waits(), p.places().getFirst().path())));
    }

    private static KnownBound knownBound(BottleneckAnalysis explanation) {
        if (!explanation.explainsThroughput()) {
            return KnownBound.NONE;
        }
        return explanation.bounds().getFirst() instanceof Bound.Cpu
                ? KnownBound.CPU
                : KnownBound.OTHER;
    }

    private static List<ClaimCheck> claims(RunManifest manifest, RunFigures figures) {
        var claims = manifest.spec().claims();
        var estimates = new Estimates(Confidence.ofClaim(manifest.spec()), manifest.seed());
        return claims.stream().map(claim -> ClaimCheck.of(claim, figures::of, estimates)).toList();
    }

    /// What the trials of a run say about a claim of another experiment.
    static ClaimCheck check(Claim claim, RunManifest manifest, RunFigures figures) {
        return ClaimCheck.of(
                claim,
                figures::of,
                new Estimates(Confidence.atEnd(manifest.spec()), manifest.seed()));
    }

    /// The completed trials of a variant.
    static List<Successful> trials(List<TrialResult> results, String variant) {
        return results.stream()
                .filter(r -> r.trial().variant().equals(variant))
                .filter(r -> r.outcome() instanceof Successful)
                .map(r -> (Successful) r.outcome())
                .toList();
    }

    /// Whether each variant has a successful trial, and no finding makes the result invalid.
    public boolean valid() {
        return variants.stream().noneMatch(v -> v.completed() == 0)
                && findings.stream().noneMatch(f -> f.severity() == Severity.INVALID);
    }

    /// The first finding that makes the check of a claim invalid. In an invalid run, figures of
    /// another metric or of other variants may be valid.
    public Optional<Finding> invalidating(Claim claim) {
        return findings.stream()
                .filter(f -> f.severity() == Severity.INVALID)
                .filter(f -> f.affects(claim))
                .findFirst();
    }

    /// Whether some claim is contradicted.
    public boolean contradicted() {
        return claims.stream()
                .anyMatch(c -> c.outcome() instanceof ClaimCheck.Outcome.Contradicted);
    }

    /// Whether every claim came to a conclusion or, in an experiment without claims, every
    /// comparison did.
    public boolean decided() {
        return claims.isEmpty()
                ? comparisonsDecided()
                : claims.stream().allMatch(Analysis::decided);
    }

    private static boolean decided(ClaimCheck check) {
        return switch (check.outcome()) {
            case ClaimCheck.Outcome.Supported _, ClaimCheck.Outcome.Contradicted _ -> true;
            case ClaimCheck.Outcome.Undecided _, ClaimCheck.Outcome.NoEvidence _ -> false;
        };
    }

    private boolean comparisonsDecided() {
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
            List<Successful> measured,
            List<TrialFigures> figures,
            int failed,
            Verdict verdict) {
        var trials = of(Completed.class, measured);
        var throughputs = figures.stream().map(TrialFigures::throughput).toList();
        double throughput = mean(throughputs.stream().map(OptionalDouble::of)).orElse(0);
        var cpu = mean(figures.stream().map(TrialFigures::cpuPerRequest));
        var generatorCpu = mean(figures.stream().map(TrialFigures::generatorCpuPerRequest));
        var inside = ServerDiagnostics.of(manifest, trials, figures);
        var unloaded = median(trials.stream().map(Completed::unloadedResponseNanos));
        long sent = trials.stream().mapToLong(t -> t.load().counts().sent()).sum();
        long errors = figures.stream().mapToLong(TrialFigures::failed).sum();
        return new VariantSummary(
                variant,
                measured.size(),
                failed,
                throughput,
                new Estimates(LEVEL, manifest.seed())
                        .figure(Metric.THROUGHPUT, figures)
                        .filter(Interval::informative),
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
                mean(figures.stream().map(TrialFigures::elapsed)),
                explanation(
                        manifest.spec(),
                        variant,
                        new BottleneckAnalysis.Inputs(
                                Math.round(
                                        measured.stream()
                                                .mapToLong(t -> t.window().nanos())
                                                .average()
                                                .orElse(1)),
                                manifest.environment().cores(),
                                throughput,
                                manifest.spec().isBatch() ? held(measured) : seconds(unloaded),
                                manifest.spec().isBatch() && !workedAllAlong(measured)
                                        ? OptionalDouble.empty()
                                        : seconds(cpu),
                                generatorCpu.orElse(0) / 1e9,
                                loops(trials),
                                highest(
                                        measured.stream()
                                                .map(t ->
                                                        TrialMetrics.highest(
                                                                t, MetricId.CARRIERS_PARALLELISM))),
                                TrialMetrics.mean(measured, TrialMetrics::pauseShare),
                                inside.pinned(),
                                inside.threads(),
                                answer(trials, figures))),
                verdict,
                inside);
    }

    private static BottleneckAnalysis explanation(
            ExperimentSpec spec, Variant variant, BottleneckAnalysis.Inputs seen) {
        return switch (spec.load()) {
            case LoadModel model -> BottleneckAnalysis.of(variant, model, seen);
            case Workload.Batch _ -> BottleneckAnalysis.ofBatch(variant, seen);
        };
    }

    private static OptionalDouble held(List<Successful> trials) {
        return mean(of(BatchCompleted.class, trials).stream().map(t -> t.batch().heldSeconds()));
    }

    /// Where the start of the JVM is no small part of a life, its CPU is not that of the tasks.
    private static boolean workedAllAlong(List<Successful> trials) {
        return of(BatchCompleted.class, trials).stream()
                .map(BatchCompleted::batch)
                .allMatch(b -> b.elapsedNanos() >= WORKED_ALL_ALONG * b.lifeNanos());
    }

    private static <T extends Successful> List<T> of(Class<T> kind, List<Successful> trials) {
        return trials.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    private static Optional<BottleneckAnalysis.LatencyBreakdown> answer(
            List<Completed> trials, List<TrialFigures> figures) {
        double response =
                Histograms.merged(figures.stream().map(TrialFigures::responseTime)).getMean();
        return HandlerStats.of(trials)
                .map(h -> new BottleneckAnalysis.LatencyBreakdown(h.mean(), response / 1e9));
    }

    private static int loops(List<Completed> trials) {
        return trials.stream().mapToInt(t -> t.load().generator().threads()).min().orElse(1);
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
