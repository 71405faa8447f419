package dev.loombench.agent;

import dev.loombench.load.record.SuspendedTime;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/// The times in which this process stood still: a signal or a debugger stopped it, it had no CPU,
/// or its machine was suspended. The other side of a connection hears nothing meanwhile, and gives
/// it up after 5 to 6 s: the loss of the other side is not its own fault then. Thread-safe.
final class Standstill {
    private static final long TICK_MILLIS = 1_000;

    /// The other side gives up a process that it has not heard of for 5 s, where the last sign of
    /// it may have been a second before it stood still.
    private static final long SHORTEST_NANOS = 4_000_000_000L;

    /// Time in which the loss of the other side shows: within 6 s, and later on a busy machine.
    private static final long SHOWN_NANOS = 10_000_000_000L;

    private final LongSupplier nanoTime;
    private final LongSupplier suspendedNanos;
    private long ranNanos;
    private long suspendedThen;
    private long endNanos;
    private OptionalLong lengthNanos = OptionalLong.empty();

    /// @param nanoTime the monotonic clock, which may stop while the machine is suspended
    /// @param suspendedNanos time for which it was suspended so far
    Standstill(LongSupplier nanoTime, LongSupplier suspendedNanos) {
        this.nanoTime = nanoTime;
        this.suspendedNanos = suspendedNanos;
        ranNanos = nanoTime.getAsLong();
        suspendedThen = suspendedNanos.getAsLong();
        endNanos = ranNanos;
    }

    /// That of this process, from the first call on.
    static Standstill ofThisProcess() {
        return Watch.STANDSTILL;
    }

    private static final class Watch {
        static final Standstill STANDSTILL = start();

        private static Standstill start() {
            var watched = new Standstill(System::nanoTime, SuspendedTime.fromNow()::nanos);
            Thread.ofPlatform().name("loombench-standstill").daemon().start(() -> watch(watched));
            return watched;
        }

        private static void watch(Standstill watched) {
            try {
                while (true) {
                    Thread.sleep(TICK_MILLIS);
                    watched.runs();
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /// Records that it runs, about once a second.
    synchronized void runs() {
        long still = lastingNanos();
        ranNanos = nanoTime.getAsLong();
        suspendedThen = suspendedNanos.getAsLong();
        if (still >= SHORTEST_NANOS) {
            lengthNanos = OptionalLong.of(still);
            endNanos = ranNanos;
        }
    }

    private long lastingNanos() {
        return nanoTime.getAsLong() - ranNanos + suspendedNanos.getAsLong() - suspendedThen;
    }

    /// The length of a standstill that lasts, or that ended within the last 10 s, ns; empty where
    /// there was none.
    synchronized OptionalLong recentNanos() {
        long lasting = lastingNanos();
        if (lasting >= SHORTEST_NANOS) {
            return OptionalLong.of(lasting);
        }
        return nanoTime.getAsLong() - endNanos <= SHOWN_NANOS ? lengthNanos : OptionalLong.empty();
    }
}
