package dev.loombench.analysis.trial;

import dev.loombench.analysis.trial.correlation.ResponseSeries;
import dev.loombench.analysis.trial.correlation.SeriesInflation;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;
import org.HdrHistogram.Histogram;

/// The response times of each second of a window. Two objects are equal where they are the same.
///
/// What the seconds of some windows show together is the same for all percentiles. For long windows
/// with many different response times it takes some tenths of a second, so the first of these
/// windows remembers it. It also remembers its percentiles, and the latencies of the windows that
/// were merged last: each comparison by a percentile asks for both a dozen times.
public final class WindowSeconds {
    private final List<Histogram> responses;

    /// By the windows, of which this is the first.
    private final Map<List<WindowSeconds>, SeriesInflation> inflations = new ConcurrentHashMap<>();

    /// Those with the estimate for an arriving request, and those of the requests sent alone.
    private final Map<Boolean, Merged> merged = new ConcurrentHashMap<>();

    private record Merged(List<WindowSeconds> windows, Latency latency) {}

    private final Map<Percentile, OptionalDouble> percentiles = new ConcurrentHashMap<>();

    /// @param arriving whether it is that of an arriving request
    private record Percentile(double percent, boolean arriving) {}

    /// @param responses of each second with any; empty where they are not known
    public WindowSeconds(List<Histogram> responses) {
        this.responses = List.copyOf(responses);
    }

    /// Of each second with any response.
    List<Histogram> responses() {
        return responses;
    }

    /// A percentile as it is judged; empty without responses.
    ///
    /// @param latency of this window
    OptionalDouble percentile(Latency latency, double percent) {
        return percentiles.computeIfAbsent(
                new Percentile(percent, latency.isBound(percent)),
                _ -> Histograms.percentile(latency.judged(percent), percent));
    }

    /// The latencies of several windows, of which this is the first.
    Latency merged(List<Latency> latencies) {
        var windows = latencies.stream().map(Latency::seconds).toList();
        boolean arriving = latencies.stream().anyMatch(l -> l.arriving().isPresent());
        var last = merged.get(arriving);
        if (last != null && last.windows.equals(windows)) {
            return last.latency;
        }
        var sum = Latency.sum(latencies);
        merged.put(arriving, new Merged(windows, sum));
        return sum;
    }

    /// How the response times of windows correlate in time.
    static SeriesInflation inflation(List<WindowSeconds> windows) {
        return windows.isEmpty()
                ? computed(windows)
                : windows.getFirst()
                        .inflations
                        .computeIfAbsent(List.copyOf(windows), WindowSeconds::computed);
    }

    private static SeriesInflation computed(List<WindowSeconds> windows) {
        return SeriesInflation.of(
                ResponseSeries.of(windows.stream().map(WindowSeconds::responses).toList()));
    }
}
