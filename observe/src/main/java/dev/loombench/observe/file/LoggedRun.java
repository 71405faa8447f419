package dev.loombench.observe.file;

import dev.loombench.observe.file.content.CollectionLog;
import dev.loombench.observe.file.content.CollectionLog.Collection;
import dev.loombench.observe.file.content.CollectionLog.Span;
import dev.loombench.observe.file.content.CollectionLog.Stop;
import dev.loombench.observe.file.content.CollectionLog.Unread;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;

/// The collections of one run of a JVM, in the order in which a log shows them.
final class LoggedRun {
    /// More than a log should have: a service with ten collections per second for half a day.
    static final int MOST = 500_000;

    private final List<Collection> collections = new ArrayList<>();
    private final List<Stop> stops = new ArrayList<>();
    private final List<Span> stalls = new ArrayList<>();
    private OptionalLong first = OptionalLong.empty();
    private long last;
    private OptionalLong firstNumber = OptionalLong.empty();
    private long lastNumber = -1;
    private long omitted;
    private long unreadCollections;
    private long unreadPauses;

    /// A line at a time.
    void passed(long nanos) {
        first = OptionalLong.of(Math.min(nanos, first.orElse(nanos)));
        last = Math.max(last, nanos);
    }

    /// A line of a collection.
    void numbered(long number) {
        firstNumber = OptionalLong.of(Math.min(number, firstNumber.orElse(number)));
        lastNumber = Math.max(lastNumber, number);
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

    /// Whether lines that were read before this run are its end, as where the newest of some
    /// rotated files is read first: they are later, and have the next numbers. A run whose own
    /// beginning was read begins with 0.
    ///
    /// @param open collections at most whose lines may be in both
    boolean isContinuedBy(LoggedRun earlier, int open) {
        if (earlier.first.isEmpty() || earlier.firstNumber.isEmpty()) {
            return false;
        }
        long number = earlier.firstNumber.getAsLong();
        return earlier.first.getAsLong() >= last
                && number > Math.max(0, lastNumber - open)
                && number <= lastNumber + 1;
    }

    /// Whether a collection is one of its next ones.
    ///
    /// @param most by how many
    boolean isFollowedBy(long number, int most) {
        return number > lastNumber && number <= lastNumber + most;
    }

    /// Adds what another one shows of the same run.
    void addAll(LoggedRun other) {
        other.first.ifPresent(this::passed);
        last = Math.max(last, other.last);
        other.firstNumber.ifPresent(this::numbered);
        lastNumber = Math.max(lastNumber, other.lastNumber);
        other.collections.forEach(this::add);
        other.stops.forEach(this::addStop);
        other.stalls.forEach(this::addStall);
        omitted += other.omitted;
        unreadCollections += other.unreadCollections;
        unreadPauses += other.unreadPauses;
    }

    /// The collections; empty where no line has a time, or all have the same.
    Optional<CollectionLog> log() {
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
                        new Unread(unreadCollections, unreadPauses)));
    }

    private static <T> List<T> inOrder(List<T> all, ToLongFunction<T> end) {
        return all.stream().sorted(Comparator.comparingLong(end)).toList();
    }
}
