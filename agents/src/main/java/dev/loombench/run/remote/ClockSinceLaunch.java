package dev.loombench.run.remote;

import dev.loombench.agent.ClockInterpolation;
import dev.loombench.agent.ClockOffset;
import dev.loombench.agent.ServerAgent;
import java.time.Duration;

/// The clock of an agent since the launch of a server there.
///
/// @param maxError of each measurement
/// @param atLaunch the measurement before the launch
record ClockSinceLaunch(ServerAgent agent, Duration maxError, ClockOffset atLaunch) {

    static ClockSinceLaunch measure(ServerAgent agent, Duration maxError)
            throws InterruptedException {
        return new ClockSinceLaunch(agent, maxError, agent.measureClock(maxError));
    }

    /// The same until now, with a second measurement.
    ClockInterpolation untilNow() throws InterruptedException {
        return new ClockInterpolation(atLaunch, agent.measureClock(maxError));
    }
}
