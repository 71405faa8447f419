package dev.loombench.spec;

/// The figure an experiment is decided by.
public enum Metric {
    THROUGHPUT("throughput", true),
    CPU_PER_REQUEST("cpu-per-request", false),
    P50("p50", false),
    P99("p99", false),
    P999("p99.9", false),
    PEAK_RSS("peak-rss", false),
    /// Of the server's process, its own and the JVM's.
    THREADS("threads", false),
    /// From a jump of the load until throughput has come to its new level.
    RAMP_UP("ramp-up", false);

    private final String label;
    private final boolean higherIsBetter;

    Metric(String label, boolean higherIsBetter) {
        this.label = label;
        this.higherIsBetter = higherIsBetter;
    }

    /// As written in a spec and shown in a report.
    public String label() {
        return label;
    }

    public boolean higherIsBetter() {
        return higherIsBetter;
    }
}
