package dev.loombench.run.trial;

import dev.loombench.SampleRun;
import dev.loombench.load.SimulatedClock;
import dev.loombench.run.server.ServerFailed;
import dev.loombench.run.server.TestedServer;
import dev.loombench.run.trial.slice.Pause;
import dev.loombench.traffic.LoadModel;
import java.time.Duration;

/// The start of a simulated server, whose load has 400 users.
///
/// @param clock of the server
/// @param progress of its trial
record SimulatedStart(
        SimulatedClock clock, SimulatedServer server, TrialProgress progress, Pause pause)
        implements TrialStart {
    private static final LoadModel MODEL = new LoadModel.Closed(400, Duration.ZERO);

    /// A wait advances the clock.
    static SimulatedStart of(SimulatedClock clock, SimulatedServer server) {
        return new SimulatedStart(
                clock, server, (_, _, _) -> {}, (_, nanos) -> clock.advance(nanos));
    }

    @Override
    public boolean isService() {
        return false;
    }

    @Override
    public TestedServer launch() {
        return server;
    }

    @Override
    public void check(TestedServer tested) {
        // its responses are good
    }

    @Override
    public ServerUnderLoad load(TestedServer tested) throws InterruptedException, ServerFailed {
        return new ServerUnderLoad(
                SampleRun.experiment(MODEL),
                MODEL,
                1,
                0,
                server,
                tested,
                progress,
                clock::nanoTime,
                pause);
    }

    @Override
    public void ended() {
        // nothing follows
    }

    @Override
    public void close() {
        // it depended on nothing
    }
}
