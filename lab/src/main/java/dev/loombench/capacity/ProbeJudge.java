package dev.loombench.capacity;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.trial.TrialMetrics;
import dev.loombench.analysis.validity.agent.AgentGenerator;
import dev.loombench.analysis.validity.generator.GeneratorSaturated;
import dev.loombench.analysis.validity.generator.GeneratorStalled;
import dev.loombench.analysis.validity.generator.GeneratorStarved;
import dev.loombench.analysis.validity.generator.ScheduleLagged;
import dev.loombench.analysis.validity.machine.CpuContentionDuring;
import dev.loombench.analysis.validity.machine.MemoryShort;
import dev.loombench.analysis.validity.machine.ProcessorFinding.CpuThrottled;
import dev.loombench.analysis.validity.machine.ServerStopped;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.TrialCount;
import dev.loombench.finding.Severity;
import dev.loombench.result.RunManifest;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialResult;
import dev.loombench.traffic.LoadModel;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Whether a violation in a window is the server's: by the checks of validity of any trial.
final class ProbeJudge {
    private ProbeJudge() {}

    /// Why a violation may not be the server's.
    ///
    /// @param generator whether the load generator is the cause, which no repetition changes
    /// @param finding the reason
    record Disturbance(boolean generator, ResultFinding finding) {}

    /// The disturbance of a window; empty without one.
    ///
    /// @param refused whether refused requests alone violate the objectives
    static Optional<Disturbance> of(
            RunManifest manifest,
            Trial process,
            LoadModel.Open load,
            Completed window,
            boolean refused) {
        var findings =
                analysis(manifest, process.variant(), load, List.of(result(process, window)))
                        .findings()
                        .stream()
                        .map(ProbeJudge::ofGenerator)
                        .toList();
        double processors =
                TrialMetrics.machineProcessors(window).orElse(manifest.environment().cores());
        return of(findings, processors * window.window().seconds(), refused);
    }

    /// Other processes are no reason for [refused requests][RefusedRequests], unless the load
    /// waited for them and its requests then arrived in bursts.
    ///
    /// @param processorSeconds processors of the machine, times the length of the window
    static Optional<Disturbance> of(
            List<ResultFinding> findings, double processorSeconds, boolean refused) {
        var busy = findings.stream().filter(f -> machineBusy(f, processorSeconds)).toList();
        boolean evenly = findings.stream().noneMatch(ProbeJudge::isLate);
        return findings.stream()
                .filter(f -> isGeneratorLimit(f, !busy.isEmpty()))
                .findFirst()
                .map(f -> new Disturbance(true, f))
                .or(() ->
                        busy.stream()
                                .filter(f ->
                                        !(refused && evenly && f instanceof CpuContentionDuring))
                                .findFirst()
                                .map(f -> new Disturbance(false, f)));
    }

    private static boolean isLate(ResultFinding finding) {
        return finding instanceof ScheduleLagged || finding instanceof GeneratorStarved;
    }

    /// The finding about a generator, also where an agent has it.
    private static ResultFinding ofGenerator(ResultFinding finding) {
        return finding instanceof AgentGenerator(_, _, var generator) ? generator : finding;
    }

    static TrialResult result(Trial process, Completed window) {
        return new TrialResult(process, Instant.now(), window.window().startNanos(), window);
    }

    /// The analysis of windows of one variant at one rate.
    static Analysis analysis(
            RunManifest manifest, String variant, LoadModel.Open load, List<TrialResult> windows) {
        var experiment = of(manifest.experiment(), variant, load, windows.size());
        var own =
                new RunManifest(
                        experiment,
                        manifest.environment(),
                        manifest.started(),
                        manifest.seed(),
                        manifest.exclusive(),
                        manifest.mode(),
                        windows.stream().map(TrialResult::trial).toList(),
                        manifest.jdks(),
                        manifest.builds(),
                        List.of(),
                        manifest.agents(),
                        manifest.serverOn(),
                        manifest.command());
        return Analysis.of(own, windows);
    }

    private static Experiment of(Experiment all, String variant, LoadModel.Open load, int windows) {
        return SearchedExperiment.withLoad(
                        all.withVariants(List.of(all.variant(variant))), load, all.phases())
                .withTrials(TrialCount.exactly(Math.max(1, windows)));
    }

    /// Whether the generator had no CPU time left, other than because other processes took it. Its
    /// schedule lags also when the server keeps all connections busy.
    private static boolean isGeneratorLimit(ResultFinding finding, boolean machineBusy) {
        return finding.severity() == Severity.INVALID
                && (finding instanceof GeneratorSaturated
                        || (finding instanceof GeneratorStarved && !machineBusy));
    }

    /// Whether other processes, or the machine, may be the cause of a violation. Not the backends
    /// of the run: at a capacity that they bound they are busy in every window.
    ///
    /// @param processorSeconds processors of the machine, times the length of the window
    static boolean machineBusy(ResultFinding finding, double processorSeconds) {
        return (finding instanceof CpuContentionDuring contention
                        && contention.isOfOthers(processorSeconds))
                || finding instanceof MemoryShort
                || finding instanceof ServerStopped
                || finding instanceof CpuThrottled
                || finding instanceof GeneratorStalled;
    }
}
