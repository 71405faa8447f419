package dev.loombench;

import dev.loombench.analysis.defect.DefaultChange;
import dev.loombench.analysis.defect.KnownDefect;
import dev.loombench.analysis.defect.KnownDefect.Affected;
import dev.loombench.analysis.defect.KnownDefects.Applicable;
import dev.loombench.analysis.defect.RuntimeScope;
import dev.loombench.analysis.defect.Version;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.finding.ServingLimit;
import dev.loombench.analysis.finding.ServingLimit.Resource;
import dev.loombench.analysis.trial.NetworkSummary;
import dev.loombench.analysis.trial.correlation.IndependentResponses;
import dev.loombench.analysis.trial.correlation.QueuedResponses;
import dev.loombench.analysis.validity.agent.AgentBehind;
import dev.loombench.analysis.validity.agent.AgentClock;
import dev.loombench.analysis.validity.agent.AgentGenerator;
import dev.loombench.analysis.validity.agent.AgentLate;
import dev.loombench.analysis.validity.agent.AgentLeft;
import dev.loombench.analysis.validity.agent.LostAgent;
import dev.loombench.analysis.validity.capacity.CapacityFinding.BecameFaster;
import dev.loombench.analysis.validity.capacity.CapacityFinding.BimodalProcesses;
import dev.loombench.analysis.validity.capacity.CapacityFinding.ChangedOverTime;
import dev.loombench.analysis.validity.capacity.CapacityFinding.ConnectionsLimited;
import dev.loombench.analysis.validity.capacity.CapacityFinding.ConstantShare;
import dev.loombench.analysis.validity.capacity.CapacityFinding.FlatBurn;
import dev.loombench.analysis.validity.capacity.CapacityFinding.GeneratorLimited;
import dev.loombench.analysis.validity.capacity.CapacityFinding.NotBracketed;
import dev.loombench.analysis.validity.capacity.CapacityFinding.NotHeld;
import dev.loombench.analysis.validity.capacity.CapacityFinding.NotMonotone;
import dev.loombench.analysis.validity.capacity.CapacityFinding.ProbesDisturbed;
import dev.loombench.analysis.validity.capacity.CapacityFinding.ProcessFailed;
import dev.loombench.analysis.validity.capacity.CapacityFinding.RisesWithTime;
import dev.loombench.analysis.validity.capacity.CapacityFinding.TooFewRequests;
import dev.loombench.analysis.validity.consistency.ConsistencyFinding.ClocksDisagree;
import dev.loombench.analysis.validity.consistency.ConsistencyFinding.CountsDisagree;
import dev.loombench.analysis.validity.consistency.ConsistencyFinding.LittlesLawBroken;
import dev.loombench.analysis.validity.consistency.ConsistencyFinding.OpenLittlesLawBroken;
import dev.loombench.analysis.validity.consistency.ConsistencyFinding.ServerIdle;
import dev.loombench.analysis.validity.evidence.ConditionsDiffer;
import dev.loombench.analysis.validity.evidence.EvidenceLost;
import dev.loombench.analysis.validity.evidence.EvidenceMissing;
import dev.loombench.analysis.validity.evidence.Incomplete;
import dev.loombench.analysis.validity.evidence.NotJudgedInSlices;
import dev.loombench.analysis.validity.evidence.SameProcess;
import dev.loombench.analysis.validity.evidence.SharedBackends;
import dev.loombench.analysis.validity.evidence.ThreadsUnverified;
import dev.loombench.analysis.validity.evidence.TrialsFailed;
import dev.loombench.analysis.validity.evidence.UnexpectedThreads;
import dev.loombench.analysis.validity.foreign.ForeignFinding.CoordinatedOmission;
import dev.loombench.analysis.validity.foreign.ForeignFinding.FiguresLeftOut;
import dev.loombench.analysis.validity.foreign.ForeignFinding.NotInterleaved;
import dev.loombench.analysis.validity.foreign.ForeignFinding.OneProcess;
import dev.loombench.analysis.validity.foreign.ForeignFinding.RateFixed;
import dev.loombench.analysis.validity.foreign.ForeignFinding.ServerProcessUnknown;
import dev.loombench.analysis.validity.foreign.ForeignFinding.SettingsDiffer;
import dev.loombench.analysis.validity.foreign.ForeignFinding.TailNotReported;
import dev.loombench.analysis.validity.foreign.ForeignFinding.ToolWarning;
import dev.loombench.analysis.validity.foreign.SideFinding.MeasurementsFailed;
import dev.loombench.analysis.validity.foreign.SideFinding.OneSided;
import dev.loombench.analysis.validity.foreign.SideFinding.TwoKinds;
import dev.loombench.analysis.validity.generator.GeneratorSaturated;
import dev.loombench.analysis.validity.generator.GeneratorStalled;
import dev.loombench.analysis.validity.generator.GeneratorStarved;
import dev.loombench.analysis.validity.generator.LateCause;
import dev.loombench.analysis.validity.generator.PacedInTicks;
import dev.loombench.analysis.validity.generator.ScheduleLagged;
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
import dev.loombench.analysis.validity.percentile.QueueFinding;
import dev.loombench.analysis.validity.percentile.TailFinding;
import dev.loombench.analysis.validity.percentile.TailFinding.Percentile;
import dev.loombench.analysis.validity.response.ResponseFinding.NoGoodResponse;
import dev.loombench.analysis.validity.response.ResponseFinding.RateNotAchieved;
import dev.loombench.analysis.validity.response.ResponseFinding.RequestsUnfinished;
import dev.loombench.analysis.validity.response.ResponseFinding.UnexpectedRedirects;
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
import dev.loombench.analysis.validity.stationarity.WindowDrift;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.variant.RequestThreads;
import dev.loombench.load.api.UnansweredProblem;
import dev.loombench.load.limit.Backlog;
import dev.loombench.load.result.LoadResult.Stalls;
import dev.loombench.observe.result.VirtualMachine;
import dev.loombench.result.Steadiness;
import dev.loombench.stats.series.Trend;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/// Findings of all kinds, with figures that no check found.
public final class SampleFindings {
    public static final List<String> BOTH = List.of("pool", "virtual");

    public static final ResultFinding BIMODAL =
            new BimodalTrials(
                    "pool",
                    Metric.INSTRUCTIONS_PER_REQUEST,
                    List.of(3, 11),
                    6,
                    226_000,
                    200_000,
                    true);

    private static final List<Applicable> DEFECTS =
            List.of(
                    new Applicable(
                            new KnownDefect(
                                    "caffeine-779",
                                    new Affected(List.of("caffeine"), List.of(), List.of()),
                                    new RuntimeScope(
                                            Set.of(VirtualMachine.HOTSPOT),
                                            "",
                                            "",
                                            List.of(),
                                            List.of()),
                                    List.of(),
                                    List.of(),
                                    "a loader holds a lock",
                                    "use AsyncCache",
                                    "https://example.org/779"),
                            "caffeine 3.2.0"));

    /// One or more of each kind, with the words of each case; those of a single variant are of
    /// `pool`.
    public static final List<ResultFinding> ALL =
            List.of(
                    new DefectFinding(BOTH, DEFECTS, List.of()),
                    new JdkDefaultsFinding(
                            "25.0.3",
                            "27",
                            List.of(
                                    new DefaultChange(
                                            "JEP-534",
                                            new Version("27"),
                                            "object headers are compact",
                                            "-XX:-UseCompactObjectHeaders on both",
                                            "https://example.org/534"))),
                    new LostAgent("pool", "the agent 10.0.0.2:7800 left"),
                    new AgentBehind("pool", "10.0.0.2:7800", 450, 475),
                    new AgentClock("pool", "10.0.0.2:7800", 60_000_000),
                    new AgentLate("pool", "10.0.0.2:7800", 80_000_000, 0.04, 0.02),
                    new AgentLeft("pool", "10.0.0.2:7800", "left", 3_000_000_000L, 4, 8),
                    new AgentGenerator(
                            "pool",
                            "10.0.0.2:7800",
                            new GeneratorSaturated("pool", 0.95, 0.97, 3, 3)),
                    new GeneratorSaturated("pool", 0.95, 0.97, 3, 3),
                    late(LateCause.CONNECTIONS, 0.001),
                    late(LateCause.GENERATOR, 0.12),
                    late(LateCause.BOTH, 0.12),
                    late(LateCause.STREAMS, 0.001),
                    late(LateCause.REFUSED, 0.001),
                    late(LateCause.UNKNOWN, 0.001),
                    new PacedInTicks("pool", "1ms", new Percentile("p99", 99), 0.004, 0.0032, 0.2),
                    new GeneratorStarved("pool", 0.6, 7, true),
                    new GeneratorStalled(
                            "pool",
                            new Stalls(1, 100_000_000, 100_000_000, OptionalLong.of(5), 1),
                            2,
                            1,
                            3),
                    new ConnectionsNotAchieved("pool", 400, 300, 0, 0, 1_000),
                    new ConnectionsNotAchieved("pool", 400, 380, 20, 0, 1_000),
                    new RequestsNotSent("pool", 2_000, 1_000),
                    new Overloaded(
                            "pool",
                            new Backlog(220, 188, 0, 30),
                            Optional.of(new ServingLimit(Resource.POOL, 10, 0.051)),
                            false,
                            2,
                            3),
                    overloaded(32, 0, Resource.REQUESTS, 10),
                    overloaded(0, 30, Resource.SATURATED_THREADS, 1),
                    overloaded(0, 30, Resource.CONNECTIONS, 5),
                    overloaded(0, 30, Resource.STREAMS, 5),
                    new Errors("pool", 73, 0.01, Map.of("timeout", 3L, "status-5xx", 70L), false),
                    new Errors("pool", 1, 0.01, Map.of("timeout", 1L), true),
                    new DeadlineMissed("pool", 100_000_000, 200, 100, 0.03),
                    new ConnectionsClosed("pool", 100, false, Optional.empty()),
                    new ArrivalsOmitted("pool", new Percentile("p99", 99), 4_150_000, 90_000_000),
                    new WindowTooShort("pool", 1, 2, 0),
                    new WindowTooShort("pool", 5, 1.05, -0.05),
                    new WaitsFromBefore("pool", 2, 50),
                    new CertificatesUnchecked("pool"),
                    new ConnectionErrors(
                            "pool",
                            Map.of("ENHANCE_YOUR_CALM", 12L, "INTERNAL_ERROR", 1L),
                            Optional.of("too_many_pings")),
                    new StreamErrors("pool", Map.of("CANCEL", 30L)),
                    new StreamsLimited("pool", 250, 100, 1_200),
                    new HeadersLimited("pool", 9_000, 8_192),
                    new OneConnection("pool", 100),
                    new ConcurrentRun(),
                    new CpuContentionBefore(0.2, 0.03),
                    new CpuContentionDuring(BOTH, 0.2, 0.03, List.of("db")),
                    new RestingServersBusy(BOTH, 0.2),
                    new CpuThrottled(BOTH, 0.03),
                    new CpuPressure(BOTH, 0.6),
                    new ClockRateVaried(2.8e9, 3e9),
                    new MemoryShort(BOTH, 5_000, 0.02),
                    new ListenQueueOverflowed(BOTH, 3, 0),
                    new ListenQueueOverflowed(BOTH, 300, 90),
                    new Retransmitted(BOTH, 0.01),
                    new ServerStopped("pool", 0.5, 2, 1, 3),
                    new SharedMachine(2),
                    new NetworkCrossed(
                            new NetworkSummary(OptionalDouble.of(2e5), OptionalDouble.of(0.002))),
                    new StillCompiling(BOTH, 0.4, true),
                    new CompilersStarved(BOTH, 0.7),
                    new PausedByCollector("pool", 0.2),
                    new CarriersPinned("pool", 0.2, 50, "in Thread.sleep"),
                    new LittlesLawBroken("pool", 400, 300),
                    new OpenLittlesLawBroken("pool", 600, 400),
                    new ClocksDisagree("pool", 0.5, 0.4, 500, 400),
                    new CountsDisagree("pool", 2_000, 1_000),
                    new ServerIdle("pool", 0.1, 0.4, 0.1),
                    new TailFinding(
                            "pool",
                            new Percentile("p99", 99),
                            false,
                            250,
                            2.5,
                            5,
                            List.of(Metric.P99, Metric.P999, Metric.P9999),
                            true),
                    new QueueFinding(
                            "pool",
                            QueuedResponses.all(new IndependentResponses(20, 60, 0.5, 4.5)),
                            new Percentile("p99", 99),
                            true),
                    new NotSteady(
                            "a",
                            Metric.CPU_PER_REQUEST,
                            Steadiness.State.TOO_FEW_CALLS,
                            2,
                            3,
                            8,
                            1_200,
                            OptionalDouble.of(3),
                            OptionalDouble.empty(),
                            false,
                            false),
                    new FewCalls("pool", 3, 3, 1_300, 1_300, 8, true),
                    new FewCalls("pool", 3, 3, 20_000, 200, 8, true),
                    new NonStationary("pool", new Trend.NeverSteady(5), 2, 3),
                    new WindowDrift(
                            "pool", Metric.CPU_PER_REQUEST, 0.4, 3, List.of(), List.of(), true),
                    new WindowDrift("pool", Metric.P99, 3.1, 3, List.of(), List.of(), true),
                    new WindowDrift("pool", Metric.PEAK_RSS, 1.3, 3, List.of(), List.of(), false),
                    new MemoryGrowth("pool", 1.4, 8, 3, false),
                    new NotRampedUp("pool", 3, 3, 10),
                    new BusyAfterLoad("pool", 3, 4.4, 5.5, false, 1.5, 25.5, true),
                    new RareByClock(
                            RareByClock.Bursts.WORK,
                            "pool",
                            false,
                            new RareByClock.Figures(3, 1, 2, 0.84, 0.1, false, true, 25, true)),
                    new RareByClock(
                            RareByClock.Bursts.STALLS,
                            "pool",
                            true,
                            new RareByClock.Figures(3, 0, 2, 1.26, 0.04, true, true, 75, true)),
                    BIMODAL,
                    new BimodalTrials(
                            "pool", Metric.THROUGHPUT, List.of(3, 11), 6, 800, 1_000, false),
                    new TrendOverBlocks("pool", Optional.empty(), Metric.THROUGHPUT, 8),
                    new OutlyingTrial("pool", 3, "throughput", -0.3),
                    new TrialsFailed("pool", 1, 3, "launch: it died"),
                    new Incomplete(4, 6),
                    new EvidenceLost("trial-001/load.json", "it is empty"),
                    new EvidenceMissing("attach", "jvm", "no agent"),
                    new ConditionsDiffer(List.of("jvm", "jdk")),
                    new SameProcess(BOTH),
                    new NotJudgedInSlices(List.of(Metric.P99, Metric.PEAK_RSS)),
                    new SharedBackends(List.of("db")),
                    new UnexpectedThreads(
                            "pool",
                            RequestThreads.PLATFORM,
                            List.of("virtual"),
                            OptionalInt.of(25)),
                    new ThreadsUnverified(
                            "pool", RequestThreads.PLATFORM, Optional.of("it cannot be attached")),
                    new NoGoodResponse(
                            "pool",
                            new UnansweredProblem.NoGoodResponse(
                                    10_000_000_000L,
                                    1_000_000_000,
                                    10,
                                    0,
                                    8,
                                    new TreeMap<>(Map.of("malformed", 3L, "status 503", 7L)),
                                    new TreeMap<>(Map.of("malformed", "a second :status")))),
                    new UnexpectedRedirects("pool", new TreeMap<>(Map.of(302, 1_230L))),
                    new UnrequestedMessages("pool", 12, 10),
                    new RequestsUnfinished("pool", 3),
                    new RateNotAchieved("pool", 90, 1_080),
                    new NotMonotone("pool", 500, 800),
                    new ProbesDisturbed("pool", 1, 6, "cpu-contention-during"),
                    new GeneratorLimited("pool", 5_000),
                    new ConnectionsLimited("pool", 1_950, 1_000),
                    new NotBracketed("pool", 1, 3),
                    new NotHeld("pool", 900, 60, 1.5),
                    new BimodalProcesses("pool", 2, 5, 500, 1_000),
                    new ChangedOverTime("pool", 900, 6),
                    new BecameFaster("pool", 900, 1_035),
                    new RisesWithTime("pool", 0.07),
                    new FlatBurn("pool", 900, 1_350, 0.95),
                    new ConstantShare("pool", 0.95, 300, 760),
                    new TooFewRequests("pool", 50, 300),
                    new ProcessFailed("pool", 2, "it ended"),
                    new CoordinatedOmission("wrk", true),
                    new FiguresLeftOut(List.of("gc.count of a.B.c, whose direction is not known")),
                    new MeasurementsFailed("pool", "request", 12, 0.0004),
                    new NotInterleaved(),
                    new OneProcess(BOTH, true, "-f 5"),
                    new OneSided("pool", List.of("a.B.c (size=10)")),
                    new RateFixed("oha", false),
                    new ServerProcessUnknown("wrk"),
                    new SettingsDiffer(List.of("connections", "jdkVersion")),
                    new TailNotReported("wrk", "p99"),
                    new ToolWarning(
                            List.of("pool"), "k6", 3, "a.json", "it dropped 12 iterations", true),
                    new TwoKinds("pool", "a.B.c", "time", 3, 2, 1.2));

    private SampleFindings() {}

    private static ResultFinding late(LateCause cause, double waitedShare) {
        return new ScheduleLagged("pool", 0.02, 0.01, cause, OptionalDouble.of(waitedShare), false);
    }

    private static ResultFinding overloaded(
            double timedOut, double growth, Resource resource, int size) {
        return Overloaded.ofWindow(
                "pool",
                new Backlog(220, 188, timedOut, growth),
                Optional.of(new ServingLimit(resource, size, 0.051)));
    }
}
