package dev.loombench.run;

import dev.loombench.launch.LaunchFailed;
import dev.loombench.launch.ServerLauncher;
import dev.loombench.launch.process.ServerProcess;
import dev.loombench.load.LoadEngine;
import dev.loombench.load.LoadRun;
import dev.loombench.load.LoadSettings;
import dev.loombench.load.Probe;
import dev.loombench.observe.ObservationSession;
import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.ProcessEndedException;
import dev.loombench.observe.proc.CpuClock;
import dev.loombench.observe.proc.StoppedTime;
import dev.loombench.result.LoadResult;
import dev.loombench.result.MetricId;
import dev.loombench.result.Observation;
import dev.loombench.result.Observation.Point;
import dev.loombench.result.Observation.Series;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.Failed;
import dev.loombench.result.TrialOutcome.WarmUp;
import dev.loombench.result.TrialResult;
import dev.loombench.result.Window;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.load.Workload;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/// Carries out one trial: a fresh server, warm-up until steady, the measured window, a lone user,
/// stop.
final class TrialRunner {
    private static final long SAMPLE_INTERVAL_NANOS = 250_000_000;
    private static final int LOG_TAIL = 20;

    /// What a trial is doing that sends one request ahead of its load.
    static final String PROBE = "probe";

    /// A server that has just started may take so long for its first response.
    private static final Duration FIRST_RESPONSE = Duration.ofSeconds(30);

    /// A server that is stopped (SIGSTOP, a debugger) for so long without a break is given up.
    private static final Duration STOPPED_TOO_LONG = Duration.ofSeconds(5);

    /// What a trial is doing now.
    interface TrialProgress {
        /// @param answersPerSecond 0 while nothing is driven
        void update(String what, Duration since, double answersPerSecond);
    }

    private final ExperimentSpec spec;
    private final long seed;
    private final ServerLauncher launcher;
    private final Observers observers;
    private final SupportServices services;

    /// @param services what servers under test lean on
    TrialRunner(
            ExperimentSpec spec,
            long seed,
            ServerLauncher launcher,
            Observers observers,
            SupportServices services) {
        this.spec = spec;
        this.seed = seed;
        this.launcher = launcher;
        this.observers = observers;
        this.services = services;
    }

    /// @param folder the trial's own
    /// @param listThreads whether no other trial has a list of the threads of such a server yet
    TrialResult run(Trial trial, Path folder, boolean listThreads, TrialProgress progress)
            throws InterruptedException {
        var startedAt = Instant.now();
        long started = System.nanoTime();
        progress.update("starting", Duration.ZERO, 0);
        return new TrialResult(
                trial, startedAt, started, outcome(trial, folder, listThreads, progress));
    }

    /// A trial that is recorded and not carried out.
    static TrialResult notStarted(Trial trial, Failed why) {
        return new TrialResult(trial, Instant.now(), System.nanoTime(), why);
    }

    private TrialOutcome outcome(
            Trial trial, Path folder, boolean listThreads, TrialProgress progress)
            throws InterruptedException {
        return switch (spec.load()) {
            case LoadModel model -> driven(model, trial, folder, listThreads, progress);
            case Workload.Batch(var atMost) -> ran(atMost, trial, folder, progress);
        };
    }

    private TrialOutcome ran(Duration atMost, Trial trial, Path folder, TrialProgress progress)
            throws InterruptedException {
        try (var process = launcher.startBatch(spec.variant(trial.variant()), folder)) {
            return new BatchTrial(process, Observers.forBatch(), folder, atMost, progress).run();
        } catch (LaunchFailed e) {
            return new Failed("launch", e.getMessage(), e.logTail());
        }
    }

    private TrialOutcome driven(
            LoadModel model, Trial trial, Path folder, boolean listThreads, TrialProgress progress)
            throws InterruptedException {
        var variant = spec.variant(trial.variant());
        try (var server =
                launcher.start(
                        variant, observers.jvmFlags(folder), services.arguments(variant), folder)) {
            try {
                return new TrialExecution(model, trial, server, folder, listThreads, progress)
                        .run();
            } catch (ServerFailed e) {
                return new Failed(e.during, e.why, server.logTail(LOG_TAIL));
            }
        } catch (LaunchFailed e) {
            return new Failed("launch", e.getMessage(), e.logTail());
        }
    }

    /// The server died or answered nothing: the trial has failed, the run goes on.
    private static final class ServerFailed extends Exception {
        private static final long serialVersionUID = 1L;
        final String during;
        final String why;

        ServerFailed(String during, String why) {
            super(why);
            this.during = during;
            this.why = why;
        }
    }

    /// What the load and those who watched it brought home.
    private record LoadedPhaseResult(
            WarmUp warmUp, LoadResult load, List<Observation> observations) {
        boolean lacksThreads() {
            return observations.stream().noneMatch(Observation.ThreadDump.class::isInstance);
        }
    }

    /// One trial from READY to the last answer.
    private final class TrialExecution {
        private final LoadModel model;
        private final Trial trial;
        private final ServerProcess server;
        private final Path folder;
        private final boolean listThreads;
        private final TrialProgress progress;
        private final InetSocketAddress address;
        private final List<Point> answers = new ArrayList<>();
        private final StoppedTime stopped = new StoppedTime();
        private boolean threadsAsked;

        TrialExecution(
                LoadModel model,
                Trial trial,
                ServerProcess server,
                Path folder,
                boolean listThreads,
                TrialProgress progress) {
            this.model = model;
            this.trial = trial;
            this.server = server;
            this.folder = folder;
            this.listThreads = listThreads;
            this.progress = progress;
            this.address = new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port());
        }

        TrialOutcome run() throws InterruptedException, ServerFailed {
            probe();
            var driven = driven();
            return new Completed(driven.warmUp, driven.load, unloaded(driven), driven.observations);
        }

        /// Fails at once where the load would meet nothing but errors, unless these are expected.
        private void probe() throws InterruptedException, ServerFailed {
            var traffic = spec.traffic();
            if (traffic.expectsErrors() || traffic.hasCounter()) {
                return; // a value that was sent ahead would be sent twice
            }
            progress.update("sending one request ahead", Duration.ZERO, 0);
            boolean patient = traffic.timeout().compareTo(FIRST_RESPONSE) >= 0;
            try {
                var refusal =
                        Probe.<ServerFailed>send(
                                address,
                                patient ? traffic : traffic.withTimeout(FIRST_RESPONSE),
                                seed,
                                LoadSettings.DEFAULT.transport(),
                                () -> alive(PROBE));
                if (refusal.isPresent() && !(refusal.get().byStatus() && traffic.isMix())) {
                    throw new ServerFailed(PROBE, refusal.get().reason());
                }
            } catch (IOException e) {
                throw new ServerFailed(PROBE, "cannot send a request ahead of the load: " + e);
            }
        }

        /// A JDK 25 may die of listing its threads while virtual ones come and go (JDK-8364343).
        /// What was measured was measured before.
        private OptionalDouble unloaded(LoadedPhaseResult driven)
                throws InterruptedException, ServerFailed {
            try {
                return unloaded();
            } catch (ServerFailed gone) {
                if (threadsAsked && driven.lacksThreads()) {
                    return OptionalDouble.empty();
                }
                throw gone;
            }
        }

        /// Nothing bounds how many answers connections give that are only held: no lone user is
        /// needed to tell.
        private OptionalDouble unloaded() throws InterruptedException, ServerFailed {
            return switch (model) {
                case LoadModel.Open _, LoadModel.Closed _ -> loneUser();
                case LoadModel.HeldConnections _ -> OptionalDouble.empty();
            };
        }

        private LoadedPhaseResult driven() throws InterruptedException, ServerFailed {
            long start = System.nanoTime();
            try (var driven = drive(model);
                    // Attaching costs the server CPU: it belongs to the warm-up.
                    var watch = observers.start(target())) {
                var warmUp = warmUp(driven, start);
                var load = measure(driven, watch);
                var observations = new ArrayList<>(watch.read());
                observations.add(new Series("load", MetricId.LOAD_RESPONSES, answers));
                return new LoadedPhaseResult(warmUp, load, observations);
            } catch (ProcessEndedException gone) {
                throw ended("warm-up");
            }
        }

        private ObservedProcess target() {
            return new ObservedProcess(server.pid(), OptionalInt.of(server.port()), folder);
        }

        private void noteAnswers(dev.loombench.load.LoadProgress seen) {
            answers.add(new Point(seen.nanos(), (double) seen.succeeded()));
        }

        private LoadRun drive(LoadModel users) throws ServerFailed {
            try {
                // The variants of a round meet the same arrivals, and each round others.
                return LoadEngine.start(
                        address,
                        users,
                        spec.traffic(),
                        seed * 1_000_003 + trial.block(),
                        LoadSettings.DEFAULT);
            } catch (IOException e) {
                throw new ServerFailed("connect", "cannot drive the load: " + e);
            }
        }

        private WarmUp warmUp(LoadRun driven, long start)
                throws InterruptedException, ServerFailed {
            var judge = new WarmupDetector();
            var cpu = CpuClock.of(server.pid());
            var last = driven.progress();
            long lastCpu = cpu.nanos();
            boolean steady = false;
            for (long now = start; ; now = System.nanoTime()) {
                long spent = now - start;
                steady = judge.steady();
                if (spent >= warmUpAtMost().toNanos()
                        || (steady && spent >= spec.phases().warmUpMin().toNanos())) {
                    break;
                }
                progress.update("warming up", Duration.ofNanos(spent), judge.latestThroughput());
                pause("warm-up", Math.min(SAMPLE_INTERVAL_NANOS, warmUpAtMost().toNanos() - spent));
                var seen = driven.progress();
                long seenCpu = cpu.nanos();
                judge.sample(
                        seen.succeeded() - last.succeeded(),
                        (seen.nanos() - last.nanos()) / 1e9,
                        seenCpu - lastCpu);
                noteAnswers(seen);
                last = seen;
                lastCpu = seenCpu;
            }
            return new WarmUp(new Window(start, Math.max(System.nanoTime(), start + 1)), steady);
        }

        /// The lone user before a held load has no speed that could become steady.
        private Duration warmUpAtMost() {
            return switch (model) {
                case LoadModel.Open _, LoadModel.Closed _ -> spec.phases().warmUpMax();
                case LoadModel.HeldConnections _ -> spec.phases().warmUpMin();
            };
        }

        private LoadResult measure(LoadRun driven, ObservationSession watch)
                throws InterruptedException, ServerFailed {
            watch.sample();
            var phases = spec.phases();
            noteAnswers(driven.progress());
            long start = driven.openWindow(phases.requests(), _ -> {});
            long end = start + phases.measure().toNanos();
            var last = driven.progress();
            while (!driven.windowOver(phases.measure())) {
                long left = end - System.nanoTime();
                pause(
                        "measure",
                        left > 0 ? Math.min(SAMPLE_INTERVAL_NANOS, left) : SAMPLE_INTERVAL_NANOS);
                var seen = driven.progress();
                var rate =
                        (seen.succeeded() - last.succeeded())
                                / ((seen.nanos() - last.nanos()) / 1e9);
                progress.update("measuring", Duration.ofNanos(seen.nanos() - start), rate);
                noteAnswers(seen);
                last = seen;
            }
            var load = driven.<ServerFailed>closeWindow(() -> alive("measure"));
            watch.sample(); // figures at the window's ends are read between samples
            alive("measure");
            if (load.counts().succeeded() == 0) {
                throw new ServerFailed(
                        "measure",
                        "no good answer in the measured window; errors: " + load.counts().errors());
            }
            lookUnderLoad(watch);
            return load;
        }

        /// A window that ends by a number of requests leaves no load behind to look at.
        private void lookUnderLoad(ObservationSession watch) {
            if (spec.phases().requests().isEmpty()) {
                progress.update("looking inside", Duration.ZERO, 0);
                threadsAsked = listThreads;
                watch.afterWindow(listThreads);
            }
        }

        /// The time a request takes when nothing queues: three answers to a lone user, or what a
        /// second gives.
        private OptionalDouble loneUser() throws InterruptedException, ServerFailed {
            long start = System.nanoTime();
            try (var driven = drive(new LoadModel.Closed(1, Duration.ZERO))) {
                driven.openWindow();
                long patience = spec.traffic().timeout().toNanos();
                for (long spent = 0; spent < patience; spent = System.nanoTime() - start) {
                    progress.update("one lone user", Duration.ofNanos(spent), 0);
                    pause("lone user", 50_000_000);
                    long answers = driven.progress().succeeded();
                    if ((answers >= 3 && spent >= 300_000_000)
                            || (answers >= 1 && spent >= 1_000_000_000)) {
                        break;
                    }
                }
                var result = driven.<ServerFailed>closeWindow(() -> alive("lone user"));
                return result.intervals().stream()
                        .map(LoadResult.Interval::responseTime)
                        .reduce((a, b) -> {
                            a.add(b);
                            return a;
                        })
                        .filter(h -> h.getTotalCount() > 0)
                        .map(h -> OptionalDouble.of((double) h.getValueAtPercentile(50)))
                        .orElse(OptionalDouble.empty());
            }
        }

        private void pause(String during, long nanos) throws InterruptedException, ServerFailed {
            Thread.sleep(Duration.ofNanos(Math.max(nanos, 1)));
            alive(during);
        }

        private void alive(String during) throws ServerFailed {
            if (!server.isAlive()) {
                throw ended(during);
            }
            try {
                stopped.sample(StoppedTime.isStopped(server.pid()), System.nanoTime());
            } catch (ProcessEndedException gone) {
                throw ended(during);
            }
            if (stopped.currentStopNanos() >= STOPPED_TOO_LONG.toNanos()) {
                server.kill(); // it cannot leave, and whoever asks it something waits
                throw new ServerFailed(
                        during,
                        "the server was stopped (SIGSTOP, Ctrl-Z or a debugger) and did not go on"
                                + " within %d s".formatted(STOPPED_TOO_LONG.toSeconds()));
            }
        }

        private ServerFailed ended(String during) {
            var ended = server.exit().toCompletableFuture().join();
            return new ServerFailed(during, "the server " + ended.describe());
        }
    }
}
