package dev.loombench.run.trial;

import dev.loombench.base.Window;
import dev.loombench.launch.BatchProcess;
import dev.loombench.launch.BatchProcess.Done;
import dev.loombench.launch.LaunchFailed;
import dev.loombench.launch.process.output.DoneLine;
import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.result.BatchResult;
import dev.loombench.result.TrialOutcome;
import dev.loombench.result.TrialOutcome.BatchCompleted;
import dev.loombench.result.TrialOutcome.Failed;
import dev.loombench.run.server.Observers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/// One trial of a batch program: observed from outside, sampled when its work is done, and
/// released.
final class BatchTrial {
    private static final Duration SAMPLE_INTERVAL = Duration.ofMillis(100);
    private static final int LOG_TAIL = 20;

    private final Program program;
    private final Observers observers;
    private final Path folder;
    private final Duration timeLimit;
    private final TrialProgress progress;
    private final LongSupplier nanoTime;

    /// A started batch program; see `BatchProcess`.
    interface Program {
        long pid();

        long startedNanos();

        Optional<Done> awaitDone(Duration timeout) throws InterruptedException;

        long release();

        List<String> logTail(int maxLines);
    }

    /// @param process just started
    /// @param folder the trial's own
    BatchTrial(
            BatchProcess process,
            Observers observers,
            Path folder,
            Duration timeLimit,
            TrialProgress progress) {
        this(new ProcessProgram(process), observers, folder, timeLimit, progress, System::nanoTime);
    }

    /// @param nanoTime the monotonic clock
    BatchTrial(
            Program program,
            Observers observers,
            Path folder,
            Duration timeLimit,
            TrialProgress progress,
            LongSupplier nanoTime) {
        this.program = program;
        this.observers = observers;
        this.folder = folder;
        this.timeLimit = timeLimit;
        this.progress = progress;
        this.nanoTime = nanoTime;
    }

    TrialOutcome run() throws InterruptedException {
        long start = program.startedNanos();
        try {
            var session = observers.start(new ObservedProcess(program.pid(), folder));
            Optional<Done> done;
            Window window;
            try (session) {
                done = awaitDone(start);
                session.sample();
                window = new Window(start, nanoTime.getAsLong());
            }
            if (done.isEmpty()) {
                return failed(
                        "it was still running after the time limit of %.1f s for a batch"
                                .formatted(timeLimit.toMillis() / 1e3));
            }
            // After the session is closed, or its end would be recorded as missing evidence.
            return ended(done.get(), window, program.release(), session.read());
        } catch (LaunchFailed e) {
            return new Failed("run", e.getMessage(), e.logTail());
        }
    }

    /// Waits for the end of the work; empty after the time limit.
    private Optional<Done> awaitDone(long start) throws InterruptedException {
        while (true) {
            var done = program.awaitDone(SAMPLE_INTERVAL);
            var elapsed = Duration.ofNanos(nanoTime.getAsLong() - start);
            if (done.isPresent() || elapsed.compareTo(timeLimit) > 0) {
                return done;
            }
            progress.update("running", elapsed, 0);
        }
    }

    /// @param releaseNanos from its release to its end
    private TrialOutcome ended(
            Done done, Window window, long releaseNanos, List<Observation> observations) {
        long atDone = done.nanos() - window.startNanos();
        var line = done.line();
        if (line.nanos().orElse(0) > atDone) {
            return failed(
                    "it reported %d ns of work, but had run for %d ns"
                            .formatted(line.nanos().getAsLong(), atDone));
        }
        return new BatchCompleted(
                new BatchResult(
                        window,
                        line.tasks(),
                        line.nanos(),
                        atDone + releaseNanos,
                        line.heldNanos()),
                observations(observations, window, done));
    }

    private Failed failed(String reason) {
        return new Failed("run", reason, program.logTail(LOG_TAIL));
    }

    /// Adds the CPU time 0 at the start of the process, so that the time before the first sample
    /// counts.
    private static List<Observation> observations(
            List<Observation> observed, Window window, Done done) {
        var all = new ArrayList<Observation>();
        for (var observation : observed) {
            all.add(
                    observation instanceof Series(var observer, var metric, var points)
                                    && metric == MetricId.PROCESS_CPU
                            ? new Series(observer, metric, fromZero(points, window.startNanos()))
                            : observation);
        }
        heap(MetricId.HEAP_USED, done, done.line().heapUsed(), all);
        heap(MetricId.HEAP_COMMITTED, done, done.line().heapCommitted(), all);
        return all;
    }

    private static List<Point> fromZero(List<Point> points, long startNanos) {
        var all = new ArrayList<Point>();
        all.add(new Point(startNanos, 0));
        all.addAll(points);
        return all;
    }

    private static void heap(
            MetricId metric, Done done, OptionalLong bytes, List<Observation> into) {
        bytes.ifPresent(b ->
                into.add(
                        new Series(
                                DoneLine.OBSERVER, metric, List.of(new Point(done.nanos(), b)))));
    }

    private record ProcessProgram(BatchProcess process) implements Program {
        @Override
        public long pid() {
            return process.pid();
        }

        @Override
        public long startedNanos() {
            return process.startedNanos();
        }

        @Override
        public Optional<Done> awaitDone(Duration timeout) throws InterruptedException {
            return process.awaitDone(timeout);
        }

        @Override
        public long release() {
            return process.release();
        }

        @Override
        public List<String> logTail(int maxLines) {
            return process.logTail(maxLines);
        }
    }
}
