package dev.loombench.analysis.capacity;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.loombench.analysis.capacity.objective.Objective;
import dev.loombench.analysis.capacity.objective.Objectives;
import dev.loombench.analysis.comparison.ConfidenceLevels;
import java.util.Comparator;
import java.util.Optional;

/// A long window that held the objectives, and the pauses that would have violated them in it.
///
/// @param rate requests/s
/// @param seconds its length
/// @param pauses empty where no percentile limits them
public record HeldWindow(
        @JsonProperty("ratePerSecond") double rate, double seconds, Optional<Pauses> pauses) {

    /// Pauses of which the window would have had at least one with 95 %.
    ///
    /// A pause of `s` seconds keeps the arrivals of `s - limit` seconds waiting for the limit or
    /// longer: one of `limit + share * window` alone violates a percentile that allows the share.
    /// Of pauses at random times that are `d` apart on average, a window of `t` has none with
    /// `exp(-t / d)`, which is 5 % at `d = t / 3`.
    ///
    /// @param seconds length of the shortest, about
    /// @param everySeconds from the start of one to the next, mean
    public record Pauses(double seconds, double everySeconds) {
        private static Optional<Pauses> of(Objectives objectives, double window) {
            double every = -window / Math.log(1 - ConfidenceLevels.LEVEL);
            return objectives.all().stream()
                    .filter(Objective.Percentile.class::isInstance)
                    .map(Objective.Percentile.class::cast)
                    .map(p -> p.limit().toNanos() / 1e9 + p.allowedShare() * window)
                    .min(Comparator.naturalOrder())
                    .filter(shortest -> shortest < every)
                    .map(shortest -> new Pauses(shortest, every));
        }
    }

    static HeldWindow of(RateProbe window, Objectives objectives) {
        double seconds = window.figures().seconds();
        return new HeldWindow(window.rate(), seconds, Pauses.of(objectives, seconds));
    }
}
