package dev.loombench.capacity;

import dev.loombench.analysis.capacity.CapacityFit;
import dev.loombench.analysis.capacity.RateProbe;
import dev.loombench.analysis.capacity.RateProbe.Outcome;
import dev.loombench.analysis.capacity.RateProbe.Purpose;
import dev.loombench.analysis.capacity.objective.OverRule;
import dev.loombench.analysis.capacity.objective.Recovery;
import dev.loombench.analysis.capacity.objective.WindowCounts;
import dev.loombench.analysis.validity.capacity.CapacityFinding.ConnectionsLimited;
import dev.loombench.base.RandomStream;
import dev.loombench.load.result.LoadResult;
import dev.loombench.result.RunManifest;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialResult;
import dev.loombench.run.server.ServerFailed;
import dev.loombench.run.trial.ProbeWindow;
import dev.loombench.run.trial.Probed;
import dev.loombench.run.trial.ProbedServer;
import dev.loombench.run.trial.TrialProgress;
import dev.loombench.run.trial.TrialRequest;
import dev.loombench.run.trial.TrialRunner;
import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// One process of a variant, and the windows that are measured in it.
///
/// No window begins with a backlog: after each, the load stops until no request is left. Where that
/// takes too long, a fresh process replaces this one.
final class ProcessProbing implements ProbedProcess {
    /// Limit of the wait for the last responses, after which the process is replaced.
    private static final Duration DRAIN = Duration.ofSeconds(15);

    /// Seeds of one block.
    private static final long SEEDS_PER_BLOCK = 1_000;

    private final RunManifest manifest;
    private final CapacitySettings settings;
    private final TrialRunner runner;
    private final Trial process;
    private final LoadModel warmUpLoad;
    private final SearchListener listener;
    private ProbedServer server;
    private ProbedServer.Warm warm;
    private int loads;

    /// Number of the present process.
    private int started;

    /// The rate of the present window; empty outside of windows.
    private volatile OptionalDouble rate = OptionalDouble.empty();

    /// Of the present process.
    private final List<dev.loombench.base.Window> confirming = new ArrayList<>();

    /// Of the latest window.
    private Optional<LoadResult> latest = Optional.empty();

    /// Share of the requests with a good response, in the latest window that held the objectives:
    /// an experiment may expect errors.
    private double answered = 1;

    private ProcessProbing(
            RunManifest manifest,
            CapacitySettings settings,
            TrialRunner runner,
            Trial process,
            LoadModel warmUpLoad,
            SearchListener listener)
            throws InterruptedException, ServerFailed {
        this.manifest = manifest;
        this.settings = settings;
        this.runner = runner;
        this.process = process;
        this.warmUpLoad = warmUpLoad;
        this.listener = listener;
        server = startServer();
        warm = warmUp(server);
    }

    /// Starts the process and warms it up.
    ///
    /// @throws LaunchFailed when it does not start
    static ProcessProbing start(
            RunManifest manifest,
            CapacitySettings settings,
            TrialRunner runner,
            Trial process,
            LoadModel warmUpLoad,
            SearchListener listener)
            throws InterruptedException, ServerFailed {
        return new ProcessProbing(manifest, settings, runner, process, warmUpLoad, listener);
    }

    private ProbedServer startServer() throws InterruptedException, ServerFailed {
        return runner.start(new TrialRequest(process, true, progress()), warmUpLoad);
    }

    private ProbedServer.Warm warmUp(ProbedServer fresh) throws InterruptedException, ServerFailed {
        try {
            var shown = fresh.warmUp(DRAIN);
            started++;
            return shown;
        } catch (InterruptedException | ServerFailed | RuntimeException e) {
            fresh.close();
            throw e;
        }
    }

    @Override
    public double warmThroughput() {
        return warm.throughput();
    }

    @Override
    public Window probe(Purpose purpose, double arrivals, Duration settling, Duration length)
            throws InterruptedException, ServerFailed {
        var load = settings.load(arrivals);
        var rule =
                new OverRule(
                        settings.objectives(),
                        arrivals,
                        length,
                        burnLimit(purpose),
                        warm.meanResponseSeconds());
        rate = OptionalDouble.of(arrivals);
        var probed =
                server.probe(
                        load,
                        nextSeed(),
                        settling,
                        new ProbeWindow(arrivals, length, stopRule(purpose, rule)));
        rate = OptionalDouble.empty();
        latest = Optional.of(probed.load());
        if (purpose == Purpose.CONFIRM) {
            confirming.add(probed.load().window());
        }
        var probe = judged(purpose, rule, load, probed);
        if (probe.met() && probed.load().counts().sent() > 0) {
            answered = (double) probed.load().counts().succeeded() / probed.load().counts().sent();
        }
        listener.probed(probe);
        return new Window(probe, probed.inFlight());
    }

    /// A confirming window is cut short only where its burn does not matter any more.
    private static double burnLimit(Purpose purpose) {
        return switch (purpose) {
            case BRACKET, HOLD, LATER -> 1;
            case CONFIRM, REPEAT, BEYOND -> CapacityFit.MOST;
        };
    }

    private static ProbeWindow.StopRule stopRule(Purpose purpose, OverRule rule) {
        return switch (purpose) {
            case BRACKET, CONFIRM, HOLD, REPEAT, LATER ->
                    soFar ->
                            rule.isOver(
                                    new WindowCounts(
                                            soFar.responseTime(), soFar.ended(), soFar.errors()),
                                    soFar.outstanding());
            case BEYOND -> soFar -> rule.backlogIsOver(soFar.outstanding());
        };
    }

    private RateProbe judged(Purpose purpose, OverRule rule, LoadModel.Open load, Probed probed) {
        var counts = WindowCounts.of(probed.load());
        var traffic = manifest.experiment().traffic();
        double burn = settings.objectives().burn(probed.load(), traffic);
        boolean over = probed.cutShort() || isBehind(rule, probed.load());
        boolean violated = burn > 1 || over;
        boolean refused =
                new RefusedRequests(warm.meanResponseSeconds())
                        .explain(probed.load(), settings.objectives(), traffic);
        var disturbance =
                violated
                        ? ProbeJudge.of(
                                manifest, process, load, server.trial(probed.load()), refused)
                        : Optional.<ProbeJudge.Disturbance>empty();
        boolean waited =
                violated
                        && disturbance.isEmpty()
                        && new ConnectionLimit(settings.connections(), warm.meanResponseSeconds())
                                .explains(probed, settings.objectives(), traffic);
        boolean notOffered =
                waited || disturbance.filter(ProbeJudge.Disturbance::generator).isPresent();
        var outcome =
                !violated
                        ? Outcome.MET
                        : notOffered
                                ? Outcome.GENERATOR_LIMITED
                                : over ? Outcome.OVER : Outcome.VIOLATED;
        var result = probed.load();
        double seconds = result.window().seconds();
        return new RateProbe(
                listener.nextNumber(),
                process.variant(),
                process.block(),
                started,
                purpose,
                rule.rate(),
                new RateProbe.Figures(
                        seconds,
                        result.counts().sent(),
                        counts.errors(),
                        result.counts().succeededInWindow() / seconds,
                        counts.percentileNanos(50),
                        counts.percentileNanos(settings.objectives().percent())),
                // A window that is over violates the objectives, even where its own share does not.
                violated ? Math.max(burn, Math.nextUp(1.0)) : burn,
                outcome,
                waited
                        ? Optional.of(ConnectionsLimited.KIND.id())
                        : disturbance.map(d -> d.finding().kind().id()));
    }

    private static boolean isBehind(OverRule rule, LoadResult load) {
        var counts = load.counts();
        double ended = (double) counts.succeededInWindow() + counts.failed();
        return rule.isBehind((double) counts.sent(), ended);
    }

    @Override
    public void settle() throws InterruptedException, ServerFailed {
        if (!server.drain(DRAIN)) {
            server.end();
            confirming.clear();
            server = startServer();
            warm = warmUp(server);
        }
    }

    @Override
    public Optional<TrialResult> lastTrial() throws InterruptedException, ServerFailed {
        var window = latest;
        return window.isEmpty()
                ? Optional.empty()
                : Optional.of(ProbeJudge.result(process, server.lastTrial(window.get())));
    }

    @Override
    public List<dev.loombench.base.Window> confirming() {
        return List.copyOf(confirming);
    }

    @Override
    public Recovery recover(double capacity) throws InterruptedException, ServerFailed {
        return RecoveryMeasurement.run(settings, capacity, answered, server, nextSeed());
    }

    private long nextSeed() {
        return RandomStream.PROBES.seed(
                manifest.seed(), process.block() * SEEDS_PER_BLOCK + loads++);
    }

    private TrialProgress progress() {
        return (activity, elapsed, responses) ->
                listener.progress(process, activity, elapsed, rate, responses);
    }

    @Override
    public void end() throws InterruptedException {
        server.end();
    }

    @Override
    public void close() {
        server.close();
    }
}
