package dev.loombench.report.load;

import dev.loombench.report.text.AnsiStyle;
import dev.loombench.report.text.LatencyHistogramText;
import dev.loombench.report.text.LineWrapper;
import dev.loombench.report.text.TerminalDrawing;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/// The shares of requests by their time, as bars.
///
/// @param kind of the times: `response` or `service`
/// @param times at least one, ns
record Distribution(String kind, Histogram times) implements TerminalDrawing {
    @Override
    public List<String> lines(AnsiStyle style, int width) {
        var heading = "%s time up to, and the share of requests in that range".formatted(kind);
        var lines = new ArrayList<>(LineWrapper.at(width, "  ", style.faint(heading)));
        lines.addAll(LatencyHistogramText.of(times, style, width));
        return lines;
    }
}
