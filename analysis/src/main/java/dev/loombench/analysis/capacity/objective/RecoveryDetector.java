package dev.loombench.analysis.capacity.objective;

import dev.loombench.analysis.trial.Histograms;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/// The decision when a server has recovered from an overload, second by second.
///
/// It has recovered at the beginning of the first second from which the responses of at least 3 s,
/// and of at least 200 responses or 10 s, hold the objectives for response times together, and are
/// about as many as the arrivals: a server that still refuses requests may answer the others fast.
/// Responses count when they arrive: those that waited since the overload are slow responses after
/// it.
///
/// The number of arrivals is random; `n - 5 * sqrt(n)` of them are always enough.
///
/// Thread-safe.
public final class RecoveryDetector {
    private static final int SHORTEST = 3;
    private static final int LONGEST = 10;
    private static final long ENOUGH = 200;

    private final Objectives objectives;
    private final double rate;
    private final List<Second> seconds = new ArrayList<>();

    private record Second(double from, Histogram times) {}

    /// @param rate of the arrivals after the overload that have a good response without one,
    ///   requests/s
    public RecoveryDetector(Objectives objectives, double rate) {
        this.objectives = objectives;
        this.rate = rate;
    }

    /// Adds a second after the overload, in the order of time.
    ///
    /// @param from its beginning since the end of the overload, s
    /// @param times its response times, ns; copied
    public synchronized void add(double from, Histogram times) {
        seconds.add(new Second(from, times.copy()));
    }

    /// The time until recovery, s; empty while it is not certain.
    public synchronized OptionalDouble recovered() {
        for (int i = 0; i + SHORTEST <= seconds.size(); i++) {
            for (int end = i + SHORTEST; end <= seconds.size() && end - i <= LONGEST; end++) {
                var times = Histograms.merged(seconds.subList(i, end).stream().map(Second::times));
                var window = new WindowCounts(times, times.getTotalCount(), 0);
                if (window.responses() >= ENOUGH || end - i == LONGEST) {
                    if (objectives.burn(window) <= 1 && answers(window, end - i)) {
                        return OptionalDouble.of(Math.max(0, seconds.get(i).from()));
                    }
                    break;
                }
            }
        }
        return OptionalDouble.empty();
    }

    /// Whether the responses of some seconds are about as many as their arrivals.
    private boolean answers(WindowCounts window, int seconds) {
        double arrivals = rate * seconds;
        return window.responses() >= arrivals - 5 * Math.sqrt(arrivals);
    }
}
