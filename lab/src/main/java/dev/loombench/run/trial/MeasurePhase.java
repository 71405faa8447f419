package dev.loombench.run.trial;

import dev.loombench.experiment.Phases;
import dev.loombench.load.RunningLoad;
import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.result.ErrorNames;
import dev.loombench.load.result.LoadProgress;
import dev.loombench.load.result.LoadResult;
import dev.loombench.observe.ObservationSession;
import dev.loombench.run.server.ServerFailed;
import dev.loombench.run.server.ServerHealth;
import dev.loombench.run.trial.slice.Pause;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/// The measured window of a trial: samples the load from its start to its end, and the server at
/// both.
///
/// @param length as in `phases.measure`
/// @param requests after which the window ends early; empty where only time ends it
record MeasurePhase(Duration length, OptionalLong requests) {
    static final String NAME = "measure";

    /// A running load with at most one window.
    interface WindowedLoad {
        LoadProgress progress();

        /// @return the start of the window, on the monotonic clock
        long open(OptionalLong requests);

        boolean isOver(Duration length);

        /// Waits for the responses to the requests of the window.
        LoadResult close() throws InterruptedException, ServerFailed;

        /// A running load whose end is awaited while the server is healthy.
        static WindowedLoad of(RunningLoad load, ServerHealth server) {
            return new CheckedLoad(load, server, false);
        }

        /// The same with a window that continues the load of the one before.
        static WindowedLoad ofNextSlice(RunningLoad load, ServerHealth server) {
            return new CheckedLoad(load, server, true);
        }
    }

    /// The samples of the observers at the ends of a window, or of one of its slices: of all
    /// sources at the ends of the window, of the cheap ones between its slices.
    ///
    /// @param first whether the slice begins the window
    /// @param last whether the slice ends the window
    record Edges(ObservationSession session, boolean first, boolean last) {
        /// Of a whole window.
        static Edges of(ObservationSession session) {
            return new Edges(session, true, true);
        }

        private void sampleStart() {
            sample(first);
        }

        private void sampleEnd() {
            sample(last);
        }

        private void sample(boolean edge) {
            if (edge) {
                session.sample();
            } else {
                session.sampleSliceEnd();
            }
        }
    }

    static MeasurePhase of(Phases phases) {
        return new MeasurePhase(phases.measure(), phases.requests());
    }

    /// @param nanoTime the monotonic clock
    /// @param onSample receives each sample of the load, the first just before the window
    LoadResult run(
            WindowedLoad load,
            Edges edges,
            LongSupplier nanoTime,
            Pause pause,
            Consumer<LoadProgress> onSample,
            TrialProgress progress)
            throws InterruptedException, ServerFailed {
        edges.sampleStart();
        onSample.accept(load.progress());
        long start = load.open(requests);
        long end = start + length.toNanos();
        var first = load.progress();
        var last = first;
        while (!load.isOver(length)) {
            pause.pause(NAME, pauseNanos(end - nanoTime.getAsLong()));
            var sample = load.progress();
            progress.update(
                    "measuring",
                    Duration.ofNanos(sample.nanos() - start),
                    sample.throughput(first, last));
            onSample.accept(sample);
            last = sample;
        }
        var result = load.close();
        edges.sampleEnd(); // figures at the window's ends are read between samples
        return result;
    }

    /// Without a response within the window there is no throughput to compare.
    static void requireResponse(LoadResult result) throws ServerFailed {
        if (result.counts().succeeded() == 0) {
            long waited = result.waitedThroughout();
            throw new ServerFailed(
                    NAME,
                    waited > 0
                            ? "%,d requests were sent before the measured window, and none was answered by its end"
                                    .formatted(waited)
                            : "no good response in the measured window; errors: "
                                    + ErrorNames.text(ErrorNames.of(result))
                                    + hint(result));
        }
        if (result.counts().succeededInWindow() == 0) {
            throw new ServerFailed(
                    NAME,
                    "no good response arrived within the measured window, and %,d after it"
                            .formatted(result.counts().succeeded()));
        }
    }

    private static String hint(LoadResult result) {
        if (result.counts().errors().containsKey(ErrorKind.TLS_EXPECTED.label())) {
            return "; the server expects TLS: use https://, or --insecure or --cacert (tls in a file) where a command starts it";
        }
        var faults = new TreeMap<String, String>();
        result.events().ifPresent(events -> faults.putAll(events.faults()));
        return faults.entrySet().stream()
                .map(fault -> "; %s: %s".formatted(fault.getKey(), fault.getValue()))
                .collect(Collectors.joining());
    }

    /// Time until the next sample: the interval, or what is left of the window.
    private static long pauseNanos(long left) {
        return left > 0
                ? Math.min(ServerUnderLoad.SAMPLE_INTERVAL_NANOS, left)
                : ServerUnderLoad.SAMPLE_INTERVAL_NANOS;
    }

    private record CheckedLoad(RunningLoad load, ServerHealth server, boolean continues)
            implements WindowedLoad {
        @Override
        public LoadProgress progress() {
            return load.progress();
        }

        @Override
        public long open(OptionalLong requests) {
            return continues ? load.openNextSlice() : load.openWindow(requests, _ -> {});
        }

        @Override
        public boolean isOver(Duration length) {
            return load.windowOver(length);
        }

        @Override
        public LoadResult close() throws InterruptedException, ServerFailed {
            return load.<ServerFailed>closeWindow(() -> server.check(NAME));
        }
    }
}
