package dev.loombench.analysis;

import dev.loombench.analysis.bottleneck.BottleneckAnalysis;
import dev.loombench.analysis.bottleneck.Bound;
import dev.loombench.analysis.comparison.ClaimCheck;
import dev.loombench.analysis.comparison.ConfidenceLevels;
import dev.loombench.analysis.comparison.Estimates;
import dev.loombench.analysis.comparison.Recommendation;
import dev.loombench.analysis.comparison.RunFigures;
import dev.loombench.analysis.comparison.Scorecard;
import dev.loombench.analysis.comparison.StoppingRule;
import dev.loombench.analysis.comparison.Verdict;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.finding.VariantTrials;
import dev.loombench.analysis.finding.VariantTrials.KnownBound;
import dev.loombench.analysis.finding.VariantTrials.ListedThreads;
import dev.loombench.analysis.finding.VariantTrials.PinnedWaits;
import dev.loombench.analysis.mode.RunMode;
import dev.loombench.analysis.profile.CodeCosts;
import dev.loombench.analysis.validity.Consequences;
import dev.loombench.analysis.validity.ValidityChecks;
import dev.loombench.analysis.validity.evidence.EvidenceLost;
import dev.loombench.analysis.validity.stationarity.NotSteady;
import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.finding.Severity;
import dev.loombench.result.RunManifest;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.Successful;
import dev.loombench.result.TrialResult;
import dev.loombench.result.store.StoredRun;
import dev.loombench.stats.Bonferroni;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The analysis of a run: a summary of each variant, compared with the first, and the findings.
///
/// A pure function of the stored results, so that a report can be rendered again at any time.
///
/// @param scorecard the variants compared by further metrics
/// @param recommendation empty when there is nothing to choose between
/// @param claims in the order of the experiment; invalid where a finding affects their figures
/// @param findings those that make the result invalid first
/// @param mode how its trials shared the time
/// @param confidence levels of its intervals
/// @param windowLength empty where the run does not show which length would be better
/// @param agents that drove the load, by variant; empty when the lab did
/// @param code which code costs, where it was profiled
public record Analysis(
        RunManifest manifest,
        List<VariantSummary> variants,
        Scorecard scorecard,
        Optional<Recommendation> recommendation,
        List<ClaimCheck> claims,
        List<ResultFinding> findings,
        RunMode mode,
        ConfidenceLevels confidence,
        Optional<WindowLength> windowLength,
        List<AgentSummary> agents,
        CodeCosts code) {
    /// Analyses a stored run; each damaged file is a finding.
    public static Analysis of(StoredRun run) {
        return of(run, List.of());
    }

    /// The same by further claims, which had no part in when the run ended.
    public static Analysis of(StoredRun run, List<Claim> further) {
        var figures = RunFigures.of(run.manifest(), run.trials());
        return of(
                new StoredRun(run.manifest().withFurther(further), run.trials(), run.damage()),
                figures,
                endedEarly(run.manifest(), run.trials(), figures));
    }

    static Analysis of(StoredRun run, RunFigures figures) {
        return of(run, figures, endedEarly(run.manifest(), run.trials(), figures));
    }

    private static Analysis of(StoredRun run, RunFigures figures, boolean endedEarly) {
        var analysis = of(run.manifest(), run.trials(), figures, endedEarly);
        var lost = run.damage().stream().map(d -> new EvidenceLost(d.file(), d.problem()));
        return new Analysis(
                analysis.manifest(),
                analysis.variants(),
                analysis.scorecard(),
                analysis.recommendation(),
                analysis.claims(),
                ValidityChecks.sorted(
                        Stream.<ResultFinding>concat(lost, analysis.findings().stream()).toList(),
                        analysis.manifest().experiment()),
                analysis.mode(),
                analysis.confidence(),
                analysis.windowLength(),
                analysis.agents(),
                analysis.code());
    }

    public static Analysis of(RunManifest manifest, List<TrialResult> results) {
        var figures = RunFigures.of(manifest, results);
        return of(manifest, results, figures, endedEarly(manifest, results, figures));
    }

    private static boolean isIncomplete(RunManifest manifest, List<TrialResult> results) {
        return results.size() < manifest.plan().size();
    }

    /// Whether a run ended early because its figures were precise enough.
    private static boolean endedEarly(
            RunManifest manifest, List<TrialResult> results, RunFigures figures) {
        return isIncomplete(manifest, results) && StoppingRule.enough(manifest, figures);
    }

    private static Analysis of(
            RunManifest manifest,
            List<TrialResult> results,
            RunFigures figures,
            boolean endedEarly) {
        var experiment = manifest.experiment();
        var confidence = new ConfidenceLevels(experiment, isIncomplete(manifest, results));
        var summaries = new ArrayList<VariantSummary>();
        for (var variant : experiment.variants()) {
            var own = trials(results, variant.name());
            var ownFigures = figures.of(variant.name());
            long failed =
                    results.stream().filter(r -> r.trial().variant().equals(variant.name())).count()
                            - own.size();
            summaries.add(
                    VariantSummary.of(
                            confidence, manifest, variant, own, ownFigures, (int) failed));
        }
        var findings = findings(manifest, results, endedEarly, figures, summaries);
        var scorecard = Scorecard.of(confidence, figures::of, findings);
        return new Analysis(
                manifest,
                summaries.stream()
                        .map(s ->
                                s.withVerdict(
                                        scorecard.of(s.variant().name(), experiment.metric())))
                        .toList(),
                scorecard,
                Recommendation.of(confidence, figures::of, findings),
                claims(confidence, figures, findings),
                findings.stream()
                        .filter(f -> !isWithoutEffect(f, findings, experiment, scorecard))
                        .toList(),
                RunMode.of(manifest, results),
                confidence,
                WindowLength.of(manifest, results),
                agents(experiment, results),
                CodeCosts.of(
                        experiment.variants().stream().map(Variant::name).toList(),
                        results,
                        confidence.ofAnalysis()));
    }

    /// Whether a finding says that the metric which decides may not be steady, and no change that
    /// its noise can hide would give another verdict.
    private static boolean isWithoutEffect(
            ResultFinding finding,
            List<ResultFinding> all,
            Experiment experiment,
            Scorecard scorecard) {
        var first = experiment.variants().getFirst().name();
        return finding instanceof NotSteady notSteady
                && notSteady.decides()
                && experiment.claims().isEmpty()
                && experiment.variants().size() > 1
                && notSteady.change().isPresent()
                && experiment.variants().stream()
                        .skip(1)
                        .map(Variant::name)
                        .filter(name ->
                                first.equals(notSteady.variant())
                                        || name.equals(notSteady.variant()))
                        .allMatch(name ->
                                scorecard
                                        .of(name, experiment.metric())
                                        .withstands(
                                                leftBy(all, List.of(first, name)),
                                                experiment.margin()));
    }

    /// What the changes that noise may hide leave of a ratio of two variants, 0..1: of two
    /// variants, both may change.
    private static double leftBy(List<ResultFinding> all, List<String> variants) {
        return all.stream()
                .flatMap(f -> f instanceof NotSteady n ? Stream.of(n) : Stream.empty())
                .filter(n -> n.decides() && variants.contains(n.variant()))
                .mapToDouble(n -> Math.max(0, 1 - n.change().orElse(1)))
                .reduce(1, (a, b) -> a * b);
    }

    private static List<AgentSummary> agents(Experiment experiment, List<TrialResult> results) {
        return experiment.variants().stream()
                .map(Variant::name)
                .flatMap(name -> {
                    var completed = Successful.ofType(Completed.class, trials(results, name));
                    return AgentSummary.of(name, completed).stream();
                })
                .toList();
    }

    private static List<ResultFinding> findings(
            RunManifest manifest,
            List<TrialResult> results,
            boolean endedEarly,
            RunFigures figures,
            List<VariantSummary> summaries) {
        return ValidityChecks.of(
                manifest,
                results,
                endedEarly,
                summaries.stream().map(s -> trialsOf(s, results, figures)).toList());
    }

    private static VariantTrials trialsOf(
            VariantSummary summary, List<TrialResult> results, RunFigures figures) {
        var name = summary.variant().name();
        return new VariantTrials(
                name,
                results.stream().filter(r -> r.trial().variant().equals(name)).toList(),
                figures.of(name),
                summary.latency().unloadedNanos(),
                knownBound(summary.bottleneck()),
                summary.bottleneck().limit(),
                summary.diagnostics()
                        .pinned()
                        .filter(p -> !p.locations().isEmpty())
                        .map(p ->
                                new PinnedWaits(
                                        p.share(), p.waits(), p.locations().getFirst().path())),
                summary.diagnostics()
                        .threads()
                        .map(t -> new ListedThreads(t.virtual(), t.mostPlatform())));
    }

    private static KnownBound knownBound(BottleneckAnalysis bottleneck) {
        if (!bottleneck.explainsThroughput()) {
            return bottleneck.namesLimit() ? KnownBound.OTHER : KnownBound.NONE;
        }
        return bottleneck.bounds().getFirst() instanceof Bound.Cpu
                ? KnownBound.CPU
                : KnownBound.OTHER;
    }

    private static List<ClaimCheck> claims(
            ConfidenceLevels confidence, RunFigures figures, List<ResultFinding> findings) {
        var experiment = confidence.experiment();
        var estimates = new Estimates(confidence.ofClaim());
        return experiment.claims().stream()
                .map(claim ->
                        ClaimCheck.of(claim, figures::of, estimates)
                                .unless(invalidating(claim, findings, experiment)))
                .toList();
    }

    private static Optional<ResultFinding> invalidating(
            Claim claim, List<ResultFinding> findings, Experiment experiment) {
        return findings.stream()
                .filter(f -> f.severity(experiment) == Severity.INVALID && f.affects(claim))
                .findFirst();
    }

    /// Checks a claim of another experiment against the trials of this run.
    ///
    /// @param figures of this run
    /// @param claims of the other experiment, which share the level
    ClaimCheck check(Claim claim, RunFigures figures, int claims) {
        return ClaimCheck.of(
                claim,
                figures::of,
                new Estimates(Bonferroni.levelOfEach(confidence.ofAnalysis(), claims)));
    }

    /// The successful trials of a variant.
    static List<Successful> trials(List<TrialResult> results, String variant) {
        return results.stream()
                .filter(r -> r.trial().variant().equals(variant))
                .filter(r -> r.outcome() instanceof Successful)
                .map(r -> (Successful) r.outcome())
                .toList();
    }

    /// The slow process of ten that its trials may have missed; empty where a variant has none.
    public Optional<RareMode> rareMode() {
        return RareMode.of(variants);
    }

    /// Whether each variant has a successful trial, and no finding makes the result invalid.
    public boolean valid() {
        return variants.stream().noneMatch(v -> v.counts().completed() == 0)
                && findings(Severity.INVALID).isEmpty();
    }

    /// The findings of one severity in this run, in their order.
    public List<ResultFinding> findings(Severity severity) {
        return findings.stream().filter(f -> severity(f) == severity).toList();
    }

    /// The severity of one of its findings.
    public Severity severity(ResultFinding finding) {
        return finding.severity(manifest.experiment());
    }

    /// The causes among the findings, each with its consequences, whose highest severity is this
    /// one.
    public List<Consequences> causes(Severity severity) {
        return Consequences.of(findings).stream()
                .filter(c -> c.severity(manifest.experiment()) == severity)
                .toList();
    }

    /// The first finding that makes the figures of a claim of another experiment invalid, also
    /// where it is a note because this run is decided by other figures.
    Optional<ResultFinding> invalidatingFiguresOf(Claim claim) {
        return ResultFinding.invalidating(
                findings,
                claim.metric(),
                claim.variant(),
                claim.comparedWith(claim.variant()).orElse(claim.variant()));
    }

    /// The first finding that makes the check of a claim invalid. In an invalid run, figures of
    /// another metric or of other variants may be valid.
    public Optional<ResultFinding> invalidating(Claim claim) {
        return invalidating(claim, findings, manifest.experiment());
    }

    /// Whether any claim is contradicted.
    public boolean contradicted() {
        return claims.stream()
                .anyMatch(c -> c.outcome() instanceof ClaimCheck.Outcome.Contradicted);
    }

    /// Whether every claim is decided or, in an experiment without claims, every comparison.
    public boolean decided() {
        return claims.isEmpty()
                ? comparisonsDecided()
                : claims.stream().allMatch(ClaimCheck::decided);
    }

    private boolean comparisonsDecided() {
        return variants.stream()
                .map(VariantSummary::verdict)
                .allMatch(v ->
                        switch (v) {
                            case Verdict.Baseline _,
                                    Verdict.Better _,
                                    Verdict.Worse _,
                                    Verdict.NoDifference _,
                                    Verdict.Different _ ->
                                    true;
                            case Verdict.DependsOnProcess(_, var better) -> better.isPresent();
                            case Verdict.Undecided _, Verdict.NoEvidence _, Verdict.Invalid _ ->
                                    false;
                        });
    }
}
