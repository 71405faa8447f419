package dev.loombench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.analysis.defect.DefaultChange;
import dev.loombench.analysis.defect.KnownDefect;
import dev.loombench.analysis.defect.KnownDefect.Affected;
import dev.loombench.analysis.defect.KnownDefects.Applicable;
import dev.loombench.analysis.defect.RuntimeScope;
import dev.loombench.analysis.defect.Version;
import dev.loombench.analysis.trial.Backlog;
import dev.loombench.analysis.trial.NetworkSummary;
import dev.loombench.analysis.validity.AgentFinding.AgentBehind;
import dev.loombench.analysis.validity.AgentFinding.AgentClock;
import dev.loombench.analysis.validity.AgentFinding.AgentGenerator;
import dev.loombench.analysis.validity.AgentFinding.AgentLost;
import dev.loombench.analysis.validity.ConsistencyFinding.ClocksDisagree;
import dev.loombench.analysis.validity.ConsistencyFinding.CountsDisagree;
import dev.loombench.analysis.validity.ConsistencyFinding.LittlesLawBroken;
import dev.loombench.analysis.validity.ConsistencyFinding.OpenLittlesLawBroken;
import dev.loombench.analysis.validity.ConsistencyFinding.ServerIdle;
import dev.loombench.analysis.validity.DefectFinding;
import dev.loombench.analysis.validity.EvidenceFinding.ConditionsDiffer;
import dev.loombench.analysis.validity.EvidenceFinding.EvidenceLost;
import dev.loombench.analysis.validity.EvidenceFinding.EvidenceMissing;
import dev.loombench.analysis.validity.EvidenceFinding.Incomplete;
import dev.loombench.analysis.validity.EvidenceFinding.SameProcess;
import dev.loombench.analysis.validity.EvidenceFinding.SharedBackends;
import dev.loombench.analysis.validity.EvidenceFinding.ThreadsUnverified;
import dev.loombench.analysis.validity.EvidenceFinding.TrialsFailed;
import dev.loombench.analysis.validity.EvidenceFinding.UnexpectedThreads;
import dev.loombench.analysis.validity.Finding;
import dev.loombench.analysis.validity.GeneratorFinding.GeneratorSaturated;
import dev.loombench.analysis.validity.GeneratorFinding.GeneratorStalled;
import dev.loombench.analysis.validity.GeneratorFinding.GeneratorStarved;
import dev.loombench.analysis.validity.GeneratorFinding.ScheduleLagged;
import dev.loombench.analysis.validity.JdkDefaultsFinding;
import dev.loombench.analysis.validity.JvmFinding.CarriersPinned;
import dev.loombench.analysis.validity.JvmFinding.CompilersStarved;
import dev.loombench.analysis.validity.JvmFinding.PausedByCollector;
import dev.loombench.analysis.validity.JvmFinding.StillCompiling;
import dev.loombench.analysis.validity.LoadFinding.ArrivalsOmitted;
import dev.loombench.analysis.validity.LoadFinding.ConnectionsClosed;
import dev.loombench.analysis.validity.LoadFinding.ConnectionsNotAchieved;
import dev.loombench.analysis.validity.LoadFinding.Errors;
import dev.loombench.analysis.validity.LoadFinding.RequestsNotSent;
import dev.loombench.analysis.validity.LoadFinding.WindowTooShort;
import dev.loombench.analysis.validity.MachineFinding.ConcurrentRun;
import dev.loombench.analysis.validity.MachineFinding.CpuContentionBefore;
import dev.loombench.analysis.validity.MachineFinding.CpuContentionDuring;
import dev.loombench.analysis.validity.MachineFinding.ListenQueueOverflowed;
import dev.loombench.analysis.validity.MachineFinding.MemoryShort;
import dev.loombench.analysis.validity.MachineFinding.NetworkCrossed;
import dev.loombench.analysis.validity.MachineFinding.RestingServersBusy;
import dev.loombench.analysis.validity.MachineFinding.Retransmitted;
import dev.loombench.analysis.validity.MachineFinding.ServerStopped;
import dev.loombench.analysis.validity.MachineFinding.SharedMachine;
import dev.loombench.analysis.validity.Overloaded;
import dev.loombench.analysis.validity.Overloaded.Limit;
import dev.loombench.analysis.validity.Overloaded.Limit.Resource;
import dev.loombench.analysis.validity.ProcessorFinding.ClockRateVaried;
import dev.loombench.analysis.validity.ProcessorFinding.CpuPressure;
import dev.loombench.analysis.validity.ProcessorFinding.CpuThrottled;
import dev.loombench.analysis.validity.QueueFinding;
import dev.loombench.analysis.validity.SpreadFinding.BimodalTrials;
import dev.loombench.analysis.validity.SpreadFinding.OutlyingTrial;
import dev.loombench.analysis.validity.SpreadFinding.TrendOverBlocks;
import dev.loombench.analysis.validity.StationarityFinding.NonStationary;
import dev.loombench.analysis.validity.StationarityFinding.NotRampedUp;
import dev.loombench.analysis.validity.StationarityFinding.NotSteady;
import dev.loombench.analysis.validity.StationarityFinding.WindowDrift;
import dev.loombench.analysis.validity.TailFinding;
import dev.loombench.load.result.LoadResult.Stalls;
import dev.loombench.observe.result.VirtualMachine;
import dev.loombench.result.Steadiness;
import dev.loombench.spec.Metric;
import dev.loombench.spec.RequestThreads;
import dev.loombench.stats.Trend;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The kinds and texts of findings.
class FindingTextTest {
    private static final List<String> BOTH = List.of("pool", "virtual");

    private static final Pattern KEY =
            Pattern.compile(
                    "\\b(phases|warm-up|measure|trials|jvm|cpus|mode|per|rate|users|load|timeout)(:| in place of)");

    private static final Finding BIMODAL =
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

    /// One of each kind; those of a single variant are of `pool`.
    private static final List<Finding> ALL =
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
                    new AgentLost("pool", "the agent 10.0.0.2:7800 left"),
                    new AgentBehind("pool", "10.0.0.2:7800", 450, 475),
                    new AgentClock("pool", "10.0.0.2:7800", 60_000_000),
                    new AgentGenerator(
                            "pool", new GeneratorSaturated("pool, agent 10.0.0.2:7800", 0.95)),
                    new GeneratorSaturated("pool", 0.95),
                    new ScheduleLagged("pool", 0.02, 0.01, false),
                    new GeneratorStarved("pool", 0.6, 7, true),
                    new GeneratorStalled(
                            "pool",
                            new Stalls(1, 100_000_000, 100_000_000, OptionalLong.of(5), 1),
                            2),
                    new ConnectionsNotAchieved("pool", 400, 300, 0),
                    new RequestsNotSent("pool", 2_000, 1_000),
                    new Overloaded(
                            "pool",
                            new Backlog(220, 188, 0, 30),
                            Optional.of(new Limit(Resource.POOL, 10, 0.051)),
                            false),
                    new Errors("pool", 73, 0.01, Map.of("timeout", 3L, "status-5xx", 70L), false),
                    new ConnectionsClosed("pool", 100),
                    new ArrivalsOmitted("pool", 4_150_000, 90_000_000),
                    new WindowTooShort("pool", 1, 2),
                    new ConcurrentRun(),
                    new CpuContentionBefore(0.2, 0.03),
                    new CpuContentionDuring(BOTH, 0.2, 0.03),
                    new RestingServersBusy(BOTH, 0.2),
                    new CpuThrottled(BOTH, 0.03),
                    new CpuPressure(BOTH, 0.6),
                    new ClockRateVaried(2.8e9, 3e9),
                    new MemoryShort(BOTH, 5_000, 0.02),
                    new ListenQueueOverflowed(BOTH, 3, 0),
                    new Retransmitted(BOTH, 0.01),
                    new ServerStopped("pool", 0.5, 2),
                    new SharedMachine(2),
                    new NetworkCrossed(
                            new NetworkSummary(OptionalDouble.of(2e5), OptionalDouble.empty())),
                    new StillCompiling(BOTH, 0.4, true),
                    new CompilersStarved(BOTH, 0.7),
                    new PausedByCollector("pool", 0.2),
                    new CarriersPinned("pool", 0.2, 50, "in Thread.sleep"),
                    new LittlesLawBroken("pool", 400, 300),
                    new OpenLittlesLawBroken("pool", 600, 400),
                    new ClocksDisagree("pool", 0.5, 0.4, 500, 400),
                    new CountsDisagree("pool", 2_000, 1_000),
                    new ServerIdle("pool", 0.1, 0.4, 0.1),
                    new TailFinding("pool", Metric.P99, 250, 5, true),
                    new QueueFinding("pool", 5, 2.1, 2.4, Metric.P99, true),
                    new NotSteady(
                            "a",
                            Metric.CPU_PER_REQUEST,
                            Steadiness.State.TOO_FEW_CALLS,
                            2,
                            3,
                            8,
                            1_200,
                            OptionalDouble.of(3),
                            false),
                    new NonStationary("pool", new Trend.NeverSteady(5), 2, 3),
                    new WindowDrift("pool", Metric.CPU_PER_REQUEST, 0.4, 3, List.of(), true),
                    new WindowDrift("pool", Metric.PEAK_RSS, 1.3, 3, List.of(), false),
                    new NotRampedUp("pool", 3, 3, 10),
                    BIMODAL,
                    new TrendOverBlocks("pool", Metric.THROUGHPUT, 8),
                    new OutlyingTrial("pool", 3, "throughput", -0.3),
                    new TrialsFailed("pool", 1, 3, "launch: it died"),
                    new Incomplete(4, 6),
                    new EvidenceLost("trial-001/load.json", "it is empty"),
                    new EvidenceMissing("attach", "jvm", "no agent"),
                    new ConditionsDiffer(List.of("jvm", "jdk")),
                    new SameProcess(BOTH),
                    new SharedBackends(List.of("db")),
                    new UnexpectedThreads(
                            "pool",
                            RequestThreads.PLATFORM,
                            List.of("virtual"),
                            OptionalInt.empty()),
                    new ThreadsUnverified("pool", RequestThreads.PLATFORM, Optional.empty()));

    /// `findings[].kind` in JSON: stable.
    @Test
    void the_names_of_kinds_are_stable() {
        assertThat(ALL)
                .extracting(Finding::kind)
                .containsExactly(
                        "known-defects",
                        "jdk-defaults",
                        "agent-lost",
                        "agent-behind",
                        "agent-clock",
                        "generator-saturated",
                        "generator-saturated",
                        "schedule-lagged",
                        "generator-starved",
                        "generator-stalled",
                        "connections-not-achieved",
                        "requests-not-sent",
                        "overloaded",
                        "errors",
                        "connections-closed",
                        "arrivals-omitted",
                        "window-too-short",
                        "concurrent-run",
                        "cpu-contention-before",
                        "cpu-contention-during",
                        "resting-servers-busy",
                        "cpu-throttled",
                        "cpu-pressure",
                        "clock-rate-varied",
                        "memory-short",
                        "listen-queue-overflowed",
                        "retransmitted",
                        "server-stopped",
                        "shared-machine",
                        "network-crossed",
                        "still-compiling",
                        "compilers-starved",
                        "paused-by-collector",
                        "carriers-pinned",
                        "littles-law-broken",
                        "open-littles-law-broken",
                        "clocks-disagree",
                        "counts-disagree",
                        "server-idle",
                        "few-responses-beyond",
                        "window-shorter-than-queue",
                        "not-steady",
                        "non-stationary",
                        "window-drift",
                        "memory-grows",
                        "not-ramped-up",
                        "bimodal-trials",
                        "trend-over-blocks",
                        "outlying-trial",
                        "trials-failed",
                        "incomplete",
                        "evidence-lost",
                        "evidence-missing",
                        "conditions-differ",
                        "same-process",
                        "shared-backends",
                        "unexpected-threads",
                        "threads-unverified");
    }

    @Test
    void overload_is_one_sentence_with_its_limit() {
        assertThat(overload(0, 30, Resource.POOL, 10))
                .isEqualTo(
                        "a cannot keep up: 188 of 220/s answered, the backlog grows by 30.0/s; its pool of 10 allows 196/s");
        assertThat(overload(32, 0, Resource.REQUESTS, 10))
                .isEqualTo(
                        "a cannot keep up: 188 of 220/s answered, 32.0/s time out; it serves about 10 requests at once");
        assertThat(overload(0, 30, Resource.CONNECTIONS, 5))
                .isEqualTo(
                        "a: 188 of 220/s answered, the backlog grows by 30.0/s; the 5 connections of the load allow about 98.0/s (5 / 51.0 ms)");
    }

    private static String overload(double timedOut, double growth, Resource resource, int size) {
        var limit = new Limit(resource, size, 0.051);
        var backlog = new Backlog(220, 188, timedOut, growth);
        return FindingText.of(new Overloaded("a", backlog, Optional.of(limit), false)).message();
    }

    @Test
    void every_kind_is_covered() {
        assertThat(ALL.stream().map(Object::getClass).map(Class::getName).distinct())
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(Finding.class.getPermittedSubclasses())
                                .flatMap(g ->
                                        g.isSealed()
                                                ? Stream.of(g.getPermittedSubclasses())
                                                : Stream.of(g))
                                .map(Class::getName)
                                .toList());
    }

    @Test
    void each_text_names_its_variants_and_is_part_of_a_sentence() {
        for (var finding : ALL) {
            var text = FindingText.of(finding);
            assertThat(finding.variants())
                    .as(finding.kind())
                    .allSatisfy(variant -> assertThat(text.message()).contains(variant));
            assertThat(List.of(text.message(), text.impact(), text.remedy()))
                    .as(finding.kind())
                    .allSatisfy(part -> assertThat(part).isNotBlank().doesNotEndWith("."));
        }
    }

    /// Keys of an experiment, which has a file where no options were typed.
    @Test
    void a_remedy_names_options_and_keys_only_with_their_file() {
        for (var finding : ALL) {
            for (var text :
                    List.of(FindingText.of(finding), FindingText.of(finding, SampleRun.spec()))) {
                assertThat(text.remedy())
                        .as(finding.kind())
                        .matches(remedy ->
                                !KEY.matcher(remedy).find()
                                        || remedy.contains("in a file (compare --write FILE)")
                                        || remedy.endsWith("in the file"));
            }
        }
    }

    /// The sample has a warm-up of at most 4 s, a window of 2 s and 3 trials.
    @Test
    void a_remedy_has_twice_the_present_values_in_steps_of_five_seconds() {
        assertThat(remedy(new StillCompiling(BOTH, 0.4, true)))
                .isEqualTo("use a longer warm-up (--warm-up 10s)");
        assertThat(remedy(new RestingServersBusy(BOTH, 0.2)))
                .startsWith("use a longer warm-up (--warm-up 10s), or mode: sequential in a file");
        assertThat(remedy(new LittlesLawBroken("pool", 400, 300)))
                .endsWith(": --warm-up 10s -d 5s");
        assertThat(remedy(new NonStationary("pool", new Trend.NeverSteady(5), 2, 3)))
                .isEqualTo("use a longer warm-up (--warm-up 10s), then a longer window (-d 5s)");
        assertThat(remedy(new WindowDrift("pool", Metric.THROUGHPUT, 0.4, 3, List.of(), true)))
                .isEqualTo(
                        "use a longer warm-up, phases: {warm-up: 10s} in a file (compare --write FILE)");
        assertThat(remedy(BIMODAL)).startsWith("use more trials (--trials 6)");
        assertThat(remedy(new WindowTooShort("pool", 1, 2.1)))
                .as("ten response times of 2.1 s")
                .isEqualTo("use a longer window (-d 25s)");
    }

    private static String remedy(Finding finding) {
        return FindingText.of(finding, SampleRun.spec()).remedy();
    }

    @Test
    void groups_of_trials_are_described_by_the_smaller_one() {
        assertThat(FindingText.of(BIMODAL).message())
                .isEqualTo("pool: 2 of 6 JVMs took 1.13 times the instructions per request");
        assertThat(FindingText.of(BIMODAL).impact()).contains("compiled the code in another way");
        assertThat(FindingText.of(BIMODAL).remedy())
                .endsWith("compare trial-003, trial-011 with others");
        var byMetric =
                new BimodalTrials("pool", Metric.THROUGHPUT, List.of(3, 11), 6, 800, 1_000, false);
        assertThat(FindingText.of(byMetric).message())
                .isEqualTo(
                        "pool: processes are of two kinds; throughput is 800/s in 2 of 6, and"
                                + " 1,000/s in the others (0.80 times)");
    }

    @Test
    void time_outs_are_named_in_place_of_limits_of_the_server() {
        var missing = FindingText.of(new ConnectionsNotAchieved("pool", 400, 380, 20));
        assertThat(missing.message())
                .isEqualTo(
                        "pool: 400 connections were requested and 380 established; 20 requests timed out, which closes their connections");
        assertThat(missing.remedy()).startsWith("find why requests time out");
        assertThat(FindingText.of(new ConnectionsNotAchieved("pool", 400, 380, 0)).remedy())
                .contains("the backlog");
        var full = FindingText.of(new ListenQueueOverflowed(List.of("pool"), 300, 90));
        assertThat(full.message())
                .isEqualTo(
                        "a full listen queue rejected up to 300 connections, after the load generator had closed 90 whose requests timed out (pool)");
        assertThat(full.remedy()).startsWith("find why requests time out");
    }

    @Test
    void a_jvm_lacks_virtual_threads_only_before_jdk_21() {
        assertThat(remedy(RequestThreads.VIRTUAL, OptionalInt.of(17)))
                .isEqualTo("use JDK 21 or later: its JVM, JDK 17, has no virtual threads");
        assertThat(remedy(RequestThreads.VIRTUAL, OptionalInt.of(21)))
                .startsWith("check that the service reads the setting")
                .doesNotContain("JDK");
        assertThat(remedy(RequestThreads.VIRTUAL, OptionalInt.empty())).contains("JDK 21 or later");
        assertThat(remedy(RequestThreads.PLATFORM, OptionalInt.empty())).doesNotContain("JDK");
    }

    private static String remedy(RequestThreads expected, OptionalInt jdk) {
        return FindingText.of(new UnexpectedThreads("a", expected, List.of(), jdk)).remedy();
    }

    @Test
    void errors_are_listed_by_kind() {
        assertThat(
                        FindingText.of(
                                        new Errors(
                                                "pool",
                                                73,
                                                0.01,
                                                Map.of("timeout", 3L, "status-5xx", 70L),
                                                false))
                                .message())
                .isEqualTo("pool: 73 requests (1.00 %) failed: status-5xx 70, timeout 3");
    }
}
