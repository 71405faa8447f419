package dev.loombench.analysis.trial;

import dev.loombench.base.Window;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Events;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.result.TrialOutcome.BatchCompleted;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.Successful;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/// Metrics of one trial within its measured window. Missing evidence is empty.
public final class TrialMetrics {
    private static final String PAUSES = "gc.pause";

    private TrialMetrics() {}

    /// The growth of a counter.
    public static OptionalDouble growth(Successful trial, MetricId metric) {
        return read(trial, metric, series -> series.growth(trial.window()));
    }

    /// The growth of a counter per second of the window; for a time in ns, divided by 1e9, the
    /// share of one processor or thread.
    public static OptionalDouble rate(Successful trial, MetricId metric) {
        var growth = growth(trial, metric);
        return growth.isPresent()
                ? OptionalDouble.of(growth.getAsDouble() / trial.window().seconds())
                : growth;
    }

    public static OptionalDouble highest(Successful trial, MetricId metric) {
        return read(trial, metric, series -> series.highest(trial.window()));
    }

    /// The mean of a gauge's points within the window; empty without points in it.
    public static OptionalDouble meanOf(Successful trial, MetricId metric) {
        return read(
                trial,
                metric,
                series ->
                        series.points().stream()
                                .filter(p -> trial.window().contains(p.nanos()))
                                .mapToDouble(Point::value)
                                .average());
    }

    /// CPU time of the load generators on the server's machine in the window, ns; 0 in a batch,
    /// which has none.
    public static double generatorNanos(Successful trial) {
        return switch (trial) {
            case Completed completed -> completed.localGeneratorNanos();
            case BatchCompleted _ -> 0;
        };
    }

    /// Share of the window in which garbage collection paused the application, 0..1.
    public static OptionalDouble pauseShare(Successful trial) {
        var window = trial.window();
        return trial.observations().stream()
                .filter(o -> o instanceof Events e && e.name().equals(PAUSES))
                .mapToDouble(o -> within((Events) o, window) / 1e9 / window.seconds())
                .findFirst();
    }

    private static double within(Events pauses, Window window) {
        return pauses.events().stream()
                .mapToDouble(p ->
                        Math.max(
                                0,
                                Math.min(p.nanos() + p.durationNanos(), window.endNanos())
                                        - Math.max(p.nanos(), window.startNanos())))
                .sum();
    }

    /// Mean over the trials that have the evidence.
    public static <T extends Successful> OptionalDouble mean(
            List<T> trials, Function<? super T, OptionalDouble> reading) {
        return trials.stream()
                .map(reading)
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .average();
    }

    /// The processors to which the machine's busy and stolen time belongs; empty where they were
    /// not observed.
    public static OptionalDouble machineProcessors(Successful trial) {
        return read(
                trial,
                MetricId.MACHINE_PROCESSORS,
                series -> series.points().stream().mapToDouble(Point::value).average());
    }

    /// Share of the processors that were busy, 0..1: of all of the machine's, or of those that the
    /// lab may use as far as server and generator had them, whichever is larger. A quota or an
    /// affinity is used up while the machine is idle. Above 1 for a running service that may use
    /// more than the lab. Empty where the machine's is unknown.
    ///
    /// @param cores that the lab may use: those of the machine where these were not observed
    public static OptionalDouble busyShare(Successful trial, int cores) {
        var busy = rate(trial, MetricId.MACHINE_CPU_BUSY);
        if (busy.isEmpty()) {
            return busy;
        }
        var processors = machineProcessors(trial);
        double ofMachine = busy.getAsDouble() / processors.orElse(cores);
        double known =
                rate(trial, MetricId.PROCESS_CPU).orElse(0)
                        + generatorNanos(trial) / trial.window().seconds();
        double ofLab = processors.isPresent() ? known / cores : 0;
        return OptionalDouble.of(Math.max(ofMachine, ofLab) / 1e9);
    }

    private static OptionalDouble read(
            Successful trial, MetricId metric, Function<Series, OptionalDouble> reading) {
        return trial.series(metric).map(reading).orElse(OptionalDouble.empty());
    }
}
