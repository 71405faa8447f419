package dev.loombench.analysis.capacity.objective;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.OptionalDouble;

/// The time that a server needs after an overload until it holds the objectives again.
///
/// @param overloadRate arrivals during the overload, requests/s
/// @param overloadSeconds length of the overload
/// @param rate arrivals after it, requests/s
/// @param seconds until the objectives for response times held again; empty when they did not
///   within the limit
/// @param limitSeconds of the wait
public record Recovery(
        @JsonProperty("overloadRatePerSecond") double overloadRate,
        double overloadSeconds,
        @JsonProperty("ratePerSecond") double rate,
        OptionalDouble seconds,
        double limitSeconds) {}
