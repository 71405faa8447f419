package dev.loombench.observe.file;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Whether the collections of a log are in the order in which one JVM began to log them, by their
/// numbers and times, where nothing in front of the lines names a program.
///
/// The lines of two JVMs go back and forth between two sequences, each of which goes on with the
/// next number. Those of one JVM go back where it was started again, where an older file follows,
/// and at the end of a cycle during which others began, which have the numbers between.
final class CollectionOrder {
    /// Sequences that are remembered.
    private static final int MOST = 8;

    /// Returns to a sequence that was left: fewer are by chance.
    private static final int FEWEST_RETURNS = 3;

    /// By which a clock may be set back.
    private static final long CLOCK_STEP_NANOS = 1_000_000_000;

    private final List<Place> sequences = new ArrayList<>();
    private Place before = Place.NONE;
    private int returns;
    private int forward;
    private int backward;

    /// The last line of a sequence.
    private record Place(long nanos, long number) {
        private static final Place NONE = new Place(Long.MIN_VALUE / 2, -1);

        boolean isBefore(Place other) {
            return number < other.number && nanos - CLOCK_STEP_NANOS <= other.nanos;
        }
    }

    /// A JVM has started.
    void start() {
        sequences.clear();
        before = Place.NONE;
    }

    /// The first line of a collection.
    void begin(long nanos, long number) {
        var now = new Place(nanos, number);
        forward += before.nanos <= nanos && before.number < number ? 1 : 0;
        backward += before.nanos >= nanos && before.number > number ? 1 : 0;
        var left =
                sequences.stream()
                        .filter(place -> place.isBefore(now))
                        .max(Comparator.comparingLong(Place::number));
        boolean goesOn = left.filter(place -> place.number == number - 1).isPresent();
        returns += goesOn && !before.isBefore(now) ? 1 : 0;
        left.ifPresent(sequences::remove);
        sequences.addLast(now);
        if (sequences.size() > MOST) {
            sequences.removeFirst();
        }
        before = now;
    }

    /// Whether the collections are of several JVMs.
    boolean isMixed() {
        return returns >= FEWEST_RETURNS;
    }

    /// Whether the last line is the first one, as where a store of logs has the newest first.
    boolean isReversed() {
        return backward > 1 && backward > forward;
    }
}
