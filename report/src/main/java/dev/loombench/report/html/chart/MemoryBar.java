package dev.loombench.report.html.chart;

import dev.loombench.analysis.server.MemoryBreakdown;
import dev.loombench.report.MemoryText;
import dev.loombench.text.Figures;
import java.util.ArrayList;
import java.util.List;

/// A bar chart of a variant's memory: the parts that the JVM counts, stacked, above the resident
/// set, on one scale for all variants.
///
/// @param description of the chart, for a screen reader
/// @param segments left to right
/// @param resident width of the lower bar, per cent
public record MemoryBar(
        String description, List<Segment> segments, String resident, String residentLabel) {

    /// @param kind CSS class, as in `heap-used`
    /// @param x and `width`, per cent
    public record Segment(String kind, String x, String width, String title) {}

    /// @param maxBytes bytes for the full width
    public static MemoryBar of(MemoryBreakdown memory, double maxBytes) {
        var segments = new ArrayList<Segment>();
        double at = 0;
        for (var part : memory.parts()) {
            segments.add(
                    segment(
                            MemoryText.kind(part.use()),
                            at,
                            part.bytes(),
                            maxBytes,
                            MemoryText.name(part.use())));
            at += part.bytes();
        }
        if (memory.unaccounted() > 0) {
            segments.add(
                    segment("unaccounted", at, memory.unaccounted(), maxBytes, "unaccounted for"));
        }
        return new MemoryBar(
                MemoryText.of(memory),
                segments,
                Axis.percent(memory.residentBytes() / maxBytes),
                "resident: " + Figures.bytes(memory.residentBytes()));
    }

    public static double width(MemoryBreakdown memory) {
        return Math.max(memory.counted(), memory.residentBytes());
    }

    private static Segment segment(
            String kind, double at, double bytes, double maxBytes, String name) {
        return new Segment(
                kind,
                Axis.percent(at / maxBytes),
                Axis.percent(bytes / maxBytes),
                "%s: %s".formatted(name, Figures.bytes(bytes)));
    }
}
