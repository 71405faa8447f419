package dev.loombench.result;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.loombench.experiment.Metric;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// How a metric stood at the end of a warm-up.
///
/// @param metric throughput, CPU per request or, for all percentiles of an open load, p50
/// @param afterNanos time under load from which on it was steady until the end; empty unless it is
/// @param change of an undecided metric: the largest that its noise may hide over the next half of
///   the warm-up's time, 10 s at least, as a share of its level; empty where that is not known
public record Steadiness(
        Metric metric, State state, OptionalLong afterNanos, OptionalDouble change) {

    /// Requests after which a JVM has compiled what each of them calls.
    ///
    /// HotSpot compiles a method with its optimising compiler after 5,000 calls
    /// (`Tier4InvocationThreshold`), or 15,000 calls and iterations (`Tier4CompileThreshold`), more
    /// while methods wait for the compiler. Until then a figure may stay on one level and fall
    /// later.
    public static final long ENOUGH_CALLS = 10_000;

    /// CPU time of a request from which on the number of calls does not matter, ns: what it does
    /// often is compiled after few requests, and what it does once, as reading the request, costs
    /// at most half a millisecond before it is compiled.
    public static final double LONG_REQUEST_NANOS = 10e6;

    /// Whether a metric was steady, or why not.
    public enum State {
        STEADY("steady"),
        RISING("rising"),
        FALLING("falling"),
        /// The process has served fewer than [#ENOUGH_CALLS].
        TOO_FEW_CALLS("too-few-calls"),
        /// The compilers took a large share of the CPU time.
        COMPILING("compiling"),
        /// Arrivals waited for a free connection all the time.
        BACKLOG("backlog"),
        /// Too noisy, or observed for too short a time.
        UNDECIDED("undecided");

        private final String label;

        State(String label) {
            this.label = label;
        }

        /// The name in files: stable.
        @JsonValue
        public String label() {
            return label;
        }
    }

    public static Steadiness steadyAfter(Metric metric, long nanos) {
        return new Steadiness(metric, State.STEADY, OptionalLong.of(nanos), OptionalDouble.empty());
    }

    /// @param state other than steady
    public static Steadiness not(Metric metric, State state) {
        return new Steadiness(metric, state, OptionalLong.empty(), OptionalDouble.empty());
    }

    /// @param change share of the level; infinite where nothing is known
    public static Steadiness undecided(Metric metric, double change) {
        return new Steadiness(
                metric,
                State.UNDECIDED,
                OptionalLong.empty(),
                Double.isFinite(change) ? OptionalDouble.of(change) : OptionalDouble.empty());
    }

    public boolean isSteady() {
        return state == State.STEADY;
    }
}
