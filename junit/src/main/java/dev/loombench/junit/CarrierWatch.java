package dev.loombench.junit;

import dev.loombench.base.Durations;
import java.time.Duration;
import java.util.Optional;
import javax.management.JMException;
import org.jspecify.annotations.Nullable;

/// Watches the carriers of this JVM from a thread of its own, twice in the shortest time that is to
/// be seen, and every 50 ms at least. A watch in which no virtual thread waits for a carrier prints
/// no threads.
final class CarrierWatch implements AutoCloseable {
    /// The shortest time that can be seen. Each print stops all threads for a few milliseconds, in
    /// which carriers look blocked: more often, they would for a good part of the time.
    static final Duration SHORTEST = Duration.ofMillis(50);

    private static final Duration LONGEST_TICK = Duration.ofMillis(50);

    private final Reading reading;
    private final Duration tick;
    private final BlockedTime blocked = new BlockedTime();
    private final Thread thread;
    private volatile boolean stopped;
    private volatile @Nullable Throwable failure;

    /// The carriers at a moment; empty where there is nothing to see.
    @FunctionalInterface
    interface Reading {
        Optional<CarrierMoment> read() throws JMException;
    }

    private CarrierWatch(Reading reading, Duration tick) {
        this.reading = reading;
        this.tick = tick;
        thread = Thread.ofPlatform().daemon().name("loombench-carriers").unstarted(this::watch);
    }

    /// @param onlySaturated whether only carriers that others wait for are watched
    /// @param shortest time that is to be seen
    static CarrierWatch start(boolean onlySaturated, Duration shortest) {
        var carriers = new OwnCarriers();
        return start(() -> carriers.read(onlySaturated), tick(shortest));
    }

    static CarrierWatch start(Reading reading, Duration tick) {
        var watch = new CarrierWatch(reading, tick);
        watch.thread.start();
        return watch;
    }

    /// What lasts for two ticks is seen at two moments.
    static Duration tick(Duration shortest) {
        return Durations.shorter(shortest.dividedBy(2), LONGEST_TICK);
    }

    /// Reads once at least, also where the watch ends before its thread runs.
    private void watch() {
        try {
            do {
                reading.read().ifPresentOrElse(blocked::add, blocked::interrupt);
                Thread.sleep(tick);
            } while (!stopped);
        } catch (Throwable e) { // of any kind: a watch that has ended would see nothing, and pass
            failure = e;
        }
    }

    /// Ends the watch; a second call does nothing.
    ///
    /// @return what was seen
    /// @throws IllegalStateException when the carriers could not be read
    BlockedTime end() throws InterruptedException {
        stopped = true;
        thread.join();
        var cause = failure;
        if (cause != null) {
            throw new IllegalStateException("the carriers could not be watched", cause);
        }
        return blocked;
    }

    @Override
    public void close() {
        stopped = true;
    }
}
