package dev.loombench.result;

import java.util.List;

/// The round trips between the controller and an agent during a load, ns.
///
/// @param count of exchanges; 0 when none was completed, and then all are 0
public record RoundTrips(int count, long minNanos, long medianNanos, long maxNanos) {

    public static RoundTrips of(List<Long> nanos) {
        if (nanos.isEmpty()) {
            return new RoundTrips(0, 0, 0, 0);
        }
        var sorted = nanos.stream().sorted().toList();
        return new RoundTrips(
                sorted.size(), sorted.getFirst(), sorted.get(sorted.size() / 2), sorted.getLast());
    }
}
