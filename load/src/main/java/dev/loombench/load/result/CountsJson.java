package dev.loombench.load.result;

/// The requests of a load by what became of them, as data.
///
/// @param bytes received
public record CountsJson(long sent, long succeeded, long failed, long unfinished, long bytes) {
    public static CountsJson of(LoadResult.Counts counts) {
        return new CountsJson(
                counts.sent(),
                counts.succeeded(),
                counts.failed(),
                counts.unfinished(),
                counts.bytes());
    }
}
