/// Axes, lines and bars of charts, placed for SVG.
@NullMarked
package dev.loombench.report.html.chart;

import org.jspecify.annotations.NullMarked;
