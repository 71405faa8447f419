package dev.loombench.analysis.validity;

import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.validity.agent.AgentBehind;
import dev.loombench.analysis.validity.agent.AgentLate;
import dev.loombench.analysis.validity.agent.LostAgent;
import dev.loombench.analysis.validity.consistency.ConsistencyFinding.LittlesLawBroken;
import dev.loombench.analysis.validity.consistency.ConsistencyFinding.OpenLittlesLawBroken;
import dev.loombench.analysis.validity.consistency.ConsistencyFinding.ServerIdle;
import dev.loombench.analysis.validity.evidence.Incomplete;
import dev.loombench.analysis.validity.evidence.TrialsFailed;
import dev.loombench.analysis.validity.generator.GeneratorSaturated;
import dev.loombench.analysis.validity.generator.GeneratorStalled;
import dev.loombench.analysis.validity.generator.GeneratorStarved;
import dev.loombench.analysis.validity.generator.ScheduleLagged;
import dev.loombench.analysis.validity.jvm.JvmFinding.CompilersStarved;
import dev.loombench.analysis.validity.jvm.JvmFinding.PausedByCollector;
import dev.loombench.analysis.validity.jvm.JvmFinding.StillCompiling;
import dev.loombench.analysis.validity.load.ArrivalsOmitted;
import dev.loombench.analysis.validity.load.ConnectionsClosed;
import dev.loombench.analysis.validity.load.ConnectionsNotAchieved;
import dev.loombench.analysis.validity.load.Errors;
import dev.loombench.analysis.validity.load.Overloaded;
import dev.loombench.analysis.validity.load.RequestsNotSent;
import dev.loombench.analysis.validity.load.WaitsFromBefore;
import dev.loombench.analysis.validity.load.WindowTooShort;
import dev.loombench.analysis.validity.machine.ConcurrentRun;
import dev.loombench.analysis.validity.machine.CpuContentionBefore;
import dev.loombench.analysis.validity.machine.CpuContentionDuring;
import dev.loombench.analysis.validity.machine.ListenQueueOverflowed;
import dev.loombench.analysis.validity.machine.MemoryShort;
import dev.loombench.analysis.validity.machine.ProcessorFinding.CpuPressure;
import dev.loombench.analysis.validity.machine.ProcessorFinding.CpuThrottled;
import dev.loombench.analysis.validity.machine.RestingServersBusy;
import dev.loombench.analysis.validity.machine.ServerStopped;
import dev.loombench.analysis.validity.percentile.QueueFinding;
import dev.loombench.analysis.validity.response.ResponseFinding.NoGoodResponse;
import dev.loombench.analysis.validity.response.ResponseFinding.RateNotAchieved;
import dev.loombench.analysis.validity.response.ResponseFinding.RequestsUnfinished;
import dev.loombench.analysis.validity.spread.OutlyingTrial;
import dev.loombench.analysis.validity.stationarity.BusyAfterLoad;
import dev.loombench.analysis.validity.stationarity.NonStationary;
import dev.loombench.analysis.validity.stationarity.NotSteady;
import dev.loombench.analysis.validity.stationarity.RareByClock;
import dev.loombench.analysis.validity.stationarity.WindowDrift;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Which kinds of findings explain which others, where both concern the same variant or the run.
///
/// A consequence is a fact of its own: it keeps its severity. Its remedy is that of its cause.
public final class Causes {
    /// Kinds that explain others only where they are long enough, or in enough trials, to make
    /// figures invalid: little follows from less.
    private static final Set<Kind> IF_INVALID =
            Set.of(
                    ServerStopped.KIND,
                    GeneratorStalled.KIND,
                    GeneratorSaturated.KIND,
                    CpuThrottled.KIND);

    private static final Set<Kind> UNSTEADY =
            Set.of(NotSteady.KIND, NonStationary.KIND, WindowDrift.KIND);

    private static final Set<Kind> LATE =
            Set.of(ScheduleLagged.KIND, RateNotAchieved.KIND, AgentBehind.KIND);

    /// What a wait of all requests leads to.
    private static final Set<Kind> STOOD_STILL =
            Set.of(
                    Overloaded.KIND,
                    LittlesLawBroken.KIND,
                    OpenLittlesLawBroken.KIND,
                    ArrivalsOmitted.KIND,
                    WindowTooShort.KIND,
                    RareByClock.STALLS,
                    OutlyingTrial.KIND);

    /// In the order of preference where several explain a finding.
    private static final Map<Kind, Set<Kind>> CONSEQUENCES = consequences();

    private Causes() {}

    private static Map<Kind, Set<Kind>> consequences() {
        var of = new LinkedHashMap<Kind, Set<Kind>>();
        of.put(
                LostAgent.KIND,
                Set.of(
                        TrialsFailed.KIND,
                        Incomplete.KIND,
                        RateNotAchieved.KIND,
                        RequestsNotSent.KIND,
                        ConnectionsNotAchieved.KIND));
        of.put(ServerStopped.KIND, union(UNSTEADY, LATE, STOOD_STILL, Set.of(Errors.KIND)));
        of.put(GeneratorStalled.KIND, union(UNSTEADY, LATE, STOOD_STILL));
        of.put(
                GeneratorSaturated.KIND,
                union(
                        LATE,
                        Set.of(Overloaded.KIND, LittlesLawBroken.KIND, OpenLittlesLawBroken.KIND)));
        of.put(
                Overloaded.KIND,
                union(
                        UNSTEADY,
                        LATE,
                        Set.of(
                                NoGoodResponse.KIND,
                                Errors.KIND,
                                RequestsUnfinished.KIND,
                                OpenLittlesLawBroken.KIND,
                                ConnectionsNotAchieved.KIND,
                                ConnectionsClosed.KIND,
                                WindowTooShort.KIND,
                                BusyAfterLoad.KIND,
                                GeneratorStarved.KIND,
                                ServerIdle.KIND)));
        of.put(Errors.KIND, union(LATE, Set.of(ConnectionsNotAchieved.KIND)));
        of.put(
                ConcurrentRun.KIND,
                union(
                        disturbed(),
                        Set.of(
                                CpuContentionBefore.KIND,
                                CpuContentionDuring.KIND,
                                MemoryShort.KIND)));
        of.put(CpuThrottled.KIND, disturbed());
        of.put(MemoryShort.KIND, union(disturbed(), Set.of(PausedByCollector.KIND)));
        of.put(CpuContentionDuring.KIND, union(disturbed(), Set.of(CpuContentionBefore.KIND)));
        of.put(GeneratorStarved.KIND, LATE);
        of.put(AgentLate.KIND, Set.of(RateNotAchieved.KIND, AgentBehind.KIND));
        of.put(ListenQueueOverflowed.KIND, Set.of(ConnectionsNotAchieved.KIND));
        of.put(ConnectionsNotAchieved.KIND, union(LATE, Set.of(LittlesLawBroken.KIND)));
        of.put(StillCompiling.KIND, UNSTEADY);
        of.put(CompilersStarved.KIND, union(UNSTEADY, Set.of(StillCompiling.KIND)));
        of.put(WaitsFromBefore.KIND, Set.of(LittlesLawBroken.KIND));
        of.put(WindowTooShort.KIND, Set.of(LittlesLawBroken.KIND, OpenLittlesLawBroken.KIND));
        of.put(QueueFinding.KIND, union(UNSTEADY, Set.of(RareByClock.STALLS)));
        of.put(NotSteady.KIND, Set.of(NonStationary.KIND, WindowDrift.KIND));
        return of;
    }

    /// What follows where others take the processors.
    private static Set<Kind> disturbed() {
        return union(
                UNSTEADY,
                LATE,
                Set.of(
                        CpuPressure.KIND,
                        GeneratorStarved.KIND,
                        GeneratorStalled.KIND,
                        CompilersStarved.KIND,
                        OutlyingTrial.KIND,
                        RestingServersBusy.KIND));
    }

    @SafeVarargs
    private static Set<Kind> union(Set<Kind>... sets) {
        var all = new HashSet<Kind>();
        for (var set : sets) {
            all.addAll(set);
        }
        return Set.copyOf(all);
    }

    /// Kinds of causes, with the kinds that each explains.
    static Map<Kind, Set<Kind>> all() {
        return Map.copyOf(CONSEQUENCES);
    }

    /// The cause of a finding that has none itself; empty where nothing explains the finding.
    public static Optional<ResultFinding> of(ResultFinding finding, List<ResultFinding> all) {
        var cause =
                CONSEQUENCES.entrySet().stream()
                        .filter(e -> e.getValue().contains(finding.kind()))
                        .flatMap(e ->
                                all.stream()
                                        .filter(c -> c.kind().equals(e.getKey()))
                                        .filter(Causes::mayExplain)
                                        .filter(c -> concernsSame(c, finding)))
                        .findFirst();
        return cause.map(c -> of(c, all).orElse(c));
    }

    private static boolean mayExplain(ResultFinding cause) {
        return cause.explains()
                && (!IF_INVALID.contains(cause.kind()) || cause.severity() == Severity.INVALID);
    }

    private static boolean concernsSame(ResultFinding cause, ResultFinding finding) {
        return cause.variants().isEmpty()
                || finding.variants().isEmpty()
                || cause.variants().stream().anyMatch(finding.variants()::contains);
    }
}
