package dev.loombench.report;

import dev.loombench.analysis.MemoryBreakdown;
import dev.loombench.analysis.MemoryBreakdown.Use;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

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
            pieces.add(piece(kind(part.use()), at, part.bytes(), most, name(part.use())));
            at += part.bytes();
        }
        if (split.unexplained() > 0) {
            pieces.add(piece("unexplained", at, split.unexplained(), most, "unexplained"));
        }
        return new MemoryBar(
                text(split),
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

    /// `resident 182 MiB at the window's end; the JVM counts heap in use 40 MiB, …`.
    static String text(MemoryBreakdown split) {
        var parts =
                split.parts().stream()
                        .map(p -> "%s %s".formatted(name(p.use()), bytes(p.bytes())))
                        .collect(Collectors.joining(", "));
        var rest =
                split.unexplained() > 0
                        ? "%s unexplained".formatted(bytes(split.unexplained()))
                        : "%s of it not in RAM".formatted(bytes(split.notResident()));
        return "%s resident at the window's end; the JVM counts %s; %s"
                .formatted(bytes(split.residentBytes()), parts, rest);
    }

    static String kind(Use use) {
        return switch (use) {
            case HEAP_USED -> "heap-used";
            case HEAP_FREE -> "heap-free";
            case DIRECT -> "direct";
            case METASPACE -> "metaspace";
            case CODE -> "code";
            case THREAD_STACKS -> "thread-stacks";
            case JVM -> "jvm";
        };
    }

    private static String name(Use use) {
        return switch (use) {
            case HEAP_USED -> "heap in use";
            case HEAP_FREE -> "heap taken and free";
            case DIRECT -> "direct buffers";
            case METASPACE -> "metaspace";
            case CODE -> "code cache";
            case THREAD_STACKS -> "thread stacks";
            case JVM -> "the JVM's own";
        };
    }

    private static String bytes(double bytes) {
        return Format.bytes(OptionalDouble.of(bytes));
    }
}
