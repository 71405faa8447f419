package dev.loombench.load.record;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/// How long the machine was suspended since this was made. `System.nanoTime` stops while it is, on
/// Linux and macOS, so that no loop sees a gap: this compares it with a clock that goes on.
///
/// That clock is the time since boot where Linux tells it (`/proc/uptime`, CLOCK_BOOTTIME in steps
/// of 10 ms), else the wall clock, which people and time servers may set.
public final class SuspendedTime {
    private static final Path UPTIME = Path.of("/proc/uptime");
    private static final long BOOT_CLOCK_NANOS = 100_000_000;
    private static final long WALL_CLOCK_NANOS = 2_000_000_000;

    private final LongSupplier steady;
    private final LongSupplier monotonic;
    private final long shortest;

    /// At most what the steady clock was ahead of the monotonic one in the beginning, ns.
    private final long aheadAtFirst;

    /// @param steady goes on while the machine is suspended, ns
    /// @param shortest difference that is more than the clocks' own, ns
    SuspendedTime(LongSupplier steady, LongSupplier monotonic, long shortest) {
        this.steady = steady;
        this.monotonic = monotonic;
        this.shortest = shortest;
        long before = monotonic.getAsLong();
        aheadAtFirst = steady.getAsLong() - before;
    }

    public static SuspendedTime fromNow() {
        return Files.isReadable(UPTIME)
                ? new SuspendedTime(SuspendedTime::uptime, System::nanoTime, BOOT_CLOCK_NANOS)
                : new SuspendedTime(
                        () -> System.currentTimeMillis() * 1_000_000,
                        System::nanoTime,
                        WALL_CLOCK_NANOS);
    }

    /// At least so long, ns: a thread that is held up between the readings of the two clocks makes
    /// it less and never more. 0 when it is less than the clocks can tell apart.
    public long nanos() {
        long ahead = steady.getAsLong() - monotonic.getAsLong();
        long grown = ahead - aheadAtFirst;
        return grown >= shortest ? grown : 0;
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
