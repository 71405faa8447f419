/// The data of charts, and their axes, lines and bars, placed for SVG.
@NullMarked
package dev.loombench.report.html.chart;

import org.jspecify.annotations.NullMarked;
