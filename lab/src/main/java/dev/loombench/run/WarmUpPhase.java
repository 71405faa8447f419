package dev.loombench.run;

import dev.loombench.load.LoadProgress;
import dev.loombench.observe.proc.CpuClock;
import dev.loombench.result.TrialOutcome.WarmUp;
import dev.loombench.result.Window;
import dev.loombench.spec.Defaults;
import dev.loombench.spec.Phases;
import dev.loombench.spec.load.LoadModel;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// The warm-up of a trial: ends once throughput and CPU per request have settled, but neither
/// before its minimum nor after its maximum.
///
/// @param min as in `warm-up.min`
/// @param max as in `warm-up.max`
/// @param steadyFor the time after the warm-up over which the figures must not change
record WarmUpPhase(Duration min, Duration max, Duration steadyFor) {
    private static final String NAME = "warm-up";

    /// The single user before held connections has no throughput that could settle.
    static WarmUpPhase of(LoadModel model, Phases phases) {
        var max =
                switch (model) {
                    case LoadModel.Open _, LoadModel.Closed _ -> phases.warmUpMax();
                    case LoadModel.HeldConnections _ -> phases.warmUpMin();
                };
        return new WarmUpPhase(phases.warmUpMin(), max, steadyFor(model, phases));
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
        return (int) Math.ceilDiv(steadyFor.toNanos(), TrialExecution.SAMPLE_INTERVAL_NANOS);
    }

    boolean isOver(long elapsedNanos, boolean steady) {
        return elapsedNanos >= max.toNanos() || (steady && elapsedNanos >= min.toNanos());
    }

    /// Time until the next sample: the interval, or what is left of the maximum.
    long pauseNanos(long elapsedNanos) {
        return Math.min(TrialExecution.SAMPLE_INTERVAL_NANOS, max.toNanos() - elapsedNanos);
    }

    /// Samples a load that has started until the warm-up is over.
    ///
    /// @param startNanos of the load, on the monotonic clock
    /// @param nanoTime the monotonic clock
    /// @param compilers CPU time of the server's compilers, 0 where it is not considered
    /// @param onSample receives each sample of the load
    WarmUp run(
            long startNanos,
            LongSupplier nanoTime,
            Supplier<LoadProgress> load,
            CpuClock cpu,
            CpuClock compilers,
            Pause pause,
            Consumer<LoadProgress> onSample,
            TrialProgress progress)
            throws InterruptedException, ServerFailed {
        var detector = new WarmupDetector(samplesInWindow());
        var last = load.get();
        long lastCpu = cpu.nanos();
        long lastCompilers = compilers.nanos();
        long elapsed = 0;
        while (!isOver(elapsed, detector.steady())) {
            progress.update("warming up", Duration.ofNanos(elapsed), detector.latestThroughput());
            pause.pause(NAME, pauseNanos(elapsed));
            var sample = load.get();
            long sampleCpu = cpu.nanos();
            long sampleCompilers = compilers.nanos();
            detector.sample(
                    sample.succeeded() - last.succeeded(),
                    (sample.nanos() - last.nanos()) / 1e9,
                    sampleCpu - lastCpu,
                    sampleCompilers - lastCompilers);
            onSample.accept(sample);
            last = sample;
            lastCpu = sampleCpu;
            lastCompilers = sampleCompilers;
            elapsed = nanoTime.getAsLong() - startNanos;
        }
        long end = Math.max(nanoTime.getAsLong(), startNanos + 1);
        return new WarmUp(new Window(startNanos, end), detector.steady());
    }
}
