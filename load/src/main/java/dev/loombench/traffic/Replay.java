package dev.loombench.traffic;

import dev.loombench.text.WrongInput;
import java.nio.file.Path;
import java.time.Duration;

/// The arrivals of an open load as a file recorded them. The times themselves are read from the
/// file when a load begins.
///
/// The rate of the load is their mean rate: at another rate than that of the file, all gaps are
/// longer or shorter by the same factor. Where the load lasts longer than the file, they repeat.
///
/// @param file an access log, or the arrivals of one
/// @param ownRequests whether an arrival sends the request that it had; otherwise the requests of
///   the load are drawn
/// @param seed of the times within the resolution
/// @param arrivals number in the file
/// @param length of the time that it covers: up to where the first arrival repeats
/// @param resolution of its times; those of whole seconds are spread at random within each second
/// @param checksum of the times and their requests
public record Replay(
        Path file,
        boolean ownRequests,
        long seed,
        int arrivals,
        Duration length,
        Duration resolution,
        long checksum) {
    /// The resolution from which on times are spread over all of it.
    private static final Duration SPREAD = Duration.ofSeconds(1);

    public Replay {
        if (arrivals < 1 || length.isNegative() || length.isZero()) {
            throw new WrongInput("a file to replay must have at least one arrival");
        }
    }

    /// The mean rate of the file, requests per second.
    public double rate() {
        return arrivals * 1e9 / length.toNanos();
    }

    /// The length of a window with each arrival once, from its beginning on. Where times are finer
    /// than seconds, the first is due again a mean gap after the last: half of that gap is left, as
    /// a window ends a little after its length.
    ///
    /// @param rate mean, requests per second
    public Duration once(double rate) {
        boolean spread = resolution.compareTo(SPREAD) >= 0;
        double gaps = spread ? arrivals : arrivals - 0.5;
        return Duration.ofNanos((long) Math.ceil(gaps * 1e9 / rate));
    }

    /// The same arrivals in another file.
    public Replay in(Path other) {
        return new Replay(other, ownRequests, seed, arrivals, length, resolution, checksum);
    }
}
