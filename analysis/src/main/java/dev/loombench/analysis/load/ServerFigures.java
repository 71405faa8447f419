package dev.loombench.analysis.load;

import static dev.loombench.analysis.trial.TrialFigures.per;

import dev.loombench.analysis.server.ThreadSummary;
import dev.loombench.base.Window;
import dev.loombench.load.result.LoadResult;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.Observation.Unavailable;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/// The figures of a server's process within the window of a load. Missing evidence is empty.
///
/// @param cpuPerRequest CPU time per good response, ns
/// @param peakRss highest sampled resident set, bytes
/// @param threads most threads of the operating system at once
/// @param gc of a JVM
/// @param threadSummary of a JVM, listed once under load
/// @param unavailable evidence that is missing, with the reason
public record ServerFigures(
        ServerProcess process,
        OptionalDouble cpuPerRequest,
        OptionalDouble peakRss,
        OptionalDouble threads,
        Optional<Collections> gc,
        Optional<ThreadSummary> threadSummary,
        List<Unavailable> unavailable) {

    /// The process whose figures they are.
    ///
    /// @param summary as in `process 4711 (java)`
    /// @param mismatch why it may not be the server, in words that follow the summary
    /// @param ended whether it ended during the load
    public record ServerProcess(
            long pid, String summary, Optional<String> mismatch, boolean ended) {}

    /// Garbage collection and allocation, as the JVM's beans report them.
    ///
    /// @param count of collections
    /// @param pausedNanos total pause, in steps of 1 ms
    /// @param allocatedPerRequest bytes per good response
    public record Collections(
            double count, double pausedNanos, OptionalDouble allocatedPerRequest) {}

    public ServerFigures {
        unavailable = List.copyOf(unavailable);
    }

    /// @param connections of the load at its peak
    public static ServerFigures of(
            ServerProcess process,
            List<Observation> observations,
            LoadResult result,
            int connections) {
        double responses = result.counts().succeededInWindow();
        Function<MetricId, OptionalDouble> growth =
                metric -> series(observations, metric, s -> s.growth(result.window()));
        Function<MetricId, OptionalDouble> highest =
                metric -> series(observations, metric, s -> highest(s, result.window()));
        var collections = growth.apply(MetricId.GC_COUNT);
        var paused = growth.apply(MetricId.GC_TIME);
        return new ServerFigures(
                process,
                per(responses, growth.apply(MetricId.PROCESS_CPU)),
                highest.apply(MetricId.PROCESS_RSS_PEAK),
                highest.apply(MetricId.PROCESS_THREADS),
                collections.isPresent() && paused.isPresent()
                        ? Optional.of(
                                new Collections(
                                        collections.getAsDouble(),
                                        paused.getAsDouble(),
                                        per(responses, growth.apply(MetricId.ALLOCATED))))
                        : Optional.empty(),
                observations.stream()
                        .filter(ThreadDump.class::isInstance)
                        .map(o -> ThreadSummary.of((ThreadDump) o, connections))
                        .findFirst(),
                observations.stream()
                        .filter(Unavailable.class::isInstance)
                        .map(Unavailable.class::cast)
                        .distinct()
                        .toList());
    }

    private static OptionalDouble series(
            List<Observation> observations,
            MetricId metric,
            Function<Series, OptionalDouble> figure) {
        return observations.stream()
                .filter(o -> o instanceof Series s && s.metric() == metric)
                .map(o -> figure.apply((Series) o))
                .findFirst()
                .orElse(OptionalDouble.empty());
    }

    /// A short window has no sample within it, and one at each end.
    private static OptionalDouble highest(Series series, Window window) {
        var highest = series.highest(window);
        return highest.isPresent() ? highest : series.nearest(window.endNanos());
    }
}
