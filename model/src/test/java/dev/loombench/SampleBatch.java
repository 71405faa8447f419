package dev.loombench;

import dev.loombench.base.Window;
import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Criteria;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.Phases;
import dev.loombench.experiment.Scenario;
import dev.loombench.experiment.TrialCount;
import dev.loombench.experiment.variant.Jdk;
import dev.loombench.experiment.variant.Threading;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.experiment.variant.ZooServer;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.result.BatchResult;
import dev.loombench.result.RunManifest;
import dev.loombench.result.TrialOutcome.BatchCompleted;
import dev.loombench.result.TrialResult;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// A made-up run of a batch whose figures were worked out by hand: 1,000 tasks that wait 200 ms, on
/// a pool of 100 threads (10 rounds, 2 s, 500/s) and on virtual threads (0.5 s, 2,000/s).
public final class SampleBatch {
    public static final String POOL = "executor platform-pool 100";
    public static final String VIRTUAL = "on 21";
    private static final long MILLI = 1_000_000;

    private SampleBatch() {}

    public static Experiment experiment() {
        return experiment(Metric.ELAPSED, List.of());
    }

    public static Experiment experiment(Metric metric, List<Claim> claims) {
        return new Experiment(
                "batch",
                "How long do 1,000 tasks take?",
                List.of(
                        Variant.of(
                                "executor",
                                "platform-pool",
                                Threading.BOUNDED,
                                Map.of("threads", "100")),
                        new Variant(
                                VIRTUAL,
                                new ZooServer(
                                        "executor",
                                        "virtual",
                                        Threading.VIRTUAL,
                                        Map.of(),
                                        List.of()),
                                Optional.of(new Jdk.Version(21)),
                                Optional.empty(),
                                Optional.empty(),
                                Map.of(),
                                0)),
                new Scenario(
                        new Workload.Batch(Duration.ofMinutes(1)),
                        Traffic.NONE,
                        new Phases(Duration.ZERO, Duration.ZERO, Duration.ofMinutes(1))),
                TrialCount.exactly(3),
                Optional.empty(),
                new Criteria(metric, 0.03, claims),
                OptionalLong.of(42),
                Set.of());
    }

    public static RunManifest manifest() {
        return manifest(experiment());
    }

    public static RunManifest manifest(Experiment experiment) {
        var like = SampleRun.manifest(experiment);
        return SampleRun.manifest(
                experiment,
                like.environment(),
                like.started(),
                like.seed(),
                like.exclusive(),
                like.plan(),
                Map.of(POOL, "25.0.3+9 in /jdk-25", VIRTUAL, "21.0.8+9 in /jdk-21"));
    }

    /// The pool takes 1,990, 2,000 and 2,010 ms, virtual threads a quarter of that.
    public static List<TrialResult> trials() {
        var results = new ArrayList<TrialResult>();
        for (var trial : manifest().plan()) {
            int millis = 1_990 + 10 * (trial.block() - 1);
            results.add(
                    SampleRun.result(
                            trial, trial.variant().equals(POOL) ? ran(millis) : ran(millis / 4.0)));
        }
        return results;
    }

    /// 1,000 tasks that held their threads for 200 ms, 0.1 ms of CPU each, 100 ms of life beside
    /// the work, 182 MiB at most and 123 threads.
    public static BatchCompleted ran(double workedMillis) {
        long worked = Math.round(workedMillis * MILLI);
        var window = new Window(0, worked + 40 * MILLI);
        long last = window.endNanos() - 1;
        return new BatchCompleted(
                new BatchResult(
                        window,
                        1_000,
                        OptionalLong.of(worked),
                        worked + 100 * MILLI,
                        OptionalLong.of(200 * MILLI)),
                List.of(
                        new Series(
                                "proc",
                                MetricId.PROCESS_CPU,
                                List.of(new Point(0, 0), new Point(last, 100 * MILLI))),
                        new Series(
                                "proc",
                                MetricId.PROCESS_RSS_PEAK,
                                List.of(new Point(last, 182 << 20))),
                        new Series(
                                "proc", MetricId.PROCESS_THREADS, List.of(new Point(last, 123)))));
    }
}
