package dev.loombench.load.record;

import dev.loombench.base.Window;
import dev.loombench.load.result.LoadResult.Second;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/// Collects the interval histograms that workers filled, stores them compressed, and returns them
/// emptied, on its own thread: an hour of seconds must not fill the heap.
///
/// The histograms of several workers that began in the same second of the window become one
/// interval.
public final class IntervalCollector {
    /// In their order; empty for the end.
    private final BlockingQueue<Optional<IntervalHistograms>> filled;

    private final AtomicBoolean stopped = new AtomicBoolean();
    private final Consumer<Second> listener;
    private final MergedIntervals intervals = new MergedIntervals();
    private final Thread thread =
            Thread.ofPlatform().name("loombench-intervals").daemon().unstarted(this::collect);
    private volatile @Nullable Throwable failure;

    /// @param listener called with each worker's interval as it is collected, on the collector's
    ///   thread
    public IntervalCollector(int workers, Consumer<Second> listener) {
        this.listener = listener;
        filled = new ArrayBlockingQueue<>(workers * OpenIntervals.MAX + 1);
    }

    public void start() {
        thread.start();
    }

    /// Called by a worker; there is always room.
    void add(IntervalHistograms histograms) {
        filled.add(Optional.of(histograms));
    }

    @Nullable
    public Throwable failure() {
        return failure;
    }

    /// The collected intervals in time order; to be called once no worker adds any more.
    public List<Second> finish() throws InterruptedException {
        stop();
        thread.join();
        return intervals.merged();
    }

    /// Ends the thread after what was added before. Nothing interrupts it: its listener may be
    /// sending to another machine, and would lose the interval and the interrupt.
    public void stop() {
        if (stopped.compareAndSet(false, true)) {
            filled.add(Optional.empty());
        }
    }

    private void collect() {
        try {
            for (var next = filled.take(); next.isPresent(); next = filled.take()) {
                store(next.get());
            }
        } catch (InterruptedException | RuntimeException | Error e) {
            failure = e;
        }
    }

    private void store(IntervalHistograms histograms) {
        var interval =
                new Second(
                        new Window(
                                histograms.startNanos,
                                Math.max(histograms.endNanos, histograms.startNanos + 1)),
                        compact(histograms.responseTime),
                        compact(histograms.serviceTime));
        listener.accept(interval);
        intervals.add(histograms.second, CompressedInterval.of(interval));
        histograms.clear();
        histograms.owner.recycle(histograms);
    }

    /// A copy as large as its largest value needs: a few tens of KB instead of 220.
    private static Histogram compact(Histogram histogram) {
        var copy =
                new Histogram(
                        IntervalHistograms.LOWEST,
                        2 * IntervalHistograms.LOWEST,
                        IntervalHistograms.DIGITS);
        copy.setAutoResize(true);
        copy.add(histogram);
        return copy;
    }
}
