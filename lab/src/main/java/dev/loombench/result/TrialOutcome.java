package dev.loombench.result;

import java.util.List;
import java.util.OptionalDouble;

/// How a trial ended. Failure is data: the run goes on.
public sealed interface TrialOutcome {

    /// @param warmUp how the server was brought to its steady state
    /// @param unloadedResponseNanos median response time of a lone user after the window: the time
    ///   a request takes when nothing queues; empty when no answer came
    record Completed(
            WarmUp warmUp,
            LoadResult load,
            OptionalDouble unloadedResponseNanos,
            List<Observation> observations)
            implements TrialOutcome {
        public Completed {
            observations = List.copyOf(observations);
        }
    }

    /// @param during as in `launch` or `measure`
    /// @param why one sentence
    /// @param logTail the server's last lines, untrusted text
    record Failed(String during, String why, List<String> logTail) implements TrialOutcome {
        public Failed {
            logTail = List.copyOf(logTail);
        }
    }

    /// @param window from the first request to the start of the measured window
    /// @param steady whether throughput and CPU per request had stopped moving
    record WarmUp(Window window, boolean steady) {}
}
