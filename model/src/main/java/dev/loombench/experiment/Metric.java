package dev.loombench.experiment;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.loombench.text.Suggestions;
import dev.loombench.text.WrongInput;
import java.util.LinkedHashMap;

/// A figure that decides an experiment.
public enum Metric {
    THROUGHPUT("throughput", true),
    CPU_PER_REQUEST("cpu-per-request", false),
    /// Retired instructions of the server per good response; needs the kernel's counters.
    INSTRUCTIONS_PER_REQUEST("instructions-per-request", false),
    /// Cycles of the processor, likewise.
    CYCLES_PER_REQUEST("cycles-per-request", false),
    P50("p50", 50),
    P75("p75", 75),
    P90("p90", 90),
    P95("p95", 95),
    P99("p99", 99),
    P999("p99.9", 99.9),
    P9999("p99.99", 99.99),
    PEAK_RSS("peak-rss", false),
    /// Threads of the server's process, including the JVM's.
    THREADS("threads", false),
    /// Batch only: the time from the program's first task to the end of its last, or its whole life
    /// if it does not report that time.
    ELAPSED("elapsed", false),

    /// The time from a jump of the load until throughput reaches its new level.
    RAMP_UP("ramp-up", false),
    /// The highest arrival rate that holds an objective, of claims alone: a run, at one load, does
    /// not measure it.
    CAPACITY("capacity", true);

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

    /// The name in experiments and reports.
    @JsonValue
    public String label() {
        return label;
    }

    public boolean higherIsBetter() {
        return higherIsBetter;
    }

    /// Whether it is counted by the kernel's performance events.
    public boolean isCounted() {
        return this == INSTRUCTIONS_PER_REQUEST || this == CYCLES_PER_REQUEST;
    }

    /// Whether it is a measure of the work of the server's processors, that of its compilers
    /// included.
    public boolean isWork() {
        return this == CPU_PER_REQUEST || isCounted();
    }

    /// Whether it is observed in the server's process; the load generator measures the others.
    public boolean isOfProcess() {
        return switch (this) {
            case CPU_PER_REQUEST, INSTRUCTIONS_PER_REQUEST, CYCLES_PER_REQUEST, PEAK_RSS, THREADS ->
                    true;
            case THROUGHPUT, P50, P75, P90, P95, P99, P999, P9999, ELAPSED, RAMP_UP, CAPACITY ->
                    false;
        };
    }

    /// Whether it is what the server's process occupies: memory or threads, which take no time.
    public boolean isFootprint() {
        return this == PEAK_RSS || this == THREADS;
    }

    /// Whether a rest between slices may change it although throughput, median and CPU per request
    /// stay the same: few of the responses, or the highest memory.
    public boolean isOfExtremes() {
        return this == PEAK_RSS || (isPercentile() && percent > P50.percent);
    }

    /// Whether it is a percentile of response time.
    public boolean isPercentile() {
        return !Double.isNaN(percent);
    }

    /// The percentile of response time, as in 99.9; NaN for other metrics.
    public double percent() {
        return percent;
    }

    /// The metric of a verdict, by its label.
    ///
    /// @throws WrongInput when there is none, or a run does not measure it
    public static Metric ofVerdict(String label) {
        var byLabel = new LinkedHashMap<String, Metric>();
        for (var metric : values()) {
            byLabel.put(metric.label, metric);
        }
        var metric = Suggestions.known(label, "metric", byLabel);
        if (metric == CAPACITY) {
            throw new WrongInput(
                    "capacity is a metric of claims, as in \"expect: [A capacity above 2k/s]\", which loombench capacity checks; a run measures at one load");
        }
        return metric;
    }

    /// The metric of an experiment that names none.
    public static Metric defaultFor(boolean batch) {
        return batch ? ELAPSED : Defaults.METRIC;
    }

    /// @throws WrongInput when the metric does not apply to a batch, or to a load
    public Metric requireApplicable(boolean batch) {
        var why =
                switch (this) {
                    case RAMP_UP -> batch ? "a load that jumps, and a batch has no load" : "";
                    case P50, P75, P90, P95, P99, P999, P9999 ->
                            batch ? "responses, and a batch has none" : "";
                    case ELAPSED -> batch ? "" : "load: {batch: …}";
                    case INSTRUCTIONS_PER_REQUEST, CYCLES_PER_REQUEST ->
                            batch ? "a server: a batch cannot be counted from its start" : "";
                    case CAPACITY -> batch ? "requests, and a batch has none" : "";
                    case THROUGHPUT, CPU_PER_REQUEST, PEAK_RSS, THREADS -> "";
                };
        if (!why.isEmpty()) {
            throw new WrongInput("the metric %s needs %s".formatted(label, why));
        }
        return this;
    }
}
