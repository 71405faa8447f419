package dev.loombench.report.html.chart;

import java.util.List;

/// A line chart as SVG: one line per variant, with its name at its end.
///
/// Positions are in per cent of the plot's width and height, from its left upper corner.
///
/// @param description for a screen reader
/// @param height of the plot in CSS, as in `260px`
/// @param up marks of the vertical axis
/// @param across marks of the horizontal axis
/// @param bands marked ranges of the horizontal axis
public record LineChart(
        String title,
        String unit,
        String description,
        String height,
        List<Mark> up,
        List<Mark> across,
        List<Band> bands,
        List<Line> lines) {

    public LineChart {
        up = List.copyOf(up);
        across = List.copyOf(across);
        bands = List.copyOf(bands);
        lines = List.copyOf(lines);
    }

    /// A range of the horizontal axis.
    public record Band(int colour, String from, String width, String title) {}

    /// @param colour index
    /// @param segments between neighbouring points
    /// @param end position of its last point
    /// @param label position of its name, next to which no other name is
    public record Line(
            String name,
            int colour,
            List<Segment> segments,
            List<Dot> dots,
            String end,
            String label) {

        /// The name with places to break the line after its separators.
        public String breakableName() {
            return name.replaceAll("[-.=/:_,]", "$0\u200b");
        }
    }

    public record Segment(String x1, String y1, String x2, String y2) {}

    /// @param kind `valid` or `invalid`
    /// @param low and `high`, the ends of its interval; both at `y` without one
    public record Dot(String kind, String x, String y, String low, String high, String title) {}
}
