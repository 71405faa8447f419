package dev.loombench.report.html.chart;

import java.util.List;

/// An axis of a chart.
public sealed interface ChartAxis permits Axis, LogAxis {
    /// The position of a value, 0..1 from its low end; a value beyond the axis is at its end.
    double share(double value);

    /// Round values, in ascending order.
    List<Double> marks();
}
