package dev.loombench.analysis;

import dev.loombench.result.Observation.ThreadDump;
import dev.loombench.result.StackGroup;
import dev.loombench.result.StackGroup.ThreadKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/// What the threads of a server did under load, as the JVM listed them.
///
/// The JVM lists one thread after another, not all at one instant. Where each request has a virtual
/// thread of its own, those that end and those that begin meanwhile are both in the list, and more
/// seem to wait at one place than there are connections to send requests. Such a place counts as
/// many threads as there are connections, and the others are in no count but `excess`.
///
/// @param places most threads first; those of groups too small to be kept are in none
/// @param excess virtual threads listed at one place beyond the number of connections
public record ThreadSummary(
        int platform, int carriers, int virtual, List<ThreadLocation> places, int excess) {

    /// Threads of one kind at one place.
    ///
    /// @param where as in `in Thread.sleep` or `idle in a pool`
    /// @param path the call with those who made it, of the largest group
    public record ThreadLocation(ThreadKind kind, int count, String where, String path) {}

    public ThreadSummary {
        places = List.copyOf(places);
    }

    public int total() {
        return platform + carriers + virtual;
    }

    /// Where virtual threads are that have begun, when these are fewer than two a carrier: those
    /// that let go of theirs would be many. A few may be on their way.
    Optional<ThreadLocation> onCarriers(int carriers) {
        var begun =
                places.stream()
                        .filter(p -> new ThreadSpot(p.kind, p.where).servesRequests())
                        .toList();
        return begun.stream().mapToInt(ThreadLocation::count).sum() < 2 * carriers
                ? begun.stream().findFirst().filter(p -> p.count <= carriers)
                : Optional.empty();
    }

    private record ThreadSpot(ThreadKind kind, String where) {
        /// Whether a thread there is one of a request: a virtual one that has begun.
        boolean servesRequests() {
            return kind == ThreadKind.VIRTUAL && !where.equals(StackClassifier.NO_CODE);
        }
    }

    /// @param connections that the load opens at its highest: more requests are never in flight
    static ThreadSummary of(ThreadDump dump, int connections) {
        var groups = new LinkedHashMap<ThreadSpot, List<StackGroup>>();
        for (var group : dump.groups()) {
            groups.computeIfAbsent(
                            new ThreadSpot(group.kind(), StackClassifier.of(group)),
                            _ -> new ArrayList<>())
                    .add(group);
        }
        var places = new ArrayList<ThreadLocation>();
        int excess = 0;
        for (var group : groups.entrySet()) {
            var spot = group.getKey();
            int listed = group.getValue().stream().mapToInt(StackGroup::count).sum();
            int count = spot.servesRequests() ? Math.min(listed, connections) : listed;
            excess += listed - count;
            var path = StackClassifier.path(group.getValue().getFirst());
            places.add(new ThreadLocation(spot.kind, count, spot.where, path));
        }
        places.sort(Comparator.comparingInt(ThreadLocation::count).reversed());
        return new ThreadSummary(
                dump.platform(), dump.carriers(), dump.virtual() - excess, places, excess);
    }
}
