package dev.loombench.agent;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import dev.loombench.agent.wire.Frame;
import dev.loombench.agent.wire.Frame.FromAgent;
import dev.loombench.base.Window;
import dev.loombench.load.record.CompressedInterval;
import dev.loombench.load.result.LoadProgress;
import dev.loombench.load.result.LoadResult;
import dev.loombench.result.AgentFigures;
import dev.loombench.result.AgentFigures.Clock;
import dev.loombench.result.AgentFigures.Loss;
import dev.loombench.result.AgentFigures.Network;
import dev.loombench.result.AgentFigures.Share;
import dev.loombench.result.RoundTrips;
import dev.loombench.result.store.ResultJson;
import dev.loombench.run.backend.AgentLost;
import dev.loombench.run.backend.ProbeFailed;
import dev.loombench.text.WrongInput;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/// The controller's view of one agent's share of one load. Times are converted to the controller's
/// clock.
final class AgentShare implements FrameReceiver {
    private static final LoadProgress NONE = LoadProgress.none(0);

    private final int load;
    private final AgentConnection agent;
    private final ClockOffset clock;
    private final int connections;
    private final Runnable onLost;
    private final CompletableFuture<Void> prepared = new CompletableFuture<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile CompletableFuture<LoadResult> window = new CompletableFuture<>();
    private volatile Consumer<CompressedInterval> seconds = _ -> {};
    private volatile LoadProgress progress = NONE;
    private volatile boolean rests;
    private volatile boolean goalReached;
    private volatile @Nullable RuntimeException failure;
    private volatile long lostNanos;
    private volatile OptionalLong targetRoundTrip = OptionalLong.empty();
    private volatile Network network = Network.UNKNOWN;
    private long ponged = -1;
    private long progressAfter = -1;
    private int windowNumber = -1;
    private int secondsReceived;

    /// @param connections of this agent
    /// @param onLost called once when the agent is lost
    AgentShare(
            int load, AgentConnection agent, ClockOffset clock, int connections, Runnable onLost) {
        this.load = load;
        this.agent = agent;
        this.clock = clock;
        this.connections = connections;
        this.onLost = onLost;
    }

    AgentConnection agent() {
        return agent;
    }

    int connections() {
        return connections;
    }

    ClockOffset clock() {
        return clock;
    }

    CompletableFuture<Void> prepared() {
        return prepared;
    }

    CompletableFuture<Void> ended() {
        return ended;
    }

    CompletableFuture<LoadResult> window() {
        return window;
    }

    /// Expects a window.
    ///
    /// @param listener called with each second that a worker has completed
    synchronized void expect(int number, Consumer<CompressedInterval> listener) {
        windowNumber = number;
        secondsReceived = 0;
        goalReached = false;
        seconds = listener;
        window = new CompletableFuture<>();
        var failed = failure;
        if (failed != null) {
            window.completeExceptionally(failed);
        }
    }

    boolean hasProgress() {
        return !progress.equals(NONE);
    }

    /// The latest progress that has arrived.
    LoadProgress progress() {
        return progress;
    }

    /// Waits for a progress that was read after a ping had arrived; no longer than until the limit,
    /// nor when the share has failed.
    synchronized void awaitProgress(long ping, long limit) throws InterruptedException {
        long left = limit - System.nanoTime();
        while (progressAfter < ping && failure == null && !ended.isDone() && left > 0) {
            NANOSECONDS.timedWait(this, left);
            left = limit - System.nanoTime();
        }
    }

    /// Its progress follows.
    @Override
    public synchronized void ponged(long ping) {
        ponged = Math.max(ponged, ping);
    }

    private synchronized void received(Frame.Progress latest) {
        if (ended.isDone()) {
            return; // nothing follows the end
        }
        var there = latest.progress();
        progress = LoadProgress.none(clock.toController(there.nanos())).plus(there);
        progressAfter = ponged;
        rests = latest.rests();
        goalReached = latest.goalReached();
        notifyAll();
    }

    boolean rests() {
        return rests;
    }

    /// Pauses the share, or continues it.
    void pause(boolean paused) {
        rests = false;
        agent.send(new Frame.Pause(load, paused));
    }

    boolean goalReached() {
        return goalReached;
    }

    /// Why the share has failed; null while it has not.
    @Nullable RuntimeException failure() {
        return failure;
    }

    /// What the agent did in a window.
    ///
    /// @param allConnections of the load
    /// @param result empty when the agent was lost
    /// @param after its clock after the load; empty when it was lost
    /// @param start of the window
    AgentFigures figures(
            int allConnections,
            Optional<LoadResult> result,
            RoundTrips roundTrips,
            Optional<ClockOffset> after,
            long start) {
        var drift =
                after.map(now -> OptionalLong.of(now.offsetNanos() - clock.offsetNanos()))
                        .orElse(OptionalLong.empty());
        boolean isLost = result.isEmpty();
        return new AgentFigures(
                agent.toString(),
                agent.isLocal(),
                new Share(connections, allConnections),
                result,
                new Clock(roundTrips, clock.errorNanosUntil(after), drift),
                isLost ? Network.UNKNOWN : network,
                isLost
                        ? agent.lost().map(why -> new Loss(why, Math.max(0, lostNanos - start)))
                        : Optional.empty());
    }

    @Override
    public void received(FromAgent frame) {
        switch (frame) {
            case Frame.Prepared(var number, var roundTrip) when number == load -> {
                targetRoundTrip = roundTrip;
                prepared.complete(null);
            }
            case Frame.LoadFailed(var number, var cause, var reason) when number == load ->
                    fail(failure(cause, reason));
            case Frame.Progress latest when latest.load() == load -> received(latest);
            case Frame.Second second when second.load() == load -> add(second);
            case Frame.WindowClosed closed when closed.load() == load -> close(closed);
            case Frame.Ended(var number) when number == load -> ended.complete(null);
            default -> {
                // of an earlier load
            }
        }
    }

    private RuntimeException failure(Frame.FailureCause cause, String reason) {
        var message = "agent %s: %s".formatted(agent, reason);
        return switch (cause) {
            case USAGE -> new WrongInput(message);
            case PROBE -> new ProbeFailed(message);
            case GENERATOR -> new IllegalStateException(message);
        };
    }

    private synchronized void add(Frame.Second second) {
        if (second.window() == windowNumber) {
            secondsReceived++;
            seconds.accept(second.interval().within(here(second.interval().window(), clock)));
        }
    }

    private synchronized void close(Frame.WindowClosed closed) {
        if (closed.window() != windowNumber) {
            return;
        }
        if (closed.seconds() != secondsReceived) {
            fail(
                    new IllegalStateException(
                            "agent %s sent %d seconds, and %d arrived"
                                    .formatted(agent, closed.seconds(), secondsReceived)));
            return;
        }
        try {
            var result = ResultJson.MAPPER.readValue(closed.result(), LoadResult.class);
            network =
                    new Network(
                            targetRoundTrip, closed.segmentsSent(), closed.segmentsRetransmitted());
            window.complete(here(result, clock));
        } catch (JacksonException | IllegalArgumentException e) {
            fail(new IllegalStateException("agent %s sent no result: %s".formatted(agent, e)));
        }
    }

    /// All figures of a result, with its window on the controller's clock.
    static LoadResult here(LoadResult there, ClockOffset clock) {
        return there.within(here(there.window(), clock));
    }

    private static Window here(Window there, ClockOffset clock) {
        return new Window(
                clock.toController(there.startNanos()), clock.toController(there.endNanos()));
    }

    @Override
    public void lost(String reason) {
        lostNanos = System.nanoTime();
        fail(new AgentLost("the agent %s %s".formatted(agent, reason)));
        ended.complete(null);
        onLost.run();
    }

    private void fail(RuntimeException reason) {
        synchronized (this) {
            if (failure == null) {
                failure = reason;
            }
            window.completeExceptionally(reason);
            notifyAll();
        }
        prepared.completeExceptionally(reason);
    }
}
