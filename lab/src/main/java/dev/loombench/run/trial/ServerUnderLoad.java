package dev.loombench.run.trial;

import dev.loombench.base.Window;
import dev.loombench.experiment.Experiment;
import dev.loombench.load.probe.Probe;
import dev.loombench.load.result.LoadProgress;
import dev.loombench.load.result.LoadResult;
import dev.loombench.observe.ObservationSession;
import dev.loombench.observe.ProcessEndedException;
import dev.loombench.observe.result.Observation;
import dev.loombench.result.AgentFigures;
import dev.loombench.result.TrialOutcome.WarmUp;
import dev.loombench.result.UnloadedResponse;
import dev.loombench.result.WorkAfterLoad;
import dev.loombench.run.backend.AgentLost;
import dev.loombench.run.backend.DrivenLoad;
import dev.loombench.run.server.ServerFailed;
import dev.loombench.run.server.ServerHealth;
import dev.loombench.run.server.TestedServer;
import dev.loombench.run.trial.MeasurePhase.Edges;
import dev.loombench.run.trial.MeasurePhase.WindowedLoad;
import dev.loombench.run.trial.slice.LastRest;
import dev.loombench.run.trial.slice.Pause;
import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/// A server of a trial with its load and its observers.
///
/// For one thread at a time, in this order: warm-up; the window, whole or in slices with rests
/// between them; the observations after the window; the close; then what the server still does, and
/// a single user.
final class ServerUnderLoad implements AutoCloseable {
    static final long SAMPLE_INTERVAL_NANOS = 250_000_000;

    /// Once a second, as the code of the server is compiled.
    private static final int SAMPLES_PER_REHEARSAL = 4;

    private final Experiment experiment;
    private LoadModel model;
    private long seed;
    private final long callsNeeded;
    private final ServerLoads loads;
    private final TestedServer server;
    private final TrialProgress progress;
    private final LongSupplier nanoTime;
    private final Pause unchecked;
    private final Pause pause = this::pause;
    private final ServerHealth health;
    private final long startNanos;
    private final LoadSamples samples;
    private DrivenLoad load;
    private List<AgentFigures> agents = List.of();
    private final ObservationSession session;
    private boolean threadsRequested;
    private Optional<Observation.Unavailable> notListed = Optional.empty();

    /// Starts the load and the observers.
    ///
    /// @param seed of the load
    /// @param callsNeeded as in [WarmUpPhase]
    /// @param nanoTime the monotonic clock
    /// @param unchecked a wait that does not check the server
    ServerUnderLoad(
            Experiment experiment,
            LoadModel model,
            long seed,
            long callsNeeded,
            ServerLoads loads,
            TestedServer server,
            TrialProgress progress,
            LongSupplier nanoTime,
            Pause unchecked)
            throws InterruptedException, ServerFailed {
        this.loads = loads;
        this.experiment = experiment;
        this.model = model;
        this.seed = seed;
        this.callsNeeded = callsNeeded;
        this.progress = progress;
        this.server = server;
        this.nanoTime = nanoTime;
        this.unchecked = unchecked;
        health = new ServerHealth(server, nanoTime);
        startNanos = nanoTime.getAsLong();
        samples = new LoadSamples(startNanos);
        load = startLoad(model, ProbePhase.isNeeded(experiment.traffic()));
        try {
            // Attaching costs the server CPU: it belongs to the warm-up.
            session = server.observe();
        } catch (RuntimeException e) {
            load.close();
            throw e;
        }
    }

    WarmUp warmUp() throws InterruptedException, ServerFailed {
        try {
            return WarmUpPhase.of(model, experiment, callsNeeded)
                    .run(
                            startNanos,
                            nanoTime,
                            WarmUpPhase.Load.of(load.run()),
                            server.cpu(),
                            server.compilers(),
                            pause,
                            this::warmUpSampled,
                            progress);
        } catch (ProcessEndedException gone) {
            throw health.ended("warm-up");
        }
    }

    /// The mean response time of the last second.
    Duration responseTime() {
        return samples.responseTime(experiment.traffic().timeout());
    }

    /// The samples of the load so far.
    LoadSamples samples() {
        return samples;
    }

    /// Replaces the load by another of the same traffic; the observers continue. The responses
    /// count from here.
    ///
    /// @param otherSeed of the other load
    void changeLoad(LoadModel other, long otherSeed) throws InterruptedException, ServerFailed {
        load.close();
        model = other;
        seed = otherSeed;
        samples.clear();
        load = startLoad(other, false);
    }

    /// Measures a window whose end is decided while it is open. The load is constant.
    ///
    /// @param settling time under the load before the window
    Probed probe(Duration settling, ProbeWindow window) throws InterruptedException, ServerFailed {
        pause(ProbeWindow.NAME, settling.toNanos());
        session.sample();
        samples.add(load.run().progress());
        var result = window.run(load.run(), health, nanoTime, pause, samples::add, progress);
        session.sample();
        samples.add(load.run().progress());
        health.check(ProbeWindow.NAME);
        agents = figures(result.load());
        return result;
    }

    /// Opens a window without a result, and ends the load once a condition holds.
    ///
    /// @param onSecond receives each second of response times, on another thread
    /// @param until receives the time since the window opened
    void drive(Consumer<LoadResult.Second> onSecond, Predicate<Duration> until)
            throws InterruptedException, ServerFailed {
        long start = load.run().openWindow(onSecond);
        var elapsed = Duration.ZERO;
        while (!until.test(elapsed)) {
            progress.update("recovering", elapsed, 0);
            pause("recovery", 100_000_000);
            elapsed = Duration.ofNanos(nanoTime.getAsLong() - start);
        }
        load.close();
    }

    /// Stops the load and waits until no request is left.
    ///
    /// @return false when some are left after the limit
    boolean drain(Duration limit) throws InterruptedException, ServerFailed {
        load.run().pause();
        long deadline = nanoTime.getAsLong() + limit.toNanos();
        while (!load.run().rests()) {
            if (nanoTime.getAsLong() - deadline >= 0) {
                return false;
            }
            progress.update("draining", Duration.ZERO, 0);
            pause("drain", 10_000_000);
        }
        return true;
    }

    /// Measures the whole window at once.
    LoadResult measure() throws InterruptedException, ServerFailed {
        var result =
                measure(
                        MeasurePhase.of(experiment.phases()),
                        WindowedLoad.of(load.run(), health),
                        Edges.of(session));
        requireResponse(result);
        return result;
    }

    /// Fails the trial without a good response within its window.
    void requireResponse(LoadResult result) throws ServerFailed {
        var traffic = experiment.traffic();
        boolean unknown = result.counts().succeeded() == 0 && !ProbePhase.isNeeded(traffic);
        MeasurePhase.requireResponse(
                unknown ? Probe.explained(server.address(), traffic, seed, result) : result);
    }

    /// Measures the next slice of the window.
    ///
    /// @param first whether it begins the window
    /// @param last whether it ends the window
    LoadResult measureSlice(boolean first, boolean last, Duration length)
            throws InterruptedException, ServerFailed {
        return measure(
                new MeasurePhase(length, OptionalLong.empty()),
                first
                        ? WindowedLoad.of(load.run(), health)
                        : WindowedLoad.ofNextSlice(load.run(), health),
                new Edges(session, first, last));
    }

    private LoadResult measure(MeasurePhase phase, WindowedLoad windowed, Edges edges)
            throws InterruptedException, ServerFailed {
        var result = phase.run(windowed, edges, nanoTime, pause, samples::add, progress);
        samples.add(load.run().progress());
        health.check(MeasurePhase.NAME);
        agents = figures(result);
        return result;
    }

    /// @throws AgentLost when an agent is lost
    private List<AgentFigures> figures(LoadResult result) throws InterruptedException {
        load.requireAgents();
        return load.figures(result);
    }

    /// What each agent did in the last window; empty where the lab drove the load of a server on
    /// this machine.
    List<AgentFigures> agents() {
        return agents;
    }

    /// Pauses the load and waits until no request is left.
    void rest() throws InterruptedException, ServerFailed {
        load.run().pause();
        while (!load.run().rests()) {
            pause("rest", 1_000_000);
        }
        samples.add(load.run().progress());
    }

    /// Waits until the resting server is idle.
    void settleAtRest() throws InterruptedException, ServerFailed {
        try {
            new SettlingAtRest(nanoTime, pause).run(server.cpu(), progress);
        } catch (ProcessEndedException gone) {
            throw health.ended("rest");
        }
    }

    /// Waits until a resting server has ended its work, and samples it when it is idle.
    ///
    /// @param cores mean number of processors below which it counts as idle
    LastRest lastRest(double cores) throws InterruptedException, ServerFailed {
        progress.update("observing at rest", Duration.ZERO, 0);
        try {
            return LastRest.of(server.cpu(), cores, session::sampleSliceEnd, nanoTime, pause);
        } catch (ProcessEndedException gone) {
            throw health.ended("rest");
        }
    }

    /// CPU time of the server until now, ns.
    long cpuNanos() throws ServerFailed {
        try {
            return server.cpu().nanos();
        } catch (ProcessEndedException gone) {
            throw health.ended("rest");
        }
    }

    /// Connections of the load that are open now.
    long connectionsOpen() {
        return load.run().progress().connectionsOpen();
    }

    /// Samples what is cheap to read, as at the end of a slice.
    void sampleAtRest() {
        session.sampleSliceEnd();
    }

    /// Continues the load for a time that is not measured.
    void resume(Duration settling) throws InterruptedException, ServerFailed {
        samples.add(load.run().progress());
        load.run().resume();
        pause("resume", settling.toNanos());
    }

    /// Observes under the load what would have disturbed the window. After a window with a fixed
    /// number of requests there is no load left.
    ///
    /// @param listThreads whether to list the server's threads
    void observeAfterWindow(boolean listThreads) {
        if (experiment.phases().requests().isEmpty()) {
            progress.update("observing under load", Duration.ZERO, 0);
            notListed =
                    listThreads
                            ? server.threadListRefusal(session.read())
                            : Optional.<Observation.Unavailable>empty();
            threadsRequested = listThreads && notListed.isEmpty();
            session.afterWindow(threadsRequested);
        }
    }

    /// All observations until now.
    List<Observation> observations() {
        var all = new ArrayList<>(session.read());
        notListed.ifPresent(all::add);
        all.addAll(samples.series());
        return all;
    }

    /// Ends the load and the observers. The server continues.
    @Override
    public void close() {
        try (var _ = load;
                var _ = session) {
            // closed in reverse order
        }
    }

    /// What the server still does when its load has ended. One with held connections closes them
    /// then, which may cost it more than they did.
    ///
    /// @param window that was measured
    /// @param observations of the trial
    /// @param idle for which a server without work is observed
    /// @return empty where the CPU time of the server or of its compilers is not known
    Optional<WorkAfterLoad> workAfterLoad(
            Window window, List<Observation> observations, Duration idle)
            throws InterruptedException, ServerFailed {
        var used = OwnCpu.processors(observations, window);
        return used.isEmpty() || model instanceof LoadModel.HeldConnections
                ? Optional.empty()
                : new AfterLoad(threadsRequested, observations)
                        .run(() -> Optional.of(restAfterLoad(used.getAsDouble(), idle)));
    }

    private WorkAfterLoad restAfterLoad(double processors, Duration idle)
            throws InterruptedException, ServerFailed {
        try {
            return new RestAfterLoad(nanoTime, pause)
                    .run(OwnCpu.clock(server), processors, idle, progress);
        } catch (ProcessEndedException gone) {
            throw health.ended(RestAfterLoad.NAME);
        }
    }

    /// The response times of a single user, once the load has ended.
    ///
    /// @param observations of the trial
    Optional<UnloadedResponse> unloadedResponse(List<Observation> observations)
            throws InterruptedException, ServerFailed {
        return new AfterLoad(threadsRequested, observations).run(this::measureUnloadedResponse);
    }

    /// Held connections have no throughput limit to compare with a single user.
    private Optional<UnloadedResponse> measureUnloadedResponse()
            throws InterruptedException, ServerFailed {
        return switch (model) {
            case LoadModel.Open _, LoadModel.Closed _ -> {
                long start = nanoTime.getAsLong();
                try (var single = startLoad(new LoadModel.Closed(1, Duration.ZERO), false)) {
                    yield new UnloadedPhase(start, experiment.traffic().timeout(), nanoTime, pause)
                            .run(UnloadedPhase.SingleUser.of(single.run(), health), progress);
                }
            }
            case LoadModel.HeldConnections _ -> Optional.empty();
        };
    }

    private DrivenLoad startLoad(LoadModel users, boolean probe)
            throws InterruptedException, ServerFailed {
        return loads.start(users, seed, probe);
    }

    private void warmUpSampled(LoadProgress sample) {
        samples.add(sample);
        if (samples.count() % SAMPLES_PER_REHEARSAL == 0) {
            session.rehearse();
        }
    }

    private void pause(String phase, long nanos) throws InterruptedException, ServerFailed {
        unchecked.pause(phase, nanos);
        health.check(phase);
        load.requireAgents();
    }
}
