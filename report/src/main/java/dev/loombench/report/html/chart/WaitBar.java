package dev.loombench.report.html.chart;

import java.util.List;

/// A stacked bar of the waiting requests of a variant, by the call in which they wait.
///
/// @param description of the bar, for a screen reader
/// @param requests width of all requests of the load, per cent
/// @param segments most requests first
public record WaitBar(String description, String requests, List<Segment> segments) {
    public WaitBar {
        segments = List.copyOf(segments);
    }

    /// @param kind CSS class, the same for a call in all variants
    /// @param x and `width`, per cent
    public record Segment(String kind, String x, String width, String count, String call) {}
}
