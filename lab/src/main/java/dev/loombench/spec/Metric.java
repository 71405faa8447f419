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
    /// Of a batch: what the program counted from its first task to the end of its last, or all of
    /// its life where it counts nothing.
    ELAPSED("elapsed", false),

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

    /// Whether it is a percentile of response time.
    public boolean ofResponseTime() {
        return switch (this) {
            case P50, P99, P999 -> true;
            case THROUGHPUT, CPU_PER_REQUEST, PEAK_RSS, THREADS, ELAPSED, RAMP_UP -> false;
        };
    }

    /// What an experiment is decided by that does not say.
    static Metric usual(boolean batch) {
        return batch ? ELAPSED : Defaults.METRIC;
    }

    /// @throws SpecError when no such work has that figure
    Metric checkedFor(boolean batch) {
        var why =
                switch (this) {
                    case RAMP_UP -> batch ? "of a load that jumps, and a batch has none" : "";
                    case P50, P99, P999 -> batch ? "of answers, and a batch gives none" : "";
                    case ELAPSED -> batch ? "" : "of a batch, and load has none";
                    case THROUGHPUT, CPU_PER_REQUEST, PEAK_RSS, THREADS -> "";
                };
        if (!why.isEmpty()) {
            throw new SpecError("%s is a figure %s".formatted(label, why));
        }
        return this;
    }
}
