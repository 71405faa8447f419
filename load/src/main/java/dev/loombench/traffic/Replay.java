package dev.loombench.traffic;

import dev.loombench.text.WrongInput;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;

/// The arrivals of an open load as a file recorded them. The times themselves are read from the
/// file when a load begins.
///
/// The rate of the load is their mean rate: at another rate than that of the file, all gaps are
/// longer or shorter by the same factor.
///
/// @param file an access log, or the arrivals of one
/// @param ownRequests whether an arrival sends the request that it had; otherwise the requests of
///   the load are drawn
/// @param seed of the times within the resolution
/// @param arrivals number in the file
/// @param length of the time that it covers: up to where the first arrival repeats
/// @param resolution of its times; those of whole seconds are spread at random within each second
/// @param checksum of the times and their requests
/// @param repeats whether they begin again after the length; otherwise each is sent once, however
///   much later than planned the window ends
public record Replay(
        Path file,
        boolean ownRequests,
        long seed,
        int arrivals,
        Duration length,
        Duration resolution,
        long checksum,
        boolean repeats) {
    public Replay {
        if (arrivals < 1 || length.isNegative() || length.isZero()) {
            throw new WrongInput("a file to replay must have at least one arrival");
        }
    }

    /// The mean rate of the file, requests per second.
    public double rate() {
        return arrivals * 1e9 / length.toNanos();
    }

    /// The length of a window with each arrival once: the length of the file at this rate.
    ///
    /// @param rate mean, requests per second
    public Duration once(double rate) {
        return Duration.ofNanos((long) Math.ceil(arrivals * 1e9 / rate));
    }

    /// The same arrivals for a window: they repeat where it has more of them than the file.
    ///
    /// @param rate mean, requests per second
    /// @param count of requests with which the window ends; empty where its length ends it
    public Replay during(double rate, Duration window, OptionalLong count) {
        return repeating(
                count.isPresent()
                        ? count.getAsLong() > arrivals
                        : window.compareTo(once(rate)) > 0);
    }

    /// The same arrivals, repeated or not.
    public Replay repeating(boolean again) {
        return new Replay(file, ownRequests, seed, arrivals, length, resolution, checksum, again);
    }

    /// The same arrivals in another file.
    public Replay in(Path other) {
        return new Replay(
                other, ownRequests, seed, arrivals, length, resolution, checksum, repeats);
    }
}
