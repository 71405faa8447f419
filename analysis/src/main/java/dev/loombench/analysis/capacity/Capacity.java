package dev.loombench.analysis.capacity;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.loombench.analysis.comparison.ConfidenceLevels;
import dev.loombench.stats.Interval;
import java.util.List;
import java.util.Optional;

/// The highest arrival rate at which a variant holds the objectives, as far as it is known.
public sealed interface Capacity {

    /// The capacity of one process.
    ///
    /// @param block of the process
    /// @param rate requests/s
    /// @param bracketed whether windows on both sides of it were measured; else it is a limit
    record OfProcess(int block, @JsonProperty("ratePerSecond") double rate, boolean bracketed) {}

    /// An estimate.
    ///
    /// @param rate geometric mean of the processes, or the estimate of the bracketing process where
    ///   none confirmed it, requests/s
    /// @param interval 95 % over processes, of two kinds that of both; empty below two
    record Estimated(double rate, Optional<Interval> interval, List<OfProcess> processes)
            implements Capacity {
        public Estimated {
            processes = List.copyOf(processes);
        }

        /// The estimate of the bracketing process alone.
        public static Estimated unconfirmed(double rate) {
            return new Estimated(rate, Optional.empty(), List.of());
        }

        /// The estimate of confirming processes.
        ///
        /// @param processes at least one
        /// @param windows of the same processes
        public static Estimated of(
                List<OfProcess> processes, List<CapacityFit.ProcessWindows> windows) {
            var rates = CapacityEstimate.rates(processes);
            return new Estimated(
                    CapacityEstimate.point(rates),
                    CapacityEstimate.ofProcesses(processes, windows, ConfidenceLevels.LEVEL),
                    processes);
        }

        /// The interval, where it is [informative][Interval#informative]: two processes that differ
        /// by a quarter have none.
        public Optional<Interval> shownInterval() {
            return interval.filter(Interval::informative);
        }

        /// The rate that processes of each kind hold, requests/s.
        double lowest() {
            return CapacityKinds.of(processes).map(CapacityKinds::lowest).orElse(rate);
        }
    }

    /// The objectives held over the long window at a rate below that of short windows, and not at a
    /// higher one.
    ///
    /// @param held the highest rate that held
    /// @param violated the next rate above it
    record Held(RateProbe held, RateProbe violated) implements Capacity {}

    /// The objectives held at every rate that could be offered; at the highest also over the long
    /// window, where that showed the server.
    ///
    /// @param rate the highest, requests/s; of several processes the lowest such rate
    /// @param generatorLimited whether the load generator could not offer more
    record AtLeast(double rate, boolean generatorLimited) implements Capacity {}

    /// An objective was violated at every rate, or at the lowest rates over a long window.
    record NotMet(RateProbe lowest) implements Capacity {}

    /// Nothing could be measured.
    ///
    /// @param reason in one sentence
    record Unknown(String reason) implements Capacity {}

    /// The rate as a number: 0 where the objectives never held, NaN where nothing is known.
    default double figure() {
        return switch (this) {
            case Estimated e -> e.rate();
            case Held h -> h.held().rate();
            case AtLeast a -> a.rate();
            case NotMet _ -> 0;
            case Unknown _ -> Double.NaN;
        };
    }
}
