package dev.loombench.yaml;

import java.util.Comparator;

/// A location in a file.
///
/// @param line from 1
/// @param column from 1, in code points
/// @param length length on that line, in code points, at least 1
public record SourceLocation(int line, int column, int length)
        implements Comparable<SourceLocation> {
    private static final Comparator<SourceLocation> ORDER =
            Comparator.comparingInt(SourceLocation::line).thenComparingInt(SourceLocation::column);

    /// The start of a file.
    public static final SourceLocation START = new SourceLocation(1, 1, 1);

    /// The location after a prefix of a file.
    public static SourceLocation after(String prefix) {
        var lines = prefix.lines().toList();
        if (prefix.isEmpty() || prefix.endsWith("\n") || prefix.endsWith("\r")) {
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
