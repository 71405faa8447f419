package dev.loombench.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.loombench.result.Observation.Series;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// How a trial ended. Failure is data: the run goes on.
public sealed interface TrialOutcome {

    /// A trial that gave figures.
    sealed interface Successful extends TrialOutcome {
        /// What its figures are clipped to.
        Window window();

        List<Observation> observations();

        /// The series of a metric; empty where it was not observed.
        default Optional<Series> series(MetricId metric) {
            return observations().stream()
                    .filter(Series.class::isInstance)
                    .map(Series.class::cast)
                    .filter(s -> s.metric() == metric)
                    .findFirst();
        }

        /// The same trial with other observations.
        Successful with(List<Observation> others);
    }

    /// A server that was driven.
    ///
    /// @param warmUp how the server was brought to its steady state
    /// @param unloadedResponseNanos median response time of a lone user after the window: the time
    ///   a request takes when nothing queues; empty when no answer came
    record Completed(
            @JsonProperty("warmUp") WarmUp warmUp,
            @JsonProperty("load") LoadResult load,
            @JsonProperty("unloadedResponseNanos") OptionalDouble unloadedResponseNanos,
            @JsonProperty("observations") List<Observation> observations)
            implements Successful {
        public Completed {
            observations = List.copyOf(observations);
        }

        @Override
        public Window window() {
            return load.window();
        }

        @Override
        public Completed with(List<Observation> others) {
            return new Completed(warmUp, load, unloadedResponseNanos, others);
        }
    }

    /// A program that did its work and ended.
    record BatchCompleted(
            @JsonProperty("batch") BatchResult batch,
            @JsonProperty("observations") List<Observation> observations)
            implements Successful {
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
    /// @param reason one sentence
    /// @param logTail the server's last lines, untrusted text
    record Failed(
            @JsonProperty("phase") String phase,
            @JsonProperty("reason") String reason,
            @JsonProperty("logTail") List<String> logTail)
            implements TrialOutcome {
        public Failed {
            logTail = List.copyOf(logTail);
        }
    }

    /// @param window from the first request to the start of the measured window
    /// @param steady whether throughput and CPU per request had stopped moving
    record WarmUp(@JsonProperty("window") Window window, @JsonProperty("steady") boolean steady) {}
}
