package dev.loombench;

import dev.loombench.base.Window;
import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Criteria;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.observe.result.Observation.Unavailable;
import dev.loombench.result.RunManifest;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The sample run with counted events: 200,000 instructions, 100,000 cycles, 4 context switches and
/// 0.5 CPU migrations per request of the pool, and half of each with virtual threads; instructions
/// and cycles in user mode only.
public final class SampleCounted {
    private SampleCounted() {}

    public static Experiment experiment() {
        var claim =
                new Claim(
                        SampleRun.VIRTUAL + " cycles-per-request below 0.8x " + SampleRun.POOL,
                        SampleRun.VIRTUAL,
                        Metric.CYCLES_PER_REQUEST,
                        new Claim.Relation.Below(),
                        new Claim.Target.Times(0.8, SampleRun.POOL),
                        Optional.empty());
        return SampleRun.experiment()
                .withCriteria(new Criteria(Metric.INSTRUCTIONS_PER_REQUEST, 0.03, List.of(claim)));
    }

    public static RunManifest manifest() {
        return SampleRun.manifest(experiment());
    }

    public static List<TrialResult> trials() {
        return SampleRun.trials().stream().map(SampleCounted::counted).toList();
    }

    private static TrialResult counted(TrialResult result) {
        var completed = (Completed) result.outcome();
        double requests = completed.load().counts().succeededInWindow();
        double share = result.trial().variant().equals(SampleRun.POOL) ? requests : requests / 2;
        var window = completed.window();
        // Stored results have all series first.
        var all = new ArrayList<Observation>();
        completed.observations().stream().filter(Series.class::isInstance).forEach(all::add);
        all.add(series(MetricId.COUNTED_INSTRUCTIONS, window, 200_000 * share));
        all.add(series(MetricId.COUNTED_CYCLES, window, 100_000 * share));
        all.add(series(MetricId.COUNTED_SWITCHES, window, 4 * share));
        all.add(series(MetricId.COUNTED_MIGRATIONS, window, 0.5 * share));
        completed.observations().stream().filter(o -> !(o instanceof Series)).forEach(all::add);
        all.add(
                new Unavailable(
                        "counters",
                        Unavailable.KERNEL_MODE,
                        "the kernel counts user mode only; sudo sysctl kernel.perf_event_paranoid=1"));
        return result.with(completed.with(all));
    }

    private static Observation series(MetricId metric, Window window, double growth) {
        return new Series(
                "counters",
                metric,
                List.of(
                        new Point(window.startNanos(), 1_000),
                        new Point(window.endNanos(), 1_000 + growth)));
    }
}
