package dev.loombench.run.trial;

import dev.loombench.analysis.mode.ModeBias;
import dev.loombench.base.Window;
import dev.loombench.launch.LaunchFailed;
import dev.loombench.load.result.LoadResult;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.result.AgentFigures;
import dev.loombench.result.Interleaving;
import dev.loombench.result.TrialOutcome;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.Failed;
import dev.loombench.result.TrialOutcome.WarmUp;
import dev.loombench.result.TrialResult;
import dev.loombench.result.UnloadedResponse;
import dev.loombench.run.backend.AgentLost;
import dev.loombench.run.server.ServerFailed;
import dev.loombench.run.server.TestedServer;
import dev.loombench.run.trial.slice.LastRest;
import dev.loombench.run.trial.slice.LoadTime;
import dev.loombench.run.trial.slice.MergedSlices;
import dev.loombench.run.trial.slice.SlicePlan;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// One trial of an interleaved block. Once a step has failed, the server is stopped and the further
/// steps do nothing.
final class BlockMember implements AutoCloseable {
    private static final int LOG_TAIL = 20;

    /// Share of work at rest that counts although compilers did it: that a server compiles after
    /// its warm-up what it has done there ends, and takes less.
    private static final double MUCH_AT_REST = 0.15;

    private final TrialRequest request;
    private final TrialStart start;
    private final LongSupplier nanoTime;
    private final Instant startedAt = Instant.now();
    private final long startedNanos;
    private final List<LoadResult> results = new ArrayList<>();
    private final List<LoadTime.Slice> slices = new ArrayList<>();

    private @Nullable TestedServer server;
    private @Nullable ServerUnderLoad underLoad;
    private @Nullable WarmUp warmUp;
    private @Nullable Failed failed;
    private List<Observation> observations = List.of();
    private List<AgentFigures> agents = List.of();
    private Optional<LastRest> lastRest = Optional.empty();
    private long cpuBeforeSlices;
    private long openAtRest;
    private long closedAtRest;
    private Optional<UnloadedResponse> unloaded = Optional.empty();

    private interface Step {
        void run(ServerUnderLoad server) throws InterruptedException, ServerFailed;
    }

    /// @param nanoTime the monotonic clock
    BlockMember(TrialRequest request, TrialStart start, LongSupplier nanoTime) {
        this.request = request;
        this.start = start;
        this.nanoTime = nanoTime;
        startedNanos = nanoTime.getAsLong();
    }

    boolean failed() {
        return failed != null;
    }

    /// Starts the server.
    void launch() throws InterruptedException {
        request.progress().update("starting", Duration.ZERO, 0);
        try {
            server = start.launch();
        } catch (LaunchFailed e) {
            fail(new Failed(TrialRunner.LAUNCH, e.getMessage(), e.logTail()));
        }
    }

    /// Sends the server a first request.
    void check() throws InterruptedException {
        if (failed != null || server == null) {
            return;
        }
        try {
            start.check(server);
        } catch (ServerFailed e) {
            fail(e);
        }
    }

    /// Starts the load and the observers.
    void load() throws InterruptedException {
        if (failed != null || server == null) {
            return;
        }
        try {
            underLoad = start.load(server);
        } catch (ServerFailed e) {
            fail(e);
        }
    }

    /// Warms up the server, which rests then.
    void warmUp() throws InterruptedException {
        step(loaded -> {
            warmUp = loaded.warmUp();
            loaded.rest();
        });
    }

    /// Waits until the resting server is idle.
    void settleAtRest() throws InterruptedException {
        step(server -> {
            server.settleAtRest();
            server.sampleAtRest();
        });
    }

    /// Whether it failed before its load, which ends the block: without this variant there is
    /// nothing to compare.
    boolean endsBlock() {
        return failed != null
                && underLoad == null
                && request.trial().block() == 1
                && start.isService();
    }

    /// Ends without a measurement, because another variant did not start.
    void abandon() {
        if (failed == null) {
            fail(new Failed("warm-up", "not measured: another variant did not start", List.of()));
        }
    }

    /// The agent on which it runs is lost.
    void lost(AgentLost agent) {
        if (failed == null) {
            fail(new Failed(LoadDriver.AGENTS, agent.getMessage(), List.of()));
        }
    }

    /// The mean response time at the end of the warm-up.
    Duration responseTime() {
        return underLoad == null ? Duration.ZERO : underLoad.responseTime();
    }

    /// Measures the next slice; the server rests then. It is sampled at both ends of the load, so
    /// that its CPU time under load, also outside the slice, is not taken for that of its rest.
    void slice(SlicePlan plan) throws InterruptedException {
        step(server -> {
            int index = results.size();
            server.sampleAtRest();
            cpuBeforeSlices = index == 0 ? server.cpuNanos() : cpuBeforeSlices;
            closedAtRest += index == 0 ? 0 : Math.max(0, openAtRest - server.connectionsOpen());
            long resumed = nanoTime.getAsLong();
            server.resume(plan.settling());
            var result =
                    server.measureSlice(
                            index == 0,
                            index == plan.slices().size() - 1,
                            plan.slices().get(index));
            long paused = nanoTime.getAsLong();
            server.rest();
            openAtRest = server.connectionsOpen();
            long rested = nanoTime.getAsLong();
            server.sampleAtRest();
            results.add(result);
            slices.add(new LoadTime.Slice(new Window(resumed, paused), result.window(), rested));
        });
    }

    /// Lets the server end the work of its last slice, then observes what it does when it is idle.
    void idle() throws InterruptedException {
        step(server -> {
            double cores = coresOfIdle(server.cpuNanos() - cpuBeforeSlices);
            lastRest = Optional.of(server.lastRest(cores));
        });
    }

    /// Mean number of processors of an idle server that would be too little in the rests between
    /// its slices to matter.
    ///
    /// @param cpuNanos CPU time of the server since before its first slice
    private double coresOfIdle(long cpuNanos) {
        double rested = 0;
        double loaded = 0;
        for (int k = 0; k < slices.size(); k++) {
            var slice = slices.get(k);
            loaded += slice.restedNanos() - slice.loaded().startNanos();
            rested += k == 0 ? 0 : slice.loaded().startNanos() - slices.get(k - 1).restedNanos();
        }
        return ModeBias.WorkWhenIdle.least((double) cpuNanos, loaded) / rested;
    }

    /// Observes under load what would have disturbed the slices, and ends the load.
    void observeAfterSlices(SlicePlan plan) throws InterruptedException {
        step(server -> {
            server.resume(plan.settling());
            server.observeAfterWindow(request.listThreads());
            observations = server.observations();
            agents = server.agents();
            server.close();
            server.requireResponse(new MergedSlices(results, loadTime()).result());
        });
    }

    /// Measures a single user.
    void measureUnloaded() throws InterruptedException {
        step(server -> unloaded = server.unloadedResponse(observations));
    }

    private void step(Step step) throws InterruptedException {
        if (failed != null || underLoad == null) {
            return;
        }
        try {
            step.run(underLoad);
        } catch (ServerFailed e) {
            fail(e);
        }
    }

    private void fail(ServerFailed failure) {
        fail(failure.outcome(server == null ? List.of() : server.logTail(LOG_TAIL)));
    }

    private void fail(Failed outcome) {
        failed = outcome;
        close();
    }

    /// The result, once all members have ended.
    ///
    /// @param all members of the block
    TrialResult result(List<BlockMember> all) {
        return new TrialResult(request.trial(), startedAt, startedNanos, outcome(all));
    }

    private TrialOutcome outcome(List<BlockMember> all) {
        if (failed != null || warmUp == null) {
            return failed != null ? failed : new Failed("warm-up", "it was not started", List.of());
        }
        var time = loadTime();
        var load = new MergedSlices(results, time).result();
        return new Completed(
                warmUp,
                load,
                unloaded,
                observations.stream().map(time::of).toList(),
                Optional.of(interleaving(all, time)),
                agents.stream().map(a -> a.with(load.with(List.of()))).toList(),
                Optional.empty());
    }

    private Interleaving interleaving(List<BlockMember> all, LoadTime time) {
        var total = series(MetricId.PROCESS_CPU);
        var cpu = OwnCpu.of(observations);
        var atRest = total.map(time::shareAtRest).orElse(OptionalDouble.empty());
        return new Interleaving(
                IntStream.range(0, slices.size()).mapToObj(k -> slice(k, time, cpu)).toList(),
                coresOfResting(all),
                atRest.orElse(0) > MUCH_AT_REST
                        ? atRest
                        : cpu.map(time::shareAtRest).orElse(OptionalDouble.empty()),
                total.map(time::shareWhenIdle).orElse(OptionalDouble.empty()),
                closedAtRest);
    }

    private Interleaving.Slice slice(int k, LoadTime time, Optional<Series> cpu) {
        long rested = k == 0 ? time.origin() : slices.get(k - 1).loaded().endNanos();
        return new Interleaving.Slice(
                slices.get(k).measured().nanos(),
                slices.get(k).loaded().startNanos() - rested,
                slices.get(k).restedNanos() - slices.get(k).loaded().endNanos(),
                results.get(k).counts().succeededInWindow(),
                cpu.map(s -> time.work(s, k)).orElse(OptionalDouble.empty()));
    }

    private LoadTime loadTime() {
        long origin = warmUp == null ? startedNanos : warmUp.window().endNanos();
        return new LoadTime(origin, slices, lastRest, series(MetricId.LOAD_RESPONSES));
    }

    /// Mean number of processors that the server and the load generator used during its slices.
    OptionalDouble cores() {
        double length = slices.stream().mapToDouble(s -> s.measured().nanos()).sum();
        var server = series(MetricId.PROCESS_CPU);
        if (failed != null || length == 0 || server.isEmpty()) {
            return OptionalDouble.empty();
        }
        double nanos = results.stream().mapToDouble(r -> r.generator().cpuNanos()).sum();
        for (var slice : slices) {
            var growth = server.get().growth(slice.measured());
            if (growth.isEmpty()) {
                return OptionalDouble.empty();
            }
            nanos += growth.getAsDouble();
        }
        return OptionalDouble.of(nanos / length);
    }

    /// Mean number of processors that the resting servers used during the slices of this one.
    private OptionalDouble coresOfResting(List<BlockMember> all) {
        double nanos = 0;
        double length = 0;
        for (var slice : slices) {
            length += slice.measured().nanos();
            for (var other : all) {
                if (other != this && !other.failed()) {
                    var cpu =
                            other.series(MetricId.PROCESS_CPU).map(s -> s.growth(slice.measured()));
                    if (cpu.isEmpty() || cpu.get().isEmpty()) {
                        return OptionalDouble.empty();
                    }
                    nanos += cpu.get().getAsDouble();
                }
            }
        }
        return length == 0 ? OptionalDouble.empty() : OptionalDouble.of(nanos / length);
    }

    private Optional<Series> series(MetricId metric) {
        return Series.of(metric, observations);
    }

    /// Ends the load, then the server and what it depended on, each also where another fails to
    /// end.
    @Override
    public void close() {
        try (var _ = start;
                var _ = server;
                var _ = underLoad) {
            // closed in reverse order; what was not started is null
        }
    }
}
