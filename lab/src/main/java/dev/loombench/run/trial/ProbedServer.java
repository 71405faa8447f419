package dev.loombench.run.trial;

import dev.loombench.launch.LaunchFailed;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResult.Second;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.WarmUp;
import dev.loombench.run.backend.AgentLost;
import dev.loombench.run.server.ServerFailed;
import dev.loombench.run.server.TestedServer;
import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A fresh server under several loads, one after the other. A service that already runs is neither
/// started nor stopped.
///
/// For one thread at a time. No window begins while requests of the one before are in flight. A
/// server that fails ends at once, with what follows its end.
public final class ProbedServer implements AutoCloseable {
    private static final int LOG_TAIL = 20;

    private final TrialStart start;
    private final TestedServer server;
    private final ServerUnderLoad underLoad;
    private @Nullable WarmUp warmUp;
    private boolean ended;

    /// A part of its use.
    private interface Step<T> {
        T execute() throws InterruptedException, ServerFailed;
    }

    private ProbedServer(TrialStart start, TestedServer server, ServerUnderLoad underLoad) {
        this.start = start;
        this.server = server;
        this.underLoad = underLoad;
    }

    static ProbedServer start(TrialStart start) throws InterruptedException, ServerFailed {
        TestedServer server = null;
        try {
            server = start.launch();
            start.check(server);
            return new ProbedServer(start, server, start.load(server));
        } catch (ServerFailed | LaunchFailed | AgentLost e) {
            try (start) {
                if (server != null) {
                    server.close();
                }
                start.ended();
            } catch (RuntimeException further) {
                addFurther(e, further);
            }
            throw e;
        } catch (InterruptedException | RuntimeException e) {
            try (start;
                    var _ = server) {
                throw e;
            }
        }
    }

    /// What the warm-up shows of a server.
    ///
    /// @param throughput good responses per second at its end; NaN without a sample
    /// @param meanResponseSeconds of the responses in its later half; infinite without any
    public record Warm(double throughput, double meanResponseSeconds) {}

    /// Warms the server up with its first load, which then ends.
    ///
    /// @param limit of the wait for the last responses
    public Warm warmUp(Duration limit) throws InterruptedException, ServerFailed {
        return execute(() -> {
            warmUp = underLoad.warmUp();
            var samples = underLoad.samples();
            var warm = new Warm(samples.throughput(), samples.meanResponseSeconds());
            underLoad.drain(limit);
            return warm;
        });
    }

    /// Measures a window at a constant rate.
    ///
    /// @param seed of its arrivals
    /// @param settling time under the load before the window
    public Probed probe(LoadModel.Open load, long seed, Duration settling, ProbeWindow window)
            throws InterruptedException, ServerFailed {
        return execute(() -> {
            underLoad.changeLoad(load, seed);
            return underLoad.probe(settling, window);
        });
    }

    /// Stops the load and waits until no request is left.
    ///
    /// @return false when some are left after the limit: the next window would measure them
    public boolean drain(Duration limit) throws InterruptedException, ServerFailed {
        return execute(() -> underLoad.drain(limit));
    }

    /// Drives a load without a result, and reports each second of its response times, until a
    /// condition holds.
    ///
    /// @param onSecond called on another thread; must not keep the histograms
    /// @param until receives the time since the start of the load's profile
    public void drive(
            LoadModel.Open load, long seed, Consumer<Second> onSecond, Predicate<Duration> until)
            throws InterruptedException, ServerFailed {
        var _ =
                execute(() -> {
                    underLoad.changeLoad(load, seed);
                    underLoad.drive(onSecond, until);
                    return this;
                });
    }

    /// The trial that a window of the server was, with its observations so far.
    public Completed trial(LoadResult window) {
        return new Completed(
                warmUp(),
                window,
                Optional.empty(),
                underLoad.observations(),
                Optional.empty(),
                underLoad.agents(),
                Optional.empty());
    }

    /// As [#trial], with what would have disturbed the window: a list of the threads under the
    /// load, and a single user. The observers end.
    ///
    /// @param window the last one, whose load continues
    public Completed lastTrial(LoadResult window) throws InterruptedException, ServerFailed {
        return execute(() -> {
            underLoad.observeAfterWindow(true);
            var observations = underLoad.observations();
            var agents = underLoad.agents();
            underLoad.close();
            return new Completed(
                    warmUp(),
                    window,
                    underLoad.unloadedResponse(observations),
                    observations,
                    Optional.empty(),
                    agents,
                    Optional.empty());
        });
    }

    private <T> T execute(Step<T> step) throws InterruptedException, ServerFailed {
        try {
            return step.execute();
        } catch (ServerFailed | AgentLost e) {
            try {
                end();
            } catch (RuntimeException further) {
                addFurther(e, further);
            }
            throw e;
        }
    }

    /// Adds what failed at the end of a server to its failure. A server that may still run counts
    /// instead, as it would disturb what is measured next: not a command that follows its end, and
    /// not that of an agent that is lost.
    private static void addFurther(Exception failure, RuntimeException ending) {
        if (ending instanceof LaunchFailed || ending instanceof AgentLost) {
            failure.addSuppressed(ending);
        } else {
            ending.addSuppressed(failure);
            throw ending;
        }
    }

    private WarmUp warmUp() {
        var done = warmUp;
        if (done == null) {
            throw new IllegalStateException("not warmed up");
        }
        return done;
    }

    /// The last lines of the server's output.
    public List<String> logTail() {
        return server.logTail(LOG_TAIL);
    }

    /// Ends the load and the server.
    ///
    /// @throws LaunchFailed when what follows the end of the server fails
    public void end() throws InterruptedException {
        ended = true;
        try (start) {
            closeServer();
            start.ended();
        }
    }

    @Override
    public void close() {
        if (!ended) {
            ended = true;
            try (start) {
                closeServer();
            }
        }
    }

    private void closeServer() {
        try (server) {
            underLoad.close();
        }
    }
}
