package dev.loombench.spec.yaml;

import java.util.Comparator;

/// Where something stands in a file.
///
/// @param line from 1
/// @param column from 1, in code points
/// @param length code points on that line that belong to it, at least 1
record SourceLocation(int line, int column, int length) implements Comparable<SourceLocation> {
    private static final Comparator<SourceLocation> ORDER =
            Comparator.comparingInt(SourceLocation::line).thenComparingInt(SourceLocation::column);

    /// Where a file begins.
    static final SourceLocation START = new SourceLocation(1, 1, 1);

    /// What comes after this beginning of a file.
    static SourceLocation after(String beginning) {
        var lines = beginning.lines().toList();
        if (beginning.isEmpty() || beginning.endsWith("\n") || beginning.endsWith("\r")) {
            return new SourceLocation(lines.size() + 1, 1, 1);
        }
        var last = lines.getLast();
        return new SourceLocation(lines.size(), last.codePointCount(0, last.length()) + 1, 1);
    }

    @Override
    public int compareTo(SourceLocation other) {
        return ORDER.compare(this, other);
    }
}
