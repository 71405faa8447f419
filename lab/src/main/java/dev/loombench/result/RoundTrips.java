package dev.loombench.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/// The round trips between the controller and an agent during a load, ns.
///
/// @param count of exchanges; 0 when none was completed, and then all are 0
public record RoundTrips(
        @JsonProperty("count") int count,
        @JsonProperty("minNanos") long minNanos,
        @JsonProperty("medianNanos") long medianNanos,
        @JsonProperty("maxNanos") long maxNanos) {

    public static RoundTrips of(List<Long> nanos) {
        if (nanos.isEmpty()) {
            return new RoundTrips(0, 0, 0, 0);
        }
        var sorted = nanos.stream().sorted().toList();
        return new RoundTrips(
                sorted.size(), sorted.getFirst(), sorted.get(sorted.size() / 2), sorted.getLast());
    }
}
