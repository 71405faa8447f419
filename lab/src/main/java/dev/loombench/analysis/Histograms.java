package dev.loombench.analysis;

import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/// Histograms are merged by adding their counts: the only honest way to pool percentiles.
final class Histograms {
    private Histograms() {}

    static Histogram merged(Stream<Histogram> parts) {
        var all = new Histogram(3);
        all.setAutoResize(true);
        parts.forEach(all::add);
        return all;
    }
}
