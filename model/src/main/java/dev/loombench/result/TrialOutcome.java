package dev.loombench.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.loombench.base.Window;
import dev.loombench.experiment.Metric;
import dev.loombench.load.result.LoadResult;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Series;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The outcome of a trial. A failure is an outcome too, after which the run continues.
public sealed interface TrialOutcome {

    /// A trial with figures.
    sealed interface Successful extends TrialOutcome {
        /// The window to which its figures are clipped.
        Window window();

        List<Observation> observations();

        /// The series of a metric; empty where it was not observed.
        default Optional<Series> series(MetricId metric) {
            return Series.of(metric, observations());
        }

        /// The same trial with other observations.
        Successful with(List<Observation> others);

        /// The trials of one type.
        static <T extends Successful> List<T> ofType(Class<T> type, List<Successful> trials) {
            return trials.stream().filter(type::isInstance).map(type::cast).toList();
        }
    }

    /// A server under load.
    ///
    /// @param warmUp of the server
    /// @param unloaded response times of a single user after the window; empty without a response
    /// @param interleaving empty for a trial that ran alone
    /// @param agents that drove the load; empty when the lab's process did
    /// @param workAfterLoad of the server; empty where its CPU time was not observed, for held
    ///   connections, and after a window in several slices
    record Completed(
            WarmUp warmUp,
            LoadResult load,
            Optional<UnloadedResponse> unloaded,
            List<Observation> observations,
            Optional<Interleaving> interleaving,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) @JsonSetter(nulls = Nulls.AS_EMPTY)
                    List<AgentFigures> agents,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) @JsonSetter(nulls = Nulls.AS_EMPTY)
                    Optional<WorkAfterLoad> workAfterLoad)
            implements Successful {
        public Completed {
            observations = List.copyOf(observations);
            agents = List.copyOf(agents);
        }

        @Override
        public Window window() {
            return load.window();
        }

        @Override
        public Completed with(List<Observation> others) {
            return new Completed(
                    warmUp, load, unloaded, others, interleaving, agents, workAfterLoad);
        }

        /// The same trial with another load result.
        public Completed with(LoadResult other) {
            return new Completed(
                    warmUp, other, unloaded, observations, interleaving, agents, workAfterLoad);
        }

        /// CPU time of the load generators on the machine of the run within the window, ns.
        public long localGeneratorNanos() {
            return agents.isEmpty()
                    ? load.generator().cpuNanos()
                    : agents.stream()
                            .filter(AgentFigures::local)
                            .flatMap(agent -> agent.result().stream())
                            .mapToLong(result -> result.generator().cpuNanos())
                            .sum();
        }

        /// Whether every request came from another machine than that of the run.
        public boolean loadedFromElsewhere() {
            return !agents.isEmpty() && agents.stream().noneMatch(AgentFigures::local);
        }
    }

    /// A program that did its work and ended.
    record BatchCompleted(BatchResult batch, List<Observation> observations) implements Successful {
        public BatchCompleted {
            observations = List.copyOf(observations);
        }

        @Override
        public Window window() {
            return batch.window();
        }

        @Override
        public BatchCompleted with(List<Observation> others) {
            return new BatchCompleted(batch, others);
        }
    }

    /// @param phase as in `launch` or `measure`
    /// @param reason in one sentence
    /// @param logTail the server's last lines, untrusted text
    record Failed(String phase, String reason, List<String> logTail) implements TrialOutcome {
        public Failed {
            logTail = List.copyOf(logTail);
        }
    }

    /// @param window from the first request to the start of the measured window
    /// @param responses good ones until its end
    /// @param metrics how each stood at its end; empty where there is no speed to observe
    record WarmUp(Window window, long responses, List<Steadiness> metrics) {
        public WarmUp {
            metrics = List.copyOf(metrics);
        }

        /// How one of the observed metrics stood; empty for others.
        public Optional<Steadiness> of(Metric metric) {
            return metrics.stream().filter(m -> m.metric() == metric).findFirst();
        }

        /// Whether a metric was steady, as far as that was observed: a percentile by p50, and in a
        /// closed load, whose users wait for their responses, by throughput; the work of the
        /// processors by CPU per request; another one where all that were observed are.
        public boolean steady(Metric metric) {
            var shown =
                    metric.isPercentile()
                            ? of(Metric.P50).or(() -> of(Metric.THROUGHPUT))
                            : of(metric.isWork() ? Metric.CPU_PER_REQUEST : metric);
            return shown.map(Stream::of).orElseGet(metrics::stream).allMatch(Steadiness::isSteady);
        }
    }
}
