package dev.loombench.report.html;

import dev.loombench.analysis.MemoryBreakdown;
import dev.loombench.report.Format;
import dev.loombench.report.MemoryText;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/// The picture of a variant's memory: what the JVM counts, stacked, and the resident set below it,
/// on one scale for all variants.
///
/// @param said what it shows, in words
/// @param pieces from left to right
/// @param resident width of the lower bar, per cent
public record MemoryBar(String said, List<Piece> pieces, String resident, String residentLabel) {

    /// @param kind for its colour, as in `heap-used`
    /// @param x and `width`, per cent
    public record Piece(String kind, String x, String width, String title) {}

    /// @param most bytes that the whole width stands for
    static MemoryBar of(MemoryBreakdown split, double most) {
        var pieces = new ArrayList<Piece>();
        double at = 0;
        for (var part : split.parts()) {
            pieces.add(
                    piece(
                            MemoryText.kind(part.use()),
                            at,
                            part.bytes(),
                            most,
                            MemoryText.name(part.use())));
            at += part.bytes();
        }
        if (split.unaccounted() > 0) {
            pieces.add(piece("unexplained", at, split.unaccounted(), most, "unexplained"));
        }
        return new MemoryBar(
                MemoryText.of(split),
                pieces,
                Axis.percent(split.residentBytes() / most),
                "resident: " + bytes(split.residentBytes()));
    }

    static double width(MemoryBreakdown split) {
        return Math.max(split.counted(), split.residentBytes());
    }

    private static Piece piece(String kind, double at, double bytes, double most, String name) {
        return new Piece(
                kind,
                Axis.percent(at / most),
                Axis.percent(bytes / most),
                "%s: %s".formatted(name, bytes(bytes)));
    }

    private static String bytes(double bytes) {
        return Format.bytes(OptionalDouble.of(bytes));
    }
}
