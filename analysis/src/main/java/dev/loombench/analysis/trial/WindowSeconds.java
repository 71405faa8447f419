package dev.loombench.analysis.trial;

import dev.loombench.analysis.trial.correlation.ResponseSeries;
import dev.loombench.analysis.trial.correlation.SeriesInflation;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.HdrHistogram.Histogram;

/// The response times of each second of a window. Two objects are equal where they are the same.
///
/// What the seconds of some windows show together is the same for all percentiles. For long windows
/// with many different response times it takes some tenths of a second, so the first of these
/// windows remembers it.
public final class WindowSeconds {
    private final List<Histogram> responses;

    /// By the windows, of which this is the first.
    private final Map<List<WindowSeconds>, SeriesInflation> inflations = new ConcurrentHashMap<>();

    /// @param responses of each second with any; empty where they are not known
    public WindowSeconds(List<Histogram> responses) {
        this.responses = List.copyOf(responses);
    }

    /// Of each second with any response.
    List<Histogram> responses() {
        return responses;
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
