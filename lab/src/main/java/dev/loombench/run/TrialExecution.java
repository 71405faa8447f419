package dev.loombench.run;

import dev.loombench.launch.process.ServerProcess;
import dev.loombench.load.LoadEngine;
import dev.loombench.load.LoadProgress;
import dev.loombench.load.LoadRun;
import dev.loombench.load.LoadSettings;
import dev.loombench.observe.ObservationSession;
import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.ProcessEndedException;
import dev.loombench.observe.proc.CompilerThreads;
import dev.loombench.observe.proc.CpuClock;
import dev.loombench.observe.proc.Platform;
import dev.loombench.result.LoadResult;
import dev.loombench.result.MetricId;
import dev.loombench.result.Observation;
import dev.loombench.result.Observation.Point;
import dev.loombench.result.Observation.Series;
import dev.loombench.result.TrialOutcome;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.WarmUp;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.Metric;
import dev.loombench.spec.load.LoadModel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/// One trial on a server that accepts connections: probe, warm-up, measured window, single user.
final class TrialExecution {
    static final long SAMPLE_INTERVAL_NANOS = 250_000_000;

    private final ExperimentSpec spec;
    private final LoadModel model;
    private final long seed;
    private final ServerProcess server;
    private final Observers observers;
    private final Path folder;
    private final boolean listThreads;
    private final TrialProgress progress;
    private final InetSocketAddress address;
    private final ServerHealth health;
    private final Pause pause = this::pause;
    private final List<Point> responses = new ArrayList<>();
    private boolean threadsRequested;

    /// The result of warm-up and measured window.
    private record LoadedPhaseResult(
            WarmUp warmUp, LoadResult load, List<Observation> observations) {
        boolean lacksThreads() {
            return observations.stream().noneMatch(Observation.ThreadDump.class::isInstance);
        }
    }

    /// @param seed of the load
    /// @param folder the trial's own
    /// @param listThreads whether to list the server's threads after the window
    TrialExecution(
            ExperimentSpec spec,
            LoadModel model,
            long seed,
            ServerProcess server,
            Observers observers,
            Path folder,
            boolean listThreads,
            TrialProgress progress) {
        this.spec = spec;
        this.model = model;
        this.seed = seed;
        this.server = server;
        this.observers = observers;
        this.folder = folder;
        this.listThreads = listThreads;
        this.progress = progress;
        this.address = new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port());
        this.health = ServerHealth.of(server);
    }

    /// @param probeSeed of the request before the load
    TrialOutcome run(long probeSeed) throws InterruptedException, ServerFailed {
        if (ProbePhase.isNeeded(spec.traffic())) {
            progress.update("sending a first request", Duration.ZERO, 0);
            ProbePhase.run(address, spec.traffic(), probeSeed, health);
        }
        var loaded = runLoaded();
        return new Completed(
                loaded.warmUp, loaded.load, unloadedLatency(loaded), loaded.observations);
    }

    private LoadedPhaseResult runLoaded() throws InterruptedException, ServerFailed {
        long start = System.nanoTime();
        try (var load = startLoad(model);
                // Attaching costs the server CPU: it belongs to the warm-up.
                var session = observers.start(target())) {
            var warmUp =
                    WarmUpPhase.of(model, spec.phases())
                            .run(
                                    start,
                                    System::nanoTime,
                                    warmUpLoad(load),
                                    CpuClock.of(server.pid()),
                                    compilers(),
                                    pause,
                                    this::recordResponses,
                                    progress);
            var result = measure(load, session);
            var observations = new ArrayList<>(session.read());
            observations.add(new Series("load", MetricId.LOAD_RESPONSES, responses));
            return new LoadedPhaseResult(warmUp, result, observations);
        } catch (ProcessEndedException gone) {
            throw health.ended("warm-up");
        }
    }

    private static WarmUpPhase.Load warmUpLoad(LoadRun load) {
        return new WarmUpPhase.Load() {
            @Override
            public LoadProgress progress() {
                return load.progress();
            }

            @Override
            public void pause(Duration length) {
                load.pause(length);
            }
        };
    }

    /// The compilers' CPU time, considered where variants are compared by CPU per request.
    private CpuClock compilers() {
        boolean compared =
                spec.claims().isEmpty()
                        ? spec.metric() == Metric.CPU_PER_REQUEST
                        : spec.claims().stream()
                                .anyMatch(c -> c.metric() == Metric.CPU_PER_REQUEST);
        return compared && Platform.isLinux() ? new CompilerThreads(server.pid()) : () -> 0;
    }

    private ObservedProcess target() {
        return new ObservedProcess(server.pid(), OptionalInt.of(server.port()), folder);
    }

    private void recordResponses(LoadProgress sample) {
        responses.add(new Point(sample.nanos(), (double) sample.succeeded()));
    }

    private LoadRun startLoad(LoadModel users) throws ServerFailed {
        try {
            return LoadEngine.start(address, users, spec.traffic(), seed, LoadSettings.DEFAULT);
        } catch (IOException e) {
            throw new ServerFailed("connect", "cannot start the load: " + e);
        }
    }

    private LoadResult measure(LoadRun load, ObservationSession session)
            throws InterruptedException, ServerFailed {
        session.sample();
        var phases = spec.phases();
        recordResponses(load.progress());
        long start = load.openWindow(phases.requests(), _ -> {});
        long end = start + phases.measure().toNanos();
        var last = load.progress();
        while (!load.windowOver(phases.measure())) {
            long left = end - System.nanoTime();
            pause(
                    "measure",
                    left > 0 ? Math.min(SAMPLE_INTERVAL_NANOS, left) : SAMPLE_INTERVAL_NANOS);
            var sample = load.progress();
            var rate =
                    (sample.succeeded() - last.succeeded())
                            / ((sample.nanos() - last.nanos()) / 1e9);
            progress.update("measuring", Duration.ofNanos(sample.nanos() - start), rate);
            recordResponses(sample);
            last = sample;
        }
        var result = load.<ServerFailed>closeWindow(() -> health.check("measure"));
        session.sample(); // figures at the window's ends are read between samples
        health.check("measure");
        requireResponse(result);
        observeAfterWindow(session);
        return result;
    }

    static void requireResponse(LoadResult result) throws ServerFailed {
        if (result.counts().succeeded() == 0) {
            throw new ServerFailed(
                    "measure",
                    "no good response in the measured window; errors: " + result.counts().errors());
        }
    }

    /// After a window with a fixed number of requests there is no load left to observe.
    private void observeAfterWindow(ObservationSession session) {
        if (spec.phases().requests().isEmpty()) {
            progress.update("observing under load", Duration.ZERO, 0);
            threadsRequested = listThreads;
            session.afterWindow(listThreads);
        }
    }

    /// A JDK 25 may crash when it lists its threads while virtual threads start and end
    /// (JDK-8364343). The measured window is complete by then.
    private OptionalDouble unloadedLatency(LoadedPhaseResult loaded)
            throws InterruptedException, ServerFailed {
        try {
            return measureUnloadedLatency();
        } catch (ServerFailed failed) {
            if (threadsRequested && loaded.lacksThreads()) {
                return OptionalDouble.empty();
            }
            throw failed;
        }
    }

    /// Held connections have no throughput limit to compare with a single user.
    private OptionalDouble measureUnloadedLatency() throws InterruptedException, ServerFailed {
        return switch (model) {
            case LoadModel.Open _, LoadModel.Closed _ -> {
                long start = System.nanoTime();
                try (var load = startLoad(new LoadModel.Closed(1, Duration.ZERO))) {
                    yield UnloadedPhase.run(
                            load,
                            start,
                            spec.traffic().timeout(),
                            System::nanoTime,
                            pause,
                            health,
                            progress);
                }
            }
            case LoadModel.HeldConnections _ -> OptionalDouble.empty();
        };
    }

    private void pause(String phase, long nanos) throws InterruptedException, ServerFailed {
        Thread.sleep(Duration.ofNanos(Math.max(nanos, 1)));
        health.check(phase);
    }
}
