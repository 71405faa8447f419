package dev.loombench.spec;

import java.util.Comparator;

/// Where something stands in a file.
///
/// @param line from 1
/// @param column from 1, in code points
/// @param length code points on that line that belong to it, at least 1
record Place(int line, int column, int length) implements Comparable<Place> {
    private static final Comparator<Place> ORDER =
            Comparator.comparingInt(Place::line).thenComparingInt(Place::column);

    /// Where a file begins.
    static final Place START = new Place(1, 1, 1);

    /// What comes after this beginning of a file.
    static Place after(String beginning) {
        var lines = beginning.lines().toList();
        if (beginning.isEmpty() || beginning.endsWith("\n") || beginning.endsWith("\r")) {
            return new Place(lines.size() + 1, 1, 1);
        }
        var last = lines.getLast();
        return new Place(lines.size(), last.codePointCount(0, last.length()) + 1, 1);
    }

    @Override
    public int compareTo(Place other) {
        return ORDER.compare(this, other);
    }
}
