package dev.loombench.load;

import dev.loombench.load.record.IntervalCollector;
import dev.loombench.load.record.RecordedWindow;
import dev.loombench.load.record.RecordedWindow.Goal;
import dev.loombench.load.record.SuspendedTime;
import dev.loombench.load.result.LoadResult.Second;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// A window that is being recorded, with a part per worker.
final class Recording {
    final IntervalCollector collector;
    final List<RecordedWindow> parts;
    final OptionalLong requests;
    final SuspendedTime suspended = SuspendedTime.fromNow();

    /// Whether its intervals are reported: not those of a window that will be discarded.
    volatile boolean reported;

    volatile long startNanos;

    /// How much later than it was to it began, where nothing was sent before it.
    volatile long lateNanos;

    /// @param goals of each worker
    /// @param requests of the whole load
    /// @param kinds number of requests in the mix
    Recording(
            int workers,
            IntFunction<Goal> goals,
            boolean withinLoad,
            OptionalLong requests,
            boolean beginsProfile,
            int kinds,
            Consumer<Second> listener) {
        collector =
                new IntervalCollector(
                        workers,
                        interval -> {
                            if (reported) {
                                listener.accept(interval);
                            }
                        });
        parts =
                IntStream.range(0, workers)
                        .mapToObj(goals)
                        .map(goal ->
                                new RecordedWindow(
                                        collector, withinLoad, beginsProfile, goal, kinds))
                        .toList();
        this.requests = requests;
    }

    /// Whether responses from its beginning on may be missed where the workers know of it late.
    boolean countsAll() {
        return parts.stream().anyMatch(RecordedWindow::countsAll);
    }

    boolean counted() {
        return requests.isPresent();
    }

    boolean complete() {
        return parts.stream().allMatch(RecordedWindow::complete);
    }
}
