package dev.loombench.load.record;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/// The time that the machine was suspended since this object was created. `System.nanoTime` stops
/// during a suspend on Linux and macOS, so that no worker sees a gap: this compares it with a clock
/// that continues.
///
/// That clock is the time since boot where Linux provides it (`/proc/uptime`, CLOCK_BOOTTIME in
/// steps of 10 ms), otherwise the wall clock, which people and time servers may set.
public final class SuspendedTime {
    private static final Path UPTIME = Path.of("/proc/uptime");
    private static final long BOOT_CLOCK_NANOS = 100_000_000;
    private static final long WALL_CLOCK_NANOS = 2_000_000_000;

    private final LongSupplier steady;
    private final LongSupplier monotonic;
    private final long shortest;

    /// Upper bound of the initial difference between the steady and the monotonic clock, ns.
    private final long initialLead;

    /// @param steady continues while the machine is suspended, ns
    /// @param shortest difference that exceeds the clocks' error, ns
    SuspendedTime(LongSupplier steady, LongSupplier monotonic, long shortest) {
        this.steady = steady;
        this.monotonic = monotonic;
        this.shortest = shortest;
        long before = monotonic.getAsLong();
        initialLead = steady.getAsLong() - before;
    }

    public static SuspendedTime fromNow() {
        return Files.isReadable(UPTIME)
                ? new SuspendedTime(SuspendedTime::uptime, System::nanoTime, BOOT_CLOCK_NANOS)
                : new SuspendedTime(
                        () -> System.currentTimeMillis() * 1_000_000,
                        System::nanoTime,
                        WALL_CLOCK_NANOS);
    }

    /// A lower bound, ns: a delay between the readings of the two clocks makes it less and never
    /// more. 0 when it is below the clocks' error.
    public long nanos() {
        long lead = steady.getAsLong() - monotonic.getAsLong();
        long increase = lead - initialLead;
        return increase >= shortest ? increase : 0;
    }

    private static long uptime() {
        try {
            return parse(Files.readString(UPTIME));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// @param uptime seconds since boot, a blank, and the idle time of all processors
    static long parse(String uptime) {
        return Math.round(Double.parseDouble(uptime.substring(0, uptime.indexOf(' '))) * 1e9);
    }
}
