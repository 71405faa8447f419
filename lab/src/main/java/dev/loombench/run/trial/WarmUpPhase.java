package dev.loombench.run.trial;

import dev.loombench.load.LoadProgress;
import dev.loombench.observe.proc.CpuClock;
import dev.loombench.result.TrialOutcome.WarmUp;
import dev.loombench.result.Window;
import dev.loombench.run.server.ServerFailed;
import dev.loombench.spec.Defaults;
import dev.loombench.spec.Phases;
import dev.loombench.spec.WarmUpCycles;
import dev.loombench.spec.load.LoadModel;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// The warm-up of a trial: ends once throughput and CPU per request have settled and no arrival is
/// left waiting, but neither before its minimum nor after its maximum.
///
/// @param min as in `warm-up.min`
/// @param max as in `warm-up.max`
/// @param cycles the parts of the warm-up, as in `warm-up.load` and `warm-up.pause`
/// @param steadyFor the time after the warm-up over which the figures must not change
record WarmUpPhase(Duration min, Duration max, Optional<WarmUpCycles> cycles, Duration steadyFor) {
    private static final String NAME = "warm-up";

    /// The load of a warm-up.
    interface Load {
        LoadProgress progress();

        /// Starts no request until `resume`.
        void pause();

        void resume();
    }

    /// The single user before held connections has no throughput that could settle.
    static WarmUpPhase of(LoadModel model, Phases phases) {
        var max =
                switch (model) {
                    case LoadModel.Open _, LoadModel.Closed _ -> phases.warmUpMax();
                    case LoadModel.HeldConnections _ -> phases.warmUpMin();
                };
        return new WarmUpPhase(
                phases.warmUpMin(), max, phases.warmUpCycles(), steadyFor(model, phases));
    }

    /// The length of the window. Where that is only a limit, or the load changes within the window,
    /// no more than the default length.
    private static Duration steadyFor(LoadModel model, Phases phases) {
        boolean comparable = phases.requests().isEmpty() && model.isConstant();
        return comparable || phases.measure().compareTo(Defaults.MEASURE) < 0
                ? phases.measure()
                : Defaults.MEASURE;
    }

    private int samplesInWindow() {
        return (int) Math.ceilDiv(steadyFor.toNanos(), ServerUnderLoad.SAMPLE_INTERVAL_NANOS);
    }

    boolean isOver(long elapsedNanos, boolean steady) {
        return elapsedNanos >= max.toNanos() || (steady && elapsedNanos >= min.toNanos());
    }

    /// Time until the next sample: the interval, or what is left of the maximum.
    long pauseNanos(long elapsedNanos) {
        return Math.min(ServerUnderLoad.SAMPLE_INTERVAL_NANOS, max.toNanos() - elapsedNanos);
    }

    /// Samples a load that has started until the warm-up is over. Only the time under load counts
    /// for the decision: no pause, and not the time after it until all users have started again.
    ///
    /// @param startNanos of the load, on the monotonic clock
    /// @param nanoTime the monotonic clock
    /// @param compilers CPU time of the server's compilers, 0 where it is not considered
    /// @param onSample receives each sample of the load
    WarmUp run(
            long startNanos,
            LongSupplier nanoTime,
            Load load,
            CpuClock cpu,
            CpuClock compilers,
            Pause pause,
            Consumer<LoadProgress> onSample,
            TrialProgress progress)
            throws InterruptedException, ServerFailed {
        var detector = new WarmupDetector(samplesInWindow());
        var last = Sample.of(load, cpu, compilers);
        long elapsed = 0;
        long partEnd = cycles.map(c -> c.load().toNanos()).orElse(Long.MAX_VALUE);
        while (!isOver(elapsed, detector.steady())) {
            progress.update("warming up", Duration.ofNanos(elapsed), detector.latestThroughput());
            if (elapsed >= partEnd) {
                var cycle = cycles.orElseThrow();
                load.pause();
                pause.pause(NAME, cycle.pause().toNanos());
                load.resume();
                pause.pause(NAME, WarmUpCycles.RAMP.toNanos());
                partEnd = elapsed + cycle.pause().plus(cycle.load()).toNanos();
                last = Sample.of(load, cpu, compilers);
            } else {
                pause.pause(NAME, pauseNanos(elapsed));
                var sample = Sample.of(load, cpu, compilers);
                sample.addTo(detector, last);
                onSample.accept(sample.load);
                last = sample;
            }
            elapsed = nanoTime.getAsLong() - startNanos;
        }
        long end = Math.max(nanoTime.getAsLong(), startNanos + 1);
        return new WarmUp(new Window(startNanos, end), detector.steady());
    }

    /// The progress of the load and the CPU times at one time.
    private record Sample(LoadProgress load, long cpu, long compilers) {
        static Sample of(Load load, CpuClock cpu, CpuClock compilers) {
            return new Sample(load.progress(), cpu.nanos(), compilers.nanos());
        }

        void addTo(WarmupDetector detector, Sample last) {
            detector.sample(
                    load.succeeded() - last.load.succeeded(),
                    (load.nanos() - last.load.nanos()) / 1e9,
                    cpu - last.cpu,
                    compilers - last.compilers,
                    load.overdueNanos());
        }
    }
}
