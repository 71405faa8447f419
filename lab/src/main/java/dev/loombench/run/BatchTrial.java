package dev.loombench.run;

import dev.loombench.launch.BatchProcess;
import dev.loombench.launch.BatchProcess.Done;
import dev.loombench.launch.LaunchFailed;
import dev.loombench.launch.process.DoneLine;
import dev.loombench.observe.ObservedProcess;
import dev.loombench.result.BatchResult;
import dev.loombench.result.MetricId;
import dev.loombench.result.Observation;
import dev.loombench.result.Observation.Point;
import dev.loombench.result.Observation.Series;
import dev.loombench.result.TrialOutcome;
import dev.loombench.result.TrialOutcome.BatchCompleted;
import dev.loombench.result.TrialOutcome.Failed;
import dev.loombench.result.Window;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// One trial of a program that does its work and ends: started, watched from outside, looked at
/// when it is done, and let go.
final class BatchTrial {
    private static final Duration SAMPLE_INTERVAL = Duration.ofMillis(100);
    private static final int LOG_TAIL = 20;

    private final BatchProcess process;
    private final Observers observers;
    private final Path folder;
    private final Duration timeLimit;
    private final TrialRunner.TrialProgress progress;

    /// @param process just started
    /// @param folder the trial's own
    BatchTrial(
            BatchProcess process,
            Observers observers,
            Path folder,
            Duration atMost,
            TrialRunner.TrialProgress progress) {
        this.process = process;
        this.observers = observers;
        this.folder = folder;
        this.timeLimit = atMost;
        this.progress = progress;
    }

    TrialOutcome run() throws InterruptedException {
        long start = process.startedNanos();
        try {
            var watch = observers.start(new ObservedProcess(process.pid(), folder));
            Optional<Done> done;
            Window window;
            try (watch) {
                done = awaitDone(start);
                watch.sample();
                window = new Window(start, System.nanoTime());
            }
            if (done.isEmpty()) {
                return failed(
                        "it was still at work after the %.1f s that a batch may take"
                                .formatted(timeLimit.toMillis() / 1e3));
            }
            // Nobody looks any more: its end would be told as evidence that is missing.
            return ended(done.get(), window, process.release(), watch.read());
        } catch (LaunchFailed e) {
            return new Failed("run", e.getMessage(), e.logTail());
        }
    }

    /// Empty when it takes longer than it may.
    private Optional<Done> awaitDone(long start) throws InterruptedException {
        while (true) {
            var done = process.awaitDone(SAMPLE_INTERVAL);
            var spent = Duration.ofNanos(System.nanoTime() - start);
            if (done.isPresent() || spent.compareTo(timeLimit) > 0) {
                return done;
            }
            progress.update("at work", spent, 0);
        }
    }

    /// @param leftNanos from when it was let go to its end
    private TrialOutcome ended(
            Done done, Window window, long leftNanos, List<Observation> observations) {
        long there = done.nanos() - window.startNanos();
        var said = done.line();
        if (said.nanos().orElse(0) > there) {
            return failed(
                    "it counted %d ns of work, and had been there for %d"
                            .formatted(said.nanos().getAsLong(), there));
        }
        return new BatchCompleted(
                new BatchResult(
                        window, said.tasks(), said.nanos(), there + leftNanos, said.heldNanos()),
                observations(observations, window, done));
    }

    private Failed failed(String why) {
        return new Failed("run", why, process.logTail(LOG_TAIL));
    }

    /// A process begins with no CPU time: what it used before the first look is not lost.
    private static List<Observation> observations(
            List<Observation> seen, Window window, Done done) {
        var all = new ArrayList<Observation>();
        for (var observation : seen) {
            all.add(
                    observation instanceof Series(var by, var figure, var points)
                                    && figure == MetricId.PROCESS_CPU
                            ? new Series(by, figure, fromZero(points, window.startNanos()))
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
            MetricId figure, Done done, OptionalLong bytes, List<Observation> into) {
        bytes.ifPresent(b ->
                into.add(
                        new Series(
                                DoneLine.OBSERVER, figure, List.of(new Point(done.nanos(), b)))));
    }
}
