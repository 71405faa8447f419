package dev.loombench.analysis.server;

import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.StackGroup;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/// The threads of a server under load, as the JVM listed them.
///
/// The JVM lists one thread after another, not all at one instant. With a virtual thread per
/// request, threads that end and threads that begin meanwhile are both in the list, and one
/// location may hold more threads than there are connections. Such a location counts as many
/// threads as there are connections; the others count only in `excess`.
///
/// @param locations most threads first; groups too small to be kept are missing
/// @param excess virtual threads listed at one location beyond the number of connections
public record ThreadSummary(
        int platform, int carriers, int virtual, List<ThreadLocation> locations, int excess) {

    private static final String IDLE = "idle in a pool";

    /// Threads of one kind at one location.
    ///
    /// @param where as in `in Thread.sleep` or `idle in a pool`
    /// @param path the call and its callers, of the largest group
    public record ThreadLocation(ThreadKind kind, int count, String where, String path) {}

    public ThreadSummary {
        locations = List.copyOf(locations);
    }

    public int total() {
        return platform + carriers + virtual;
    }

    /// The location of most virtual threads that have begun, when these are fewer than two per
    /// carrier: threads that unmount while they wait would be many. A few may be in transition.
    public Optional<ThreadLocation> onCarriers(int carriers) {
        var begun =
                locations.stream()
                        .filter(p -> new ThreadSpot(p.kind, p.where).servesRequests())
                        .toList();
        return begun.stream().mapToInt(ThreadLocation::count).sum() < 2 * carriers
                ? begun.stream().findFirst().filter(p -> p.count <= carriers)
                : Optional.empty();
    }

    /// Most platform threads at one location, without idle ones of a pool.
    public int mostPlatform() {
        return locations.stream()
                .filter(p -> p.kind == ThreadKind.PLATFORM)
                .filter(p -> !p.where.equals(IDLE))
                .filter(p -> !p.where.equals(StackClassifier.NO_CODE))
                .mapToInt(ThreadLocation::count)
                .max()
                .orElse(0);
    }

    private record ThreadSpot(ThreadKind kind, String where) {
        /// Whether a thread here serves a request: a virtual thread that has begun.
        boolean servesRequests() {
            return kind == ThreadKind.VIRTUAL && !where.equals(StackClassifier.NO_CODE);
        }
    }

    /// @param connections of the load at its peak: the most requests in flight
    public static ThreadSummary of(ThreadDump dump, int connections) {
        var groups = new LinkedHashMap<ThreadSpot, List<StackGroup>>();
        for (var group : dump.groups()) {
            groups.computeIfAbsent(
                            new ThreadSpot(group.kind(), StackClassifier.of(group)),
                            _ -> new ArrayList<>())
                    .add(group);
        }
        var locations = new ArrayList<ThreadLocation>();
        int excess = 0;
        for (var group : groups.entrySet()) {
            var spot = group.getKey();
            int listed = group.getValue().stream().mapToInt(StackGroup::count).sum();
            int count = spot.servesRequests() ? Math.min(listed, connections) : listed;
            excess += listed - count;
            var path = StackClassifier.path(group.getValue().getFirst());
            locations.add(new ThreadLocation(spot.kind, count, spot.where, path));
        }
        locations.sort(Comparator.comparingInt(ThreadLocation::count).reversed());
        return new ThreadSummary(
                dump.platform(), dump.carriers(), dump.virtual() - excess, locations, excess);
    }
}
