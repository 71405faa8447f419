package dev.loombench.analysis.capacity;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Optional;

/// A window at one arrival rate, and whether the objectives held in it.
///
/// @param number in the order of measuring, from 1
/// @param variant name of the variant
/// @param block of its process, from 1: the first brackets the capacity, the others confirm it
/// @param process of the block, from 1; the next one replaces it where requests are left after a
///   window
/// @param rate of the arrivals, requests/s
/// @param figures of the window
/// @param burn the share of what the objectives allow that was used; above 1 when one is violated
/// @param outcome of the window
/// @param disturbance why a violation may not be the server's; empty without a reason
public record RateProbe(
        int number,
        String variant,
        int block,
        int process,
        Purpose purpose,
        @JsonProperty("ratePerSecond") double rate,
        Figures figures,
        double burn,
        Outcome outcome,
        Optional<String> disturbance) {
    /// Least share of the arrivals that have a good response.
    private static final double KEEPS_PACE = 0.95;

    /// What the window is for.
    public enum Purpose {
        /// To find two rates between which the capacity lies.
        @JsonProperty("bracket")
        BRACKET,
        /// To estimate the capacity of one process.
        @JsonProperty("confirm")
        CONFIRM,
        /// To hold a rate for a minute or more, in which rare pauses show.
        @JsonProperty("hold")
        HOLD,
        /// To show whether an earlier rate of the same process still holds.
        @JsonProperty("repeat")
        REPEAT,
        /// To show whether a process holds more than its capacity after its other windows, or
        /// whether half of it uses as much.
        @JsonProperty("later")
        LATER,
        /// To show what happens above the capacity.
        @JsonProperty("beyond")
        BEYOND
    }

    /// The outcome of the window.
    public enum Outcome {
        /// The objectives held.
        @JsonProperty("met")
        MET,
        /// An objective was violated in the whole window.
        @JsonProperty("violated")
        VIOLATED,
        /// The window was cut short: it could not hold the objectives any more.
        @JsonProperty("over")
        OVER,
        /// The load generator could not hold the rate, so the window shows nothing of the server.
        @JsonProperty("generator-limited")
        GENERATOR_LIMITED
    }

    /// The figures of a window.
    ///
    /// @param seconds length
    /// @param requests arrivals in it
    /// @param errors failed requests
    /// @param throughput good responses per second within it
    /// @param medianNanos median response time
    /// @param percentileNanos the response time of the objective's percentile
    public record Figures(
            double seconds,
            long requests,
            long errors,
            @JsonProperty("throughputPerSecond") double throughput,
            long medianNanos,
            long percentileNanos) {}

    /// Whether the window says something of the server.
    public boolean valid() {
        return outcome != Outcome.GENERATOR_LIMITED;
    }

    public boolean met() {
        return outcome == Outcome.MET;
    }

    /// Whether the server violated the objectives.
    public boolean violates() {
        return valid() && !met() && disturbance.isEmpty();
    }

    /// Whether a violation may be another's, or, within the search for a bracket, that of a moment:
    /// a server that keeps pace has no queue that grows, and one wrong bound misleads the search
    /// for all rates beyond it. Windows that confirm are weighed together in any case.
    public boolean isDoubtful() {
        return valid()
                && (disturbance.isPresent()
                        || (!met() && purpose == Purpose.BRACKET && keepsPace()));
    }

    /// Whether about as many good responses came as requests arrived: their number is random, and
    /// of few requests often far below the rate. Not without requests: those of a server that hangs
    /// occupy all connections.
    boolean keepsPace() {
        return figures.requests() > 0
                && figures.throughput() * figures.seconds() >= KEEPS_PACE * figures.requests();
    }

    /// Good responses within the window, and failed requests of it, per second.
    double answered() {
        return figures.throughput() + figures.errors() / figures.seconds();
    }
}
