package dev.loombench.analysis.validity;

import dev.loombench.analysis.defect.KnownDefects;
import dev.loombench.result.RunManifest;
import dev.loombench.result.TrialResult;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.load.LoadModel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// All checks of a run, in the order in which a report shows their findings.
public final class ValidityChecks {
    private final ExperimentSpec spec;
    private final List<Finding> findings = new ArrayList<>();

    private ValidityChecks(ExperimentSpec spec) {
        this.spec = spec;
    }

    /// @param results of all trials that have ended
    /// @param precise whether the run ended early because its figures were precise enough
    /// @param variants in the order of the experiment
    /// @return those that make the result invalid first
    public static List<Finding> of(
            RunManifest manifest,
            List<TrialResult> results,
            boolean precise,
            List<VariantTrials> variants) {
        var checks = new ValidityChecks(manifest.spec());
        checks.run(manifest, results, precise, variants);
        int cores = manifest.environment().cores();
        variants.forEach(variant -> checks.variant(variant, variants, cores));
        checks.findings.addAll(WindowDrifts.of(manifest, variants));
        var table = KnownDefects.load();
        checks.findings.addAll(DefectFinding.of(variants, table));
        JdkDefaultsFinding.of(variants, table).ifPresent(checks.findings::add);
        return sorted(checks.findings, manifest.spec());
    }

    /// Those that make the result invalid first.
    public static List<Finding> sorted(List<Finding> findings, ExperimentSpec spec) {
        return findings.stream()
                .sorted(Comparator.comparing((Finding f) -> f.severity(spec)).reversed())
                .toList();
    }

    private void run(
            RunManifest manifest,
            List<TrialResult> results,
            boolean precise,
            List<VariantTrials> variants) {
        var environment = manifest.environment();
        add(ConcurrentRun.of(manifest));
        add(Incomplete.of(manifest, results.size(), precise));
        add(CpuContentionBefore.of(environment));
        add(ConditionsDiffer.of(spec));
        add(SameProcess.of(spec));
        add(SharedBackends.of(manifest));
        findings.addAll(UnexpectedThreads.of(spec, variants));
        findings.addAll(ThreadsUnverified.of(spec, variants));
        add(CpuContentionDuring.of(results, environment.cores()));
        add(RestingServersBusy.of(results, environment.cores()));
        add(CpuThrottled.of(results, environment.cores()));
        add(CpuPressure.of(results, environment.cores()));
        add(ClockRateVaried.of(results));
        add(MemoryShort.of(results));
        add(ListenQueueOverflowed.of(results));
        add(Retransmitted.of(results));
        findings.addAll(StillCompiling.of(spec, results, variants));
        add(CompilersStarved.of(results));
        findings.addAll(EvidenceMissing.of(variants));
        add(SharedMachine.of(manifest, results));
        add(NetworkCrossed.of(results));
    }

    private void variant(VariantTrials trials, List<VariantTrials> all, int cores) {
        add(TrialsFailed.of(trials));
        findings.addAll(AgentFinding.of(trials, spec.load(), spec.traffic(), timed()));
        add(PausedByCollector.of(trials));
        findings.addAll(NotSteady.of(spec, trials));
        add(NonStationary.of(spec, trials));
        add(MemoryGrowth.of(spec, trials));
        add(NotRampedUp.of(trials));
        var groups = BimodalTrials.of(spec, trials, all);
        add(groups);
        findings.addAll(TrendOverBlocks.of(spec, trials, all));
        var grouped = groups.map(BimodalTrials::trials).orElse(List.of());
        findings.addAll(OutlyingTrial.of(spec, trials, grouped));
        if (!trials.completed().isEmpty()) {
            load(trials, cores);
        }
    }

    private void load(VariantTrials trials, int cores) {
        var name = trials.variant();
        var loads = trials.loads();
        if (trials.completed().stream().allMatch(trial -> trial.agents().isEmpty())) {
            findings.addAll(GeneratorFinding.of(name, spec.load(), spec.traffic(), timed(), loads));
        }
        add(ServerStopped.of(name, trials.completed()));
        var overloaded = Overloaded.of(spec, trials);
        add(overloaded);
        add(ConnectionsNotAchieved.of(name, spec.traffic(), loads));
        add(RequestsNotSent.of(name, spec.phases().requests(), loads));
        add(Errors.of(name, spec.traffic(), loads));
        add(DeadlineMissed.of(name, spec.traffic(), loads));
        add(LittlesLawBroken.of(spec, trials));
        add(OpenLittlesLawBroken.of(spec, trials));
        add(ClocksDisagree.of(spec, trials));
        add(CountsDisagree.of(spec, trials));
        add(ConnectionsClosed.of(name, loads));
        add(CertificatesUnchecked.of(name, spec.traffic(), loads));
        var streams = loads.stream().flatMap(l -> l.connections().streams().stream()).toList();
        add(ConnectionErrors.of(name, streams));
        add(StreamErrors.of(name, streams));
        add(StreamsLimited.of(name, streams));
        add(OneConnection.of(name, loads));
        add(ArrivalsOmitted.of(name, trials.latency()));
        add(WindowTooShort.of(name, spec.load(), loads, trials.responseTime()));
        add(TailFinding.of(spec, name, loads));
        if (overloaded.isEmpty()) {
            add(QueueFinding.of(spec, name, loads));
        }
        add(ServerIdle.of(trials, cores));
        add(CarriersPinned.of(trials));
    }

    /// Whether response times or scheduled arrivals count.
    private boolean timed() {
        return !(spec.load() instanceof LoadModel.Closed)
                || spec.metric().isPercentile()
                || spec.claims().stream().anyMatch(c -> c.metric().isPercentile());
    }

    private void add(Optional<? extends Finding> finding) {
        finding.ifPresent(findings::add);
    }
}
