package dev.loombench.load.record;

import dev.loombench.result.LoadResult.Interval;
import dev.loombench.result.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/// Takes the slices that loops filled, keeps them packed, and gives them back empty, on a thread of
/// its own: an hour of seconds must not fill the heap.
///
/// The slices of several loops that began in the same second of the window become one interval.
public final class IntervalCollector {
    /// A last interval shorter than this joins the one before.
    private static final double SHORTEST_SECONDS = 0.5;

    private final BlockingQueue<IntervalHistograms> full;
    private final Consumer<Interval> listener;
    private final TreeMap<Integer, List<CompressedInterval>> seconds = new TreeMap<>();
    private final Thread thread =
            Thread.ofPlatform().name("loombench-harvest").daemon().unstarted(this::gather);
    private volatile @Nullable Throwable failure;

    /// @param listener told of each loop's interval as it is gathered, on the harvest's thread
    public IntervalCollector(int loops, Consumer<Interval> listener) {
        this.listener = listener;
        full = new ArrayBlockingQueue<>(loops * Recorder.SLICES);
    }

    public void start() {
        thread.start();
    }

    /// From a loop; there is always room.
    void add(IntervalHistograms slice) {
        full.add(slice);
    }

    @Nullable
    public Throwable failure() {
        return failure;
    }

    /// What was gathered, in the order of time; to be called once no loop adds any more.
    public List<Interval> finish() throws InterruptedException {
        stop();
        thread.join();
        return joined();
    }

    public void stop() {
        thread.interrupt();
    }

    private void gather() {
        try {
            gatherUntilStopped();
        } catch (RuntimeException | Error e) {
            failure = e;
        }
    }

    private void gatherUntilStopped() {
        try {
            while (true) {
                keep(full.take());
            }
        } catch (InterruptedException _) {
            for (var slice = full.poll(); slice != null; slice = full.poll()) {
                keep(slice);
            }
        }
    }

    private void keep(IntervalHistograms slice) {
        var interval =
                new Interval(
                        new Window(
                                slice.startNanos, Math.max(slice.endNanos, slice.startNanos + 1)),
                        compact(slice.responseTime),
                        compact(slice.serviceTime));
        listener.accept(interval);
        seconds.computeIfAbsent(slice.second, _ -> new ArrayList<>())
                .add(CompressedInterval.of(interval));
        slice.clear();
        slice.home.takeBack(slice);
    }

    private List<Interval> joined() {
        var joined = new ArrayList<Interval>();
        for (var parts : seconds.values()) {
            joined.add(
                    parts.stream()
                            .map(CompressedInterval::unpacked)
                            .reduce(IntervalCollector::join)
                            .orElseThrow());
        }
        int last = joined.size() - 1;
        if (last > 0 && joined.get(last).window().seconds() < SHORTEST_SECONDS) {
            joined.set(last - 1, join(joined.get(last - 1), joined.get(last)));
            joined.remove(last);
        }
        return joined;
    }

    /// Adds the second's figures to the first's.
    private static Interval join(Interval a, Interval b) {
        a.responseTime().add(b.responseTime());
        a.serviceTime().add(b.serviceTime());
        long start = a.window().startNanos();
        long end = b.window().endNanos();
        return new Interval(
                new Window(
                        start - b.window().startNanos() <= 0 ? start : b.window().startNanos(),
                        end - a.window().endNanos() >= 0 ? end : a.window().endNanos()),
                a.responseTime(),
                a.serviceTime());
    }

    /// A copy as large as its largest value needs: a few tens of KB instead of 220.
    private static Histogram compact(Histogram full) {
        var copy =
                new Histogram(
                        IntervalHistograms.LOWEST,
                        2 * IntervalHistograms.LOWEST,
                        IntervalHistograms.DIGITS);
        copy.setAutoResize(true);
        copy.add(full);
        return copy;
    }
}
