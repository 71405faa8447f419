package dev.loombench.report.html.chart;

import dev.loombench.export.Outline.Drawing;
import java.util.List;

/// Charts side by side, as a part of an outline.
///
/// @param about how to read them, in sentences
public record ChartPanel(String about, List<LineChart> charts) implements Drawing {
    public ChartPanel {
        charts = List.copyOf(charts);
    }
}
