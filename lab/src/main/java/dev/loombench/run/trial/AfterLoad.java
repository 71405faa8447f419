package dev.loombench.run.trial;

import dev.loombench.observe.result.Observation;
import dev.loombench.run.server.ServerFailed;
import java.util.List;
import java.util.Optional;

/// What is measured once the load of a trial has ended.
///
/// A JDK 25 may crash when it lists its threads while virtual threads start and end (JDK-8364343).
/// The measured window is complete by then.
///
/// @param threadsRequested whether the server was told to list its threads
/// @param observations of the trial
record AfterLoad(boolean threadsRequested, List<Observation> observations) {

    interface Step<T> {
        Optional<T> run() throws InterruptedException, ServerFailed;
    }

    /// @return empty also where that crash ended the server
    <T> Optional<T> run(Step<T> step) throws InterruptedException, ServerFailed {
        try {
            return step.run();
        } catch (ServerFailed failed) {
            boolean listed =
                    observations.stream().anyMatch(Observation.ThreadDump.class::isInstance);
            if (threadsRequested && !listed) {
                return Optional.empty();
            }
            throw failed;
        }
    }
}
