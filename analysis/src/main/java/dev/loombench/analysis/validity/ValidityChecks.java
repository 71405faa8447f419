package dev.loombench.analysis.validity;

import dev.loombench.analysis.defect.KnownDefects;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.finding.VariantTrials;
import dev.loombench.analysis.trial.TrialFigures;
import dev.loombench.analysis.validity.agent.AgentFinding;
import dev.loombench.analysis.validity.consistency.ConsistencyFinding.ClocksDisagree;
import dev.loombench.analysis.validity.consistency.ConsistencyFinding.CountsDisagree;
import dev.loombench.analysis.validity.consistency.ConsistencyFinding.LittlesLawBroken;
import dev.loombench.analysis.validity.consistency.ConsistencyFinding.OpenLittlesLawBroken;
import dev.loombench.analysis.validity.consistency.ConsistencyFinding.ServerIdle;
import dev.loombench.analysis.validity.evidence.ConditionsDiffer;
import dev.loombench.analysis.validity.evidence.EvidenceMissing;
import dev.loombench.analysis.validity.evidence.Incomplete;
import dev.loombench.analysis.validity.evidence.NotJudgedInSlices;
import dev.loombench.analysis.validity.evidence.SameProcess;
import dev.loombench.analysis.validity.evidence.SharedBackends;
import dev.loombench.analysis.validity.evidence.ThreadsUnverified;
import dev.loombench.analysis.validity.evidence.TrialsFailed;
import dev.loombench.analysis.validity.evidence.UnexpectedThreads;
import dev.loombench.analysis.validity.generator.GeneratorFinding;
import dev.loombench.analysis.validity.generator.PacedInTicks;
import dev.loombench.analysis.validity.jvm.DefectFinding;
import dev.loombench.analysis.validity.jvm.JdkDefaultsFinding;
import dev.loombench.analysis.validity.jvm.JvmFinding.CarriersPinned;
import dev.loombench.analysis.validity.jvm.JvmFinding.CompilersStarved;
import dev.loombench.analysis.validity.jvm.JvmFinding.PausedByCollector;
import dev.loombench.analysis.validity.jvm.JvmFinding.StillCompiling;
import dev.loombench.analysis.validity.load.ArrivalsOmitted;
import dev.loombench.analysis.validity.load.CertificatesUnchecked;
import dev.loombench.analysis.validity.load.ConnectionsClosed;
import dev.loombench.analysis.validity.load.ConnectionsNotAchieved;
import dev.loombench.analysis.validity.load.DeadlineMissed;
import dev.loombench.analysis.validity.load.Errors;
import dev.loombench.analysis.validity.load.Http2Finding.ConnectionErrors;
import dev.loombench.analysis.validity.load.Http2Finding.HeadersLimited;
import dev.loombench.analysis.validity.load.Http2Finding.OneConnection;
import dev.loombench.analysis.validity.load.Http2Finding.StreamErrors;
import dev.loombench.analysis.validity.load.Http2Finding.StreamsLimited;
import dev.loombench.analysis.validity.load.Overloaded;
import dev.loombench.analysis.validity.load.RequestsNotSent;
import dev.loombench.analysis.validity.load.UnrequestedMessages;
import dev.loombench.analysis.validity.load.WaitsFromBefore;
import dev.loombench.analysis.validity.load.WindowTooShort;
import dev.loombench.analysis.validity.machine.ConcurrentRun;
import dev.loombench.analysis.validity.machine.CpuContentionBefore;
import dev.loombench.analysis.validity.machine.CpuContentionDuring;
import dev.loombench.analysis.validity.machine.ListenQueueOverflowed;
import dev.loombench.analysis.validity.machine.MemoryShort;
import dev.loombench.analysis.validity.machine.NetworkCrossed;
import dev.loombench.analysis.validity.machine.ProcessorFinding.ClockRateVaried;
import dev.loombench.analysis.validity.machine.ProcessorFinding.CpuPressure;
import dev.loombench.analysis.validity.machine.ProcessorFinding.CpuThrottled;
import dev.loombench.analysis.validity.machine.RestingServersBusy;
import dev.loombench.analysis.validity.machine.Retransmitted;
import dev.loombench.analysis.validity.machine.ServerStopped;
import dev.loombench.analysis.validity.machine.SharedMachine;
import dev.loombench.analysis.validity.percentile.PercentileFinding;
import dev.loombench.analysis.validity.percentile.QueueFinding;
import dev.loombench.analysis.validity.percentile.TailFinding;
import dev.loombench.analysis.validity.percentile.TailFinding.Percentile;
import dev.loombench.analysis.validity.spread.BimodalTrials;
import dev.loombench.analysis.validity.spread.OutlyingTrial;
import dev.loombench.analysis.validity.spread.TrendOverBlocks;
import dev.loombench.analysis.validity.stationarity.BusyAfterLoad;
import dev.loombench.analysis.validity.stationarity.FewCalls;
import dev.loombench.analysis.validity.stationarity.MemoryGrowth;
import dev.loombench.analysis.validity.stationarity.NonStationary;
import dev.loombench.analysis.validity.stationarity.NotRampedUp;
import dev.loombench.analysis.validity.stationarity.NotSteady;
import dev.loombench.analysis.validity.stationarity.RareByClock;
import dev.loombench.analysis.validity.stationarity.WindowDrifts;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.variant.Dependencies.Backend;
import dev.loombench.result.RunManifest;
import dev.loombench.result.TrialResult;
import dev.loombench.traffic.LoadModel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// All checks of a run, in the order in which a report shows their findings.
public final class ValidityChecks {
    private final Experiment experiment;
    private final List<ResultFinding> findings = new ArrayList<>();

    private ValidityChecks(Experiment experiment) {
        this.experiment = experiment;
    }

    /// @param results of all trials that have ended
    /// @param precise whether the run ended early because its figures were precise enough
    /// @param variants in the order of the experiment
    /// @return those that make the result invalid first
    public static List<ResultFinding> of(
            RunManifest manifest,
            List<TrialResult> results,
            boolean precise,
            List<VariantTrials> variants) {
        var checks = new ValidityChecks(manifest.experiment());
        checks.run(manifest, results, precise, variants);
        int cores = manifest.environment().cores();
        variants.forEach(variant -> checks.variant(variant, variants, cores));
        checks.findings.addAll(WindowDrifts.of(manifest, variants));
        var table = KnownDefects.load();
        checks.findings.addAll(DefectFinding.of(variants, table));
        JdkDefaultsFinding.of(variants, table).ifPresent(checks.findings::add);
        checks.add(NotJudgedInSlices.of(manifest.experiment(), results));
        return sorted(checks.findings, manifest.experiment());
    }

    /// Those that make the result invalid first.
    public static List<ResultFinding> sorted(List<ResultFinding> findings, Experiment experiment) {
        return findings.stream()
                .sorted(
                        Comparator.comparing((ResultFinding f) -> f.severity(experiment))
                                .reversed())
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
        add(ConditionsDiffer.of(experiment));
        add(SameProcess.of(experiment));
        add(SharedBackends.of(manifest));
        findings.addAll(UnexpectedThreads.of(experiment, variants));
        findings.addAll(ThreadsUnverified.of(experiment, variants));
        add(CpuContentionDuring.of(results, environment.cores(), backends()));
        add(RestingServersBusy.of(results, environment.cores()));
        add(CpuThrottled.of(results, environment.cores()));
        add(CpuPressure.of(results, environment.cores()));
        add(ClockRateVaried.of(results));
        add(MemoryShort.of(results));
        add(ListenQueueOverflowed.of(results));
        add(Retransmitted.of(results));
        findings.addAll(StillCompiling.of(experiment, variants));
        add(CompilersStarved.of(results));
        findings.addAll(EvidenceMissing.of(variants));
        add(SharedMachine.of(manifest, results));
        add(NetworkCrossed.of(results));
    }

    private List<String> backends() {
        return experiment.dependencies().backends().stream().map(Backend::name).toList();
    }

    private void variant(VariantTrials trials, List<VariantTrials> all, int cores) {
        add(TrialsFailed.of(trials));
        findings.addAll(AgentFinding.of(experiment, trials, timed()));
        add(PausedByCollector.of(trials));
        findings.addAll(NotSteady.of(experiment, trials));
        add(FewCalls.of(experiment, trials));
        add(NonStationary.of(experiment, trials));
        add(MemoryGrowth.of(experiment, trials));
        add(NotRampedUp.of(trials));
        add(BusyAfterLoad.of(experiment, trials));
        findings.addAll(RareByClock.of(experiment, trials));
        var groups = BimodalTrials.of(experiment, trials, all);
        add(groups);
        findings.addAll(TrendOverBlocks.of(experiment, trials, all));
        var grouped = groups.map(BimodalTrials::trials).orElse(List.of());
        findings.addAll(OutlyingTrial.of(experiment, trials, grouped));
        if (!trials.completed().isEmpty()) {
            load(trials, cores);
        }
    }

    private void load(VariantTrials trials, int cores) {
        var name = trials.variant();
        var loads = trials.loads();
        if (trials.completed().stream().allMatch(trial -> trial.agents().isEmpty())) {
            findings.addAll(
                    GeneratorFinding.of(
                            name, experiment.load(), experiment.traffic(), timed(), loads));
        }
        add(PacedInTicks.of(experiment, name, loads));
        add(ServerStopped.of(name, trials.completed()));
        var overloaded = Overloaded.of(experiment, trials);
        add(overloaded);
        add(ConnectionsNotAchieved.of(name, experiment.traffic(), loads));
        add(RequestsNotSent.of(name, experiment.phases().requests(), loads));
        add(Errors.of(name, experiment.traffic(), loads));
        add(UnrequestedMessages.of(name, experiment.load(), loads));
        add(DeadlineMissed.of(name, experiment.traffic(), loads));
        add(WaitsFromBefore.of(experiment, trials));
        add(LittlesLawBroken.of(experiment, trials));
        add(OpenLittlesLawBroken.of(experiment, trials));
        add(ClocksDisagree.of(experiment, trials));
        add(CountsDisagree.of(experiment, trials));
        add(ConnectionsClosed.of(name, loads));
        add(CertificatesUnchecked.of(name, experiment.traffic(), loads));
        var streams = loads.stream().flatMap(l -> l.connections().streams().stream()).toList();
        add(ConnectionErrors.of(name, loads));
        add(StreamErrors.of(name, streams));
        add(StreamsLimited.of(name, streams));
        add(HeadersLimited.of(name, streams));
        add(OneConnection.of(name, loads));
        var judged = PercentileFinding.deciding(experiment, name);
        add(
                ArrivalsOmitted.of(
                                name,
                                trials.latency(),
                                judged.map(Percentile::of).stream().toList())
                        .or(() ->
                                judged.filter(Metric.P50::equals)
                                        .flatMap(_ -> ArrivalsOmitted.ofMedian(trials))));
        add(WindowTooShort.of(experiment.load(), trials));
        var latencies = trials.figures().stream().map(TrialFigures::latency).toList();
        add(TailFinding.of(experiment, name, loads, latencies));
        if (overloaded.isEmpty()) {
            add(QueueFinding.of(experiment, name, loads));
        }
        add(ServerIdle.of(trials, cores));
        add(CarriersPinned.of(trials));
    }

    /// Whether response times or scheduled arrivals count.
    private boolean timed() {
        return !(experiment.load() instanceof LoadModel.Closed)
                || experiment.metric().isPercentile()
                || experiment.claims().stream().anyMatch(c -> c.metric().isPercentile());
    }

    private void add(Optional<? extends ResultFinding> finding) {
        finding.ifPresent(findings::add);
    }
}
