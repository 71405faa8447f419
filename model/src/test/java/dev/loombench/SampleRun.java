package dev.loombench;

import dev.loombench.base.Window;
import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Criteria;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.Phases;
import dev.loombench.experiment.Scenario;
import dev.loombench.experiment.TrialCount;
import dev.loombench.experiment.variant.Threading;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResults;
import dev.loombench.observe.result.Environment;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Event;
import dev.loombench.observe.result.Observation.Events;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.observe.result.Observation.Unavailable;
import dev.loombench.observe.result.ProcessorSettings;
import dev.loombench.result.ChosenMode;
import dev.loombench.result.RunManifest;
import dev.loombench.result.Steadiness;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.WarmUp;
import dev.loombench.result.TrialResult;
import dev.loombench.result.UnloadedResponse;
import dev.loombench.result.WorkAfterLoad;
import dev.loombench.traffic.ConnectionPolicy;
import dev.loombench.traffic.ErrorPolicy;
import dev.loombench.traffic.ExpectedStatuses;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import org.HdrHistogram.Histogram;

/// A made-up run whose figures were worked out by hand: a pool of 100 threads beside virtual
/// threads, 400 users, 100 ms.
///
/// The pool answers 1,000/s in 400 ms each, virtual threads 4,000/s in 100 ms: N = X · R = 400 for
/// both.
public final class SampleRun {
    public static final String POOL = "tomcat platform-pool 100";
    public static final String VIRTUAL = "tomcat virtual";

    /// A claim that virtual threads need less CPU per request than the pool.
    public static final Claim CHEAPER =
            new Claim(
                    "cheaper",
                    VIRTUAL,
                    Metric.CPU_PER_REQUEST,
                    new Claim.Relation.Below(),
                    new Claim.Target.Times(1, POOL));

    private static final long SECOND = 1_000_000_000;
    private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");

    private SampleRun() {}

    public static Experiment experiment() {
        return experiment(new LoadModel.Closed(400, Duration.ZERO));
    }

    public static Experiment experiment(LoadModel load) {
        return experiment(load, List.of());
    }

    public static Experiment experiment(List<Claim> claims) {
        return experiment(new LoadModel.Closed(400, Duration.ZERO), claims);
    }

    public static Experiment experiment(LoadModel load, ErrorPolicy failures) {
        return experiment(load, List.of(), TrialCount.exactly(3), failures);
    }

    private static Experiment experiment(LoadModel load, List<Claim> claims) {
        return experiment(load, claims, TrialCount.exactly(3));
    }

    /// Rounds until intervals are within 3 %.
    public static Experiment experiment(int atLeast, int atMost) {
        return experiment(
                new LoadModel.Closed(400, Duration.ZERO),
                List.of(),
                new TrialCount(atLeast, atMost, OptionalDouble.of(0.03)));
    }

    private static Experiment experiment(
            LoadModel load, List<Claim> claims, TrialCount repetition) {
        return experiment(load, claims, repetition, ErrorPolicy.INVALIDATE);
    }

    private static Experiment experiment(
            LoadModel load, List<Claim> claims, TrialCount repetition, ErrorPolicy failures) {
        return new Experiment(
                "sample",
                "What do virtual threads change when a handler waits 100 ms?",
                List.of(
                        Variant.of(
                                "tomcat",
                                "platform-pool",
                                Threading.BOUNDED,
                                Map.of("threads", "100")),
                        Variant.of("tomcat", "virtual", Threading.VIRTUAL, Map.of())),
                new Scenario(
                        load,
                        new Traffic(
                                List.of(Request.get("/sleep?ms=100", Duration.ofSeconds(30))),
                                Map.of(),
                                ConnectionPolicy.DEFAULT,
                                failures,
                                ExpectedStatuses.DEFAULT),
                        new Phases(
                                Duration.ofSeconds(2),
                                Duration.ofSeconds(4),
                                Duration.ofSeconds(2))),
                repetition,
                Optional.empty(),
                new Criteria(Metric.THROUGHPUT, 0.03, claims),
                OptionalLong.of(42),
                Set.of());
    }

    public static RunManifest manifest() {
        return manifest(experiment());
    }

    /// The same run, started by these words after `loombench`.
    public static RunManifest typed(String... words) {
        var run = manifest();
        return new RunManifest(
                run.experiment(),
                run.environment(),
                run.started(),
                run.seed(),
                run.exclusive(),
                run.mode(),
                run.plan(),
                run.jdks(),
                run.builds(),
                run.adjustments(),
                run.agents(),
                run.serverOn(),
                List.of(words));
    }

    /// A run whose blocks are interleaved.
    public static RunManifest interleaved(Experiment experiment) {
        return manifest(experiment).with(ChosenMode.INTERLEAVED);
    }

    public static RunManifest manifest(Experiment experiment) {
        var plan = new ArrayList<Trial>();
        for (int round = 1; round <= experiment.trials().max(); round++) {
            for (var variant : experiment.variants()) {
                plan.add(new Trial(plan.size() + 1, variant.name(), round));
            }
        }
        var environment =
                new Environment(
                        NOON,
                        "a processor",
                        2,
                        8L << 30,
                        "Linux 6.1",
                        "25.0.3+9",
                        OptionalDouble.of(0.1),
                        OptionalDouble.of(0.01),
                        OptionalDouble.of(0),
                        OptionalLong.of(20_000),
                        new ProcessorSettings(
                                Optional.of("performance"),
                                Optional.of(true),
                                Optional.of(true),
                                OptionalDouble.empty()));
        return manifest(experiment, environment, NOON, 42, true, plan, Map.of());
    }

    /// The same experiment with another name.
    public static Experiment named(String name, Experiment s) {
        return new Experiment(
                name,
                s.question(),
                s.variants(),
                s.scenario(),
                s.trials(),
                s.mode(),
                s.criteria(),
                s.seed(),
                s.observe());
    }

    /// A sequential run on the lab's machine alone.
    public static RunManifest manifest(
            Experiment experiment,
            Environment environment,
            Instant started,
            long seed,
            boolean exclusive,
            List<Trial> plan,
            Map<String, String> jdks) {
        return new RunManifest(
                experiment,
                environment,
                started,
                seed,
                exclusive,
                ChosenMode.sequential(""),
                plan,
                jdks,
                Map.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                List.of());
    }

    /// Three trials of each: the pool at 995, 1,000 and 1,005 per second, virtual threads at 4,020,
    /// 4,000 and 3,980.
    public static List<TrialResult> trials() {
        var results = new ArrayList<TrialResult>();
        for (var trial : manifest().plan()) {
            int faster = 5 * (trial.block() - 2);
            results.add(
                    trial.variant().equals(POOL)
                            ? result(trial, completed(1_000 + faster, 400))
                            : result(trial, completed(4_000 - 4 * faster, 100)));
        }
        return results;
    }

    public static TrialResult result(Trial trial, TrialOutcome outcome) {
        return new TrialResult(trial, NOON.plusSeconds(10L * trial.number()), 0, outcome);
    }

    public static Completed completed(int answersPerSecond, int responseMillis) {
        return completed(answersPerSecond, responseMillis, Map.of(), 400, 0.2);
    }

    /// A window of two seconds, 3 s to 5 s after the zero of the clock; CPU of 100 µs a request.
    ///
    /// @param errors kind -> how many
    /// @param achieved connections
    /// @param busyShare of the generator
    public static Completed completed(
            int answersPerSecond,
            int responseMillis,
            Map<String, Long> errors,
            int achieved,
            double busyShare) {
        var window = new Window(3 * SECOND, 5 * SECOND);
        long answers = 2L * answersPerSecond;
        long failed = errors.values().stream().mapToLong(n -> n).sum();
        var intervals =
                List.of(
                        interval(3, answersPerSecond, responseMillis),
                        interval(4, answersPerSecond, responseMillis));
        var load =
                LoadResults.of(
                        window,
                        LoadResults.counts(
                                answers + failed, answers, errors, 0, answers, 100 * answers),
                        LoadResults.connections(400, achieved, 0, intervals),
                        LoadResults.generator(
                                "nio", 10_000 * answers, busyShare, histogram(answers, 0.01)),
                        intervals);
        return completed(
                warmUp(),
                load,
                Optional.of(new UnloadedResponse(3, 100e6, 100e6, 0)),
                observations(answersPerSecond));
    }

    /// A trial that ran alone, whose load the lab drove.
    public static Completed completed(
            WarmUp warmUp,
            LoadResult load,
            Optional<UnloadedResponse> unloaded,
            List<Observation> observations) {
        return new Completed(
                warmUp,
                load,
                unloaded,
                observations,
                Optional.empty(),
                List.of(),
                Optional.empty());
    }

    /// The same trial of a server that worked after its load.
    public static Completed after(Completed trial, WorkAfterLoad work) {
        return new Completed(
                trial.warmUp(),
                trial.load(),
                trial.unloaded(),
                trial.observations(),
                trial.interleaving(),
                trial.agents(),
                Optional.of(work));
    }

    private static WarmUp warmUp() {
        return new WarmUp(
                new Window(SECOND, 3 * SECOND),
                20_000,
                List.of(
                        Steadiness.steadyAfter(Metric.THROUGHPUT, SECOND),
                        Steadiness.steadyAfter(Metric.CPU_PER_REQUEST, 2 * SECOND)));
    }

    private static LoadResult.Second interval(int second, int answers, int responseMillis) {
        return new LoadResult.Second(
                new Window(second * SECOND, (second + 1) * SECOND),
                histogram(answers, responseMillis),
                histogram(answers, responseMillis));
    }

    public static Histogram histogram(long count, double millis) {
        var histogram = new Histogram(3);
        histogram.setAutoResize(true);
        histogram.recordValueWithCount(Math.round(millis * 1e6), count);
        return histogram;
    }

    private static List<Observation> observations(int answersPerSecond) {
        return List.of(
                new Series(
                        "proc",
                        MetricId.PROCESS_CPU,
                        List.of(
                                new Point(3 * SECOND, 2e9),
                                new Point(4 * SECOND, 2e9 + answersPerSecond * 100e3),
                                new Point(5 * SECOND, 2e9 + answersPerSecond * 200e3))),
                new Series(
                        "proc",
                        MetricId.PROCESS_RSS_PEAK,
                        List.of(
                                new Point(3 * SECOND, 150 << 20),
                                new Point(4 * SECOND, 182 << 20))),
                new Series("proc", MetricId.PROCESS_THREADS, List.of(new Point(4 * SECOND, 23))),
                new Events(
                        "gc-log",
                        "gc.pause",
                        List.of(new Event(4 * SECOND, 2_000_000, "Pause Young (Normal)"))),
                new Unavailable("attach", "jvm.carriers", "the bean came with JDK 24"));
    }
}
