package dev.loombench.agent;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import dev.loombench.agent.wire.Frame;
import dev.loombench.load.LoadPlan;
import dev.loombench.load.WindowEnd;
import dev.loombench.load.result.LoadProgress;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResult.Second;
import dev.loombench.result.AgentFigures;
import dev.loombench.run.backend.AgentLost;
import dev.loombench.run.backend.BackendLoad;
import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A load that agents drive. When one of them is lost, the open window is over, and its result is
/// that of the others; without an open window the others stop.
public final class AgentLoad implements BackendLoad {
    private static final Duration STOP_LIMIT = Duration.ofSeconds(5);
    private static final long POLL_MILLIS = 50;

    /// Least delay between an order and its execution, so that it arrives before.
    private static final long LEAD_NANOS = 50_000_000;

    /// The same for a window, of which every worker of an agent has to know before.
    private static final long WINDOW_LEAD_NANOS = 150_000_000;

    /// Longest wait for the progress of the agents, beyond their round trip.
    private static final long PROGRESS_NANOS = 50_000_000;

    private final int number;
    private final LoadModel model;
    private final List<AgentConnection> agents;
    private final List<LoadPlan> plans;

    /// The loss of an agent reads them on another thread, while the first of them are added.
    private final List<AgentShare> shares = new CopyOnWriteArrayList<>();

    private int windows;
    private volatile @Nullable OpenedWindow opened;
    private List<Optional<LoadResult>> results = List.of();
    private volatile boolean closed;
    private long lastStartNanos;

    private record OpenedWindow(
            int number, long startNanos, boolean counted, ArrivedSeconds seconds) {}

    AgentLoad(int number, LoadModel model, List<AgentConnection> agents, List<LoadPlan> plans) {
        this.number = number;
        this.model = model;
        this.agents = agents;
        this.plans = plans;
    }

    /// Checks whether all agents can drive their shares, without a request.
    void check() throws InterruptedException {
        connect();
        new LoadPreparation(shares, plans).order(new Frame.Check(number));
    }

    void start(boolean probe, boolean anyStatus) throws InterruptedException {
        connect();
        new LoadPreparation(shares, plans).order(new Frame.Prepare(number, probe, anyStatus));
        long at = System.nanoTime() + leadNanos();
        shares.forEach(s -> s.agent().send(new Frame.Begin(number, s.clock().toAgent(at))));
    }

    private void connect() throws InterruptedException {
        var clocks = AgentClocks.measure(agents);
        for (int i = 0; i < agents.size(); i++) {
            var clock = clocks.get(i).orElseThrow(() -> AgentClocks.firstLoss(agents));
            int connections = plans.get(i).connections();
            var share = new AgentShare(number, agents.get(i), clock, connections, this::agentLost);
            shares.add(share);
            agents.get(i).serve(share);
        }
    }

    private long leadNanos() {
        long longest =
                shares.stream().mapToLong(s -> s.clock().roundTripNanos()).max().orElseThrow();
        return Math.max(LEAD_NANOS, 4 * longest);
    }

    /// Without a window there is nothing to report: the others stop.
    private void agentLost() {
        if (opened == null && !closed) {
            shares.forEach(share -> share.agent().send(new Frame.End(number)));
        }
    }

    @Override
    public LoadProgress progress() {
        throwIfFailed(false);
        requestProgress();
        return shares.stream()
                .map(AgentShare::progress)
                .reduce(LoadProgress.none(progressNanos()), LoadProgress::plus);
    }

    /// Waits for figures of now; those of an agent that does not respond in time are up to 1.5 s
    /// older.
    private void requestProgress() {
        long now = System.nanoTime();
        long limit = now + Math.max(PROGRESS_NANOS, leadNanos() / 2);
        var pings = shares.stream().map(share -> share.agent().ping()).toList();
        try {
            for (int i = 0; i < shares.size(); i++) {
                shares.get(i).awaitProgress(pings.get(i), limit);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// The mean time of the readings of all agents.
    private long progressNanos() {
        long now = System.nanoTime();
        if (!shares.stream().allMatch(AgentShare::hasProgress)) {
            return now;
        }
        return now
                + (long)
                        shares.stream()
                                .mapToLong(share -> share.progress().nanos() - now)
                                .average()
                                .orElse(0);
    }

    @Override
    public void pause() {
        if (opened != null) {
            throw new IllegalStateException("a window is open");
        }
        shares.forEach(share -> share.pause(true));
    }

    @Override
    public void resume() {
        shares.forEach(share -> share.pause(false));
    }

    @Override
    public boolean rests() {
        throwIfFailed(true);
        return shares.stream().allMatch(AgentShare::rests);
    }

    @Override
    public long openWindow(OptionalLong requests, Consumer<Second> listener) {
        return open(requests, true, listener);
    }

    @Override
    public long openNextSlice() {
        return open(OptionalLong.empty(), false, _ -> {});
    }

    /// @throws AgentLost when an agent is lost
    private long open(OptionalLong requests, boolean beginsProfile, Consumer<Second> listener) {
        if (opened != null) {
            throw new IllegalStateException("a window is open already");
        }
        long at = System.nanoTime() + Math.max(WINDOW_LEAD_NANOS, leadNanos());
        int window = windows++;
        var seconds = new ArrivedSeconds(shares.size(), at);
        opened = new OpenedWindow(window, at, requests.isPresent(), seconds);
        requireAllForWindow();
        for (int i = 0; i < shares.size(); i++) {
            int agent = i;
            var share = shares.get(i);
            share.expect(
                    window,
                    second -> {
                        synchronized (seconds) {
                            seconds.add(agent, second);
                            listener.accept(second.decompressed());
                        }
                    });
            share.agent()
                    .send(
                            new Frame.OpenWindow(
                                    number,
                                    window,
                                    share.clock().toAgent(at),
                                    requests,
                                    beginsProfile));
        }
        parkUntil(at);
        return at;
    }

    /// Once the window is open, so that a loss is either known here or ends the window.
    private void requireAllForWindow() {
        boolean all = false;
        try {
            throwIfFailed(true);
            all = true;
        } finally {
            if (!all) {
                opened = null;
                agentLost();
            }
        }
    }

    private static void parkUntil(long at) {
        long left = at - System.nanoTime();
        while (left > 0) {
            LockSupport.parkNanos(left);
            left = at - System.nanoTime();
        }
    }

    /// Also true when an agent is lost.
    @Override
    public boolean windowOver(Duration length) {
        throwIfFailed(false);
        var current = openedWindow();
        if (shares.stream().anyMatch(share -> share.failure() != null)) {
            return true;
        }
        boolean timeIsUp = System.nanoTime() - current.startNanos() >= length.toNanos();
        boolean complete = shares.stream().allMatch(AgentShare::goalReached);
        return WindowEnd.reached(model, timeIsUp, current.counted(), complete);
    }

    @Override
    public <E extends Exception> LoadResult closeWindow(WaitCheck<E> check)
            throws InterruptedException, E {
        var current = openedWindow();
        long at = System.nanoTime() + leadNanos() / 2;
        for (var share : shares) {
            share.agent()
                    .send(
                            new Frame.CloseWindow(
                                    number, current.number(), share.clock().toAgent(at)));
        }
        var all = new ArrayList<Optional<LoadResult>>();
        for (var share : shares) {
            all.add(await(share, check));
        }
        results = List.copyOf(all);
        var arrived = all.stream().flatMap(Optional::stream).toList();
        if (arrived.isEmpty()) {
            throw AgentClocks.firstLoss(agents);
        }
        List<Second> intervals;
        synchronized (current.seconds()) {
            intervals = current.seconds().merged(agent -> all.get(agent).isPresent());
        }
        opened = null;
        lastStartNanos = current.startNanos();
        int missing =
                IntStream.range(0, all.size())
                        .filter(i -> all.get(i).isEmpty())
                        .map(i -> plans.get(i).openConnections())
                        .sum();
        return new MergedResult(arrived).result(missing, intervals);
    }

    /// The result of a share; empty when its agent is lost.
    private static <E extends Exception> Optional<LoadResult> await(
            AgentShare share, WaitCheck<E> check) throws InterruptedException, E {
        while (true) {
            try {
                return Optional.of(share.window().get(POLL_MILLIS, MILLISECONDS));
            } catch (TimeoutException _) {
                check.check();
            } catch (ExecutionException e) {
                if (e.getCause() instanceof AgentLost) {
                    return Optional.empty();
                }
                throw e.getCause() instanceof RuntimeException reason
                        ? reason
                        : new IllegalStateException(e);
            }
        }
    }

    @Override
    public void requireAgents() {
        for (var share : shares) {
            if (share.failure() instanceof AgentLost lost) {
                throw new AgentLost(
                        "%s; its share is missing, %,d of %,d connections"
                                .formatted(
                                        lost.getMessage(),
                                        share.connections(),
                                        model.connections()));
            }
        }
    }

    @Override
    public List<AgentFigures> figures() throws InterruptedException {
        var roundTrips = agents.stream().map(AgentConnection::roundTrips).toList();
        var clocks = AgentClocks.measure(agents);
        var figures = new ArrayList<AgentFigures>();
        for (int i = 0; i < shares.size(); i++) {
            figures.add(
                    shares.get(i)
                            .figures(
                                    model.connections(),
                                    results.get(i),
                                    roundTrips.get(i),
                                    clocks.get(i),
                                    lastStartNanos));
        }
        return List.copyOf(figures);
    }

    private OpenedWindow openedWindow() {
        var current = opened;
        if (current == null) {
            throw new IllegalStateException("no window is open");
        }
        return current;
    }

    /// @param losses whether a lost agent is a failure
    private void throwIfFailed(boolean losses) {
        var failures =
                shares.stream().flatMap(share -> Stream.ofNullable(share.failure())).toList();
        var cause = cause(failures);
        if (cause.isPresent() && (losses || !(cause.get() instanceof AgentLost))) {
            throw cause.get();
        }
    }

    /// The failure that ended a load: the loss of an agent where one is lost, as the others have
    /// ended because of it, and fail what they are ordered after that.
    static Optional<RuntimeException> cause(List<RuntimeException> failures) {
        return failures.stream()
                .filter(AgentLost.class::isInstance)
                .findFirst()
                .or(() -> failures.stream().findFirst());
    }

    @Override
    public void close() {
        if (!closeWithin(STOP_LIMIT)) {
            throw new IllegalStateException(
                    "an agent did not stop its load within " + STOP_LIMIT.toSeconds() + " s");
        }
    }

    @Override
    public boolean closeWithin(Duration limit) {
        closed = true;
        shares.forEach(share -> share.agent().send(new Frame.End(number)));
        long end = System.nanoTime() + limit.toNanos();
        boolean interrupted = false;
        boolean all = true;
        for (int i = 0; i < shares.size(); ) {
            try {
                shares.get(i).ended().get(Math.max(1, end - System.nanoTime()), NANOSECONDS);
                i++;
            } catch (TimeoutException | ExecutionException e) {
                all = false;
                i++;
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return all;
    }
}
