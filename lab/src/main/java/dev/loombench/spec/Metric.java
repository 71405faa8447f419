package dev.loombench.spec;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.loombench.spec.text.SpecError;

/// The figure an experiment is decided by.
public enum Metric {
    THROUGHPUT("throughput", true),
    CPU_PER_REQUEST("cpu-per-request", false),
    P50("p50", 50),
    P75("p75", 75),
    P90("p90", 90),
    P95("p95", 95),
    P99("p99", 99),
    P999("p99.9", 99.9),
    P9999("p99.99", 99.99),
    PEAK_RSS("peak-rss", false),
    /// Of the server's process, its own and the JVM's.
    THREADS("threads", false),
    /// Of a batch: what the program counted from its first task to the end of its last, or all of
    /// its life where it counts nothing.
    ELAPSED("elapsed", false),

    /// From a jump of the load until throughput has come to its new level.
    RAMP_UP("ramp-up", false);

    private final String label;
    private final boolean higherIsBetter;
    private final double percent;

    Metric(String label, boolean higherIsBetter) {
        this(label, higherIsBetter, Double.NaN);
    }

    /// A percentile of response time.
    Metric(String label, double percent) {
        this(label, false, percent);
    }

    Metric(String label, boolean higherIsBetter, double percent) {
        this.label = label;
        this.higherIsBetter = higherIsBetter;
        this.percent = percent;
    }

    /// As written in a spec and shown in a report.
    @JsonValue
    public String label() {
        return label;
    }

    public boolean higherIsBetter() {
        return higherIsBetter;
    }

    /// Whether it is a percentile of response time.
    public boolean isPercentile() {
        return !Double.isNaN(percent);
    }

    /// Which percentile of response time it is, as in 99.9; NaN where it is none.
    public double percent() {
        return percent;
    }

    /// What an experiment is decided by that does not say.
    public static Metric defaultFor(boolean batch) {
        return batch ? ELAPSED : Defaults.METRIC;
    }

    /// @throws SpecError when no such work has that figure
    public Metric requireApplicable(boolean batch) {
        var why =
                switch (this) {
                    case RAMP_UP -> batch ? "of a load that jumps, and a batch has none" : "";
                    case P50, P75, P90, P95, P99, P999, P9999 ->
                            batch ? "of answers, and a batch gives none" : "";
                    case ELAPSED -> batch ? "" : "of a batch, and load has none";
                    case THROUGHPUT, CPU_PER_REQUEST, PEAK_RSS, THREADS -> "";
                };
        if (!why.isEmpty()) {
            throw new SpecError("%s is a figure %s".formatted(label, why));
        }
        return this;
    }
}
