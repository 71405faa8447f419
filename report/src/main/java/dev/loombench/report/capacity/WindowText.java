package dev.loombench.report.capacity;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.capacity.RateProbe;
import dev.loombench.report.Format;
import dev.loombench.text.Figures;

/// A window of a search in a line.
public final class WindowText {
    private WindowText() {}

    /// `tomcat virtual, process 2: 412/s met, p99 12.3 ms, 2,472 requests`.
    ///
    /// @param percent of the figures' percentile
    public static String line(RateProbe probe, double percent) {
        var f = probe.figures();
        return "%s: %s %s, p%s %s, %s%s%s"
                .formatted(
                        process(probe),
                        CapacityText.rate(probe.rate()),
                        outcome(probe),
                        CapacityText.percent(percent),
                        Format.time((double) f.percentileNanos()),
                        Figures.counted(f.requests(), "request"),
                        f.errors() == 0 ? "" : ", " + Figures.counted(f.errors(), "error"),
                        probe.disturbance().map(d -> ", disturbed: " + d).orElse(""));
    }

    /// `, with 600 errors of 6,600 requests (disturbed: cpu-contention-during)`; empty of a window
    /// without either.
    static String faults(RateProbe window) {
        var f = window.figures();
        var errors =
                f.errors() == 0
                        ? ""
                        : ", with %s of %s"
                                .formatted(
                                        Figures.counted(f.errors(), "error"),
                                        Figures.counted(f.requests(), "request"));
        return errors + window.disturbance().map(d -> " (disturbed: " + d + ")").orElse("");
    }

    /// `tomcat virtual, process 2`.
    static String process(RateProbe probe) {
        return "%s, process %d".formatted(plain(probe.variant()), probe.block());
    }

    /// `met`, `over after 2.5 s`.
    static String outcome(RateProbe probe) {
        return switch (probe.outcome()) {
            case MET -> "met";
            case VIOLATED -> "violated";
            case OVER -> "over after %.1f s".formatted(probe.figures().seconds());
            case GENERATOR_LIMITED -> "not offered by the generator";
        };
    }
}
