package dev.loombench.junit;

import javax.management.JMException;
import org.jspecify.annotations.Nullable;

/// Watches the carriers of this JVM from a thread of its own, every 50 ms. A watch in which no
/// virtual thread waits for a carrier prints no threads.
final class CarrierWatch implements AutoCloseable {
    private static final long TICK_MILLIS = 50;

    private final OwnCarriers carriers = new OwnCarriers();
    private final BlockedTime blocked = new BlockedTime();
    private final boolean onlySaturated;
    private final Thread thread;
    private volatile boolean stopped;
    private volatile @Nullable Exception failure;

    private CarrierWatch(boolean onlySaturated) {
        this.onlySaturated = onlySaturated;
        thread = Thread.ofPlatform().daemon().name("loombench-carriers").unstarted(this::watch);
    }

    /// @param onlySaturated whether only carriers that others wait for are watched
    static CarrierWatch start(boolean onlySaturated) {
        var watch = new CarrierWatch(onlySaturated);
        watch.thread.start();
        return watch;
    }

    private void watch() {
        try {
            while (!stopped) {
                carriers.read(onlySaturated).ifPresentOrElse(blocked::add, blocked::interrupt);
                Thread.sleep(TICK_MILLIS);
            }
        } catch (JMException | InterruptedException | RuntimeException e) {
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
