package dev.loombench.run.trial;

import dev.loombench.base.TimedReading;
import dev.loombench.base.Window;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.WarmUpCycles;
import dev.loombench.load.RunningLoad;
import dev.loombench.load.result.LoadProgress;
import dev.loombench.observe.proc.CpuClock;
import dev.loombench.result.TrialOutcome.WarmUp;
import dev.loombench.run.server.ServerFailed;
import dev.loombench.run.trial.slice.Pause;
import dev.loombench.run.trial.warmup.WarmupDetector;
import dev.loombench.run.trial.warmup.WarmupDetector.Sample;
import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// The warm-up of a trial, neither shorter than its minimum nor longer than its maximum.
///
/// It ends once all metrics are [steady][WarmupDetector]. After the time for the others, if the
/// code is compiled or hardly matters, or where the rest of its maximum is too short for the
/// requests that the compilers need, it ends once those metrics are that decide the experiment.
///
/// @param min as in `warm-up.min`
/// @param max as in `warm-up.max`
/// @param others as in `warm-up.others`, at most the maximum
/// @param cycles the parts of the warm-up, as in `warm-up.load` and `warm-up.pause`
/// @param model of the load
/// @param byWork whether the work of the server's processors decides the experiment
/// @param callsNeeded as in [WarmupDetector]
record WarmUpPhase(
        Duration min,
        Duration max,
        Duration others,
        Optional<WarmUpCycles> cycles,
        LoadModel model,
        boolean byWork,
        long callsNeeded) {
    private static final String NAME = "warm-up";

    /// The load of a warm-up.
    interface Load {
        LoadProgress progress();

        /// Starts no request until `resume`.
        void pause();

        void resume();

        /// A running load.
        static Load of(RunningLoad load) {
            return new RunningWarmUp(load);
        }
    }

    private record RunningWarmUp(RunningLoad load) implements Load {
        @Override
        public LoadProgress progress() {
            return load.progress();
        }

        @Override
        public void pause() {
            load.pause();
        }

        @Override
        public void resume() {
            load.resume();
        }
    }

    /// @param callsNeeded as in [WarmupDetector]
    static WarmUpPhase of(LoadModel model, Experiment experiment, long callsNeeded) {
        var phases = experiment.phases();
        return new WarmUpPhase(
                phases.warmUpMin(),
                hasSpeed(model) ? phases.warmUpMax() : phases.warmUpMin(),
                isShortened(experiment) ? phases.warmUpOfAll() : phases.warmUpMax(),
                phases.warmUpCycles(),
                model,
                experiment.criteria().decidedBy(Metric::isWork),
                callsNeeded);
    }

    /// Response times need not be shown to be steady, so that CPU per request is waited for in
    /// their place; and with few processors a server that seems to wait may wait for a processor.
    private static boolean isShortened(Experiment experiment) {
        return !experiment.criteria().decidedBy(Metric::isPercentile)
                && experiment.variants().stream().allMatch(v -> v.cpus().isEmpty());
    }

    /// The single user before held connections has no throughput that could settle.
    private static boolean hasSpeed(LoadModel model) {
        return switch (model) {
            case LoadModel.Open _, LoadModel.Closed _ -> true;
            case LoadModel.HeldConnections _ -> false;
        };
    }

    private boolean isOver(long elapsedNanos, WarmupDetector detector) {
        return elapsedNanos >= max.toNanos()
                || (elapsedNanos >= min.toNanos()
                        && (detector.steady()
                                || (detector.decided(byWork) && isEnough(elapsedNanos, detector))));
    }

    /// Whether the metrics that do not decide are no longer waited for. Code that is not compiled
    /// yet makes throughput too low as well, unless the server mostly waits.
    private boolean isEnough(long elapsedNanos, WarmupDetector detector) {
        return detector.callsOutOfReach(max.toNanos() - elapsedNanos)
                || (elapsedNanos >= others.toNanos()
                        && (detector.mostlyWaits() || detector.isCompiled()));
    }

    /// Time until the next sample: the interval, or what is left of the maximum.
    private long pauseNanos(long elapsedNanos) {
        return Math.min(ServerUnderLoad.SAMPLE_INTERVAL_NANOS, max.toNanos() - elapsedNanos);
    }

    /// Samples a load that has started until the warm-up is over. Only the time under load counts
    /// for the decision: no pause, and not the time after it until all users have started again.
    ///
    /// @param startNanos of the load, on the monotonic clock
    /// @param nanoTime the monotonic clock
    /// @param compilers CPU time of the server's compilers, 0 where it is not known
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
        var detector = new WarmupDetector(model, callsNeeded);
        var last = Reading.of(load, cpu, compilers, nanoTime);
        long elapsed = 0;
        long partEnd = cycles.map(c -> c.load().toNanos()).orElse(Long.MAX_VALUE);
        while (!isOver(elapsed, detector)) {
            progress.update("warming up", Duration.ofNanos(elapsed), detector.shownThroughput());
            if (elapsed >= partEnd) {
                var cycle = cycles.orElseThrow();
                load.pause();
                pause.pause(NAME, cycle.pause().toNanos());
                load.resume();
                pause.pause(NAME, WarmUpCycles.RAMP.toNanos());
                partEnd = elapsed + cycle.pause().plus(cycle.load()).toNanos();
                last = Reading.of(load, cpu, compilers, nanoTime);
            } else {
                pause.pause(NAME, pauseNanos(elapsed));
                var reading = Reading.of(load, cpu, compilers, nanoTime);
                detector.add(reading.since(last), nanoTime.getAsLong() - startNanos);
                onSample.accept(reading.load);
                last = reading;
            }
            elapsed = nanoTime.getAsLong() - startNanos;
        }
        long end = Math.max(nanoTime.getAsLong(), startNanos + 1);
        return new WarmUp(
                new Window(startNanos, end),
                last.load.succeeded(),
                hasSpeed(model) ? detector.metrics() : List.of());
    }

    /// The progress of the load and the CPU times at one time.
    private record Reading(LoadProgress load, long cpu, long compilers) {
        /// One that takes longer, ns, is repeated.
        private static final long LENGTH = 2_000_000;

        /// Its time is that of the progress.
        static Reading of(Load load, CpuClock cpu, CpuClock compilers, LongSupplier nanoTime) {
            return TimedReading.shortest(
                            LENGTH,
                            nanoTime,
                            () -> new Reading(load.progress(), cpu.nanos(), compilers.nanos()))
                    .value();
        }

        Sample since(Reading last) {
            return new Sample(
                    load.succeeded() - last.load.succeeded(),
                    load.responseNanos() - last.load.responseNanos(),
                    load.errors() - last.load.errors(),
                    (load.nanos() - last.load.nanos()) / 1e9,
                    cpu - last.cpu,
                    compilers - last.compilers,
                    load.overdueNanos());
        }
    }
}
