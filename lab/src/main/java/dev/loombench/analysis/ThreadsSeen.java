package dev.loombench.analysis;

import dev.loombench.result.Observation.ThreadDump;
import dev.loombench.result.ThreadsAlike;
import dev.loombench.result.ThreadsAlike.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/// What the threads of a server did at one moment under load.
///
/// @param places most threads first; those of groups too small to be kept are in none
public record ThreadsSeen(int platform, int carriers, int virtual, List<Place> places) {

    /// Threads of one kind at one place.
    ///
    /// @param where as in `in Thread.sleep` or `idle in a pool`
    /// @param path the call with those who made it, of the largest group
    public record Place(Kind kind, int count, String where, String path) {}

    public ThreadsSeen {
        places = List.copyOf(places);
    }

    public int total() {
        return platform + carriers + virtual;
    }

    /// Where virtual threads are that have begun, when these are fewer than two a carrier: those
    /// that let go of theirs would be many. A few may be on their way.
    Optional<Place> onCarriers(int carriers) {
        var begun =
                places.stream()
                        .filter(p -> p.kind == Kind.VIRTUAL && !p.where.equals(Whereabouts.NO_CODE))
                        .toList();
        return begun.stream().mapToInt(Place::count).sum() < 2 * carriers
                ? begun.stream().findFirst().filter(p -> p.count <= carriers)
                : Optional.empty();
    }

    private record Spot(Kind kind, String where) {}

    static ThreadsSeen of(ThreadDump dump) {
        var groups = new LinkedHashMap<Spot, List<ThreadsAlike>>();
        for (var group : dump.groups()) {
            groups.computeIfAbsent(
                            new Spot(group.kind(), Whereabouts.of(group)), _ -> new ArrayList<>())
                    .add(group);
        }
        var places = new ArrayList<Place>();
        groups.forEach((spot, alike) ->
                places.add(
                        new Place(
                                spot.kind,
                                alike.stream().mapToInt(ThreadsAlike::count).sum(),
                                spot.where,
                                Whereabouts.path(alike.getFirst()))));
        places.sort(Comparator.comparingInt(Place::count).reversed());
        return new ThreadsSeen(dump.platform(), dump.carriers(), dump.virtual(), places);
    }
}
