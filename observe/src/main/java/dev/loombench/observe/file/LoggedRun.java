package dev.loombench.observe.file;

import dev.loombench.observe.file.content.CollectionLog;
import dev.loombench.observe.file.content.CollectionLog.Collection;
import dev.loombench.observe.file.content.CollectionLog.Run;
import dev.loombench.observe.file.content.CollectionLog.Span;
import dev.loombench.observe.file.content.CollectionLog.Stop;
import dev.loombench.observe.file.content.CollectionLog.Unread;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/// The collections of one run of a JVM, in the order in which a log shows them.
final class LoggedRun {
    /// More than a log should have: a service with ten collections per second for half a day.
    static final int MOST = 500_000;

    /// Collections whose lines alternate: a minor one of ZGC within a major one, and a concurrent
    /// one of G1.
    static final int OPEN = 8;

    /// More than the files of a run, where all its collections are logged.
    private static final int MOST_PIECES = 1_000;

    private final List<Collection> collections = new ArrayList<>();
    private final List<Stop> stops = new ArrayList<>();
    private final List<Span> stalls = new ArrayList<>();
    private OptionalLong first = OptionalLong.empty();
    private long last;
    private final List<Piece> pieces = new ArrayList<>();
    private long omitted;
    private long unreadCollections;
    private long unreadPauses;

    /// Lines of collections whose numbers have no gap, as those of one file.
    private record Piece(long firstNanos, long lastNanos, long firstNumber, long lastNumber) {
        Piece with(long nanos, long number) {
            return new Piece(
                    Math.min(firstNanos, nanos),
                    Math.max(lastNanos, nanos),
                    Math.min(firstNumber, number),
                    Math.max(lastNumber, number));
        }

        /// Whether another one may be later lines of the same run: it has later times and higher
        /// numbers. A run whose beginning was read begins with 0.
        boolean isBefore(Piece other) {
            return other.firstNanos >= lastNanos
                    && other.firstNumber > Math.max(0, lastNumber - OPEN);
        }

        boolean isContinuedBy(Piece other) {
            return isBefore(other) && other.firstNumber <= lastNumber + 1;
        }
    }

    /// A line at a time.
    void passed(long nanos) {
        first = OptionalLong.of(Math.min(nanos, first.orElse(nanos)));
        last = Math.max(last, nanos);
    }

    /// A line of a collection.
    void numbered(long nanos, long number) {
        boolean goesOn =
                !pieces.isEmpty()
                        && (pieces.size() == MOST_PIECES || number <= lastNumber() + OPEN);
        pieces.addLast(
                goesOn
                        ? pieces.removeLast().with(nanos, number)
                        : new Piece(nanos, nanos, number, number));
    }

    /// -1 without any.
    private long lastNumber() {
        return pieces.isEmpty() ? -1 : pieces.getLast().lastNumber;
    }

    /// Its latest time so far, 0 without any.
    long lastNanos() {
        return last;
    }

    void add(Collection collection) {
        if (collections.size() < MOST) {
            collections.add(collection);
        } else {
            omitted++;
        }
    }

    void addStop(Stop stop) {
        keep(stops, stop);
    }

    void addStall(Span stall) {
        keep(stalls, stall);
    }

    private static <T> void keep(List<T> all, T one) {
        if (all.size() < MOST) {
            all.add(one);
        }
    }

    /// A collection without any duration.
    void addUnreadCollection() {
        unreadCollections++;
    }

    /// A pause whose line is of an unknown form.
    void addUnreadPause() {
        unreadPauses++;
    }

    /// Whether lines that were read before this run are of it, as where rotated files are read in
    /// another order: they fill a gap in its times and numbers, or have the next ones behind it or
    /// before it.
    boolean includes(LoggedRun other) {
        var all = new ArrayList<>(pieces);
        all.addAll(other.pieces);
        all.sort(Comparator.comparingLong(Piece::firstNanos));
        boolean joined = false;
        for (int i = 1; i < all.size(); i++) {
            var piece = all.get(i - 1);
            var next = all.get(i);
            if (!piece.isBefore(next)) {
                return false;
            }
            joined |= piece.isContinuedBy(next) && pieces.contains(piece) != pieces.contains(next);
        }
        return joined;
    }

    /// Whether a line may be its next one: a collection by its number, and any other line where the
    /// number of the next collection will show it.
    ///
    /// @param number of a collection; -1 of another line
    boolean isFollowedBy(long number) {
        return number < 0
                ? !pieces.isEmpty()
                : number > lastNumber() && number <= lastNumber() + OPEN;
    }

    /// Adds what another one shows of the same run.
    void addAll(LoggedRun other) {
        other.first.ifPresent(this::passed);
        last = Math.max(last, other.last);
        pieces.addAll(other.pieces);
        other.collections.forEach(this::add);
        other.stops.forEach(this::addStop);
        other.stalls.forEach(this::addStall);
        omitted += other.omitted;
        unreadCollections += other.unreadCollections;
        unreadPauses += other.unreadPauses;
    }

    /// Whether another one repeats most of its collections or stops, as a copy does.
    boolean repeats(LoggedRun other) {
        var own = new HashSet<Object>(collections);
        own.addAll(stops);
        long same =
                Stream.concat(other.collections.stream(), other.stops.stream())
                        .filter(own::contains)
                        .count();
        return 2 * same > other.collections.size() + other.stops.size();
    }

    /// The same in figures, where it does not count; empty where no line has a time.
    Optional<Run> summary() {
        return first.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new Run(
                                first.getAsLong(),
                                last,
                                collections.size() + omitted + unreadCollections));
    }

    /// The collections; empty where no line has a time, or all have the same.
    ///
    /// @param others that the log shows before it
    Optional<CollectionLog> log(List<Run> others) {
        if (first.isEmpty() || last <= first.getAsLong()) {
            return Optional.empty();
        }
        return Optional.of(
                new CollectionLog(
                        first.getAsLong(),
                        last,
                        inOrder(collections, Collection::endNanos),
                        inOrder(stops, Stop::endNanos),
                        inOrder(stalls, Span::endNanos),
                        omitted,
                        new Unread(unreadCollections, unreadPauses),
                        others));
    }

    /// Each once: what stores or delivers a log may repeat lines.
    private static <T> List<T> inOrder(List<T> all, ToLongFunction<T> end) {
        return all.stream().distinct().sorted(Comparator.comparingLong(end)).toList();
    }
}
