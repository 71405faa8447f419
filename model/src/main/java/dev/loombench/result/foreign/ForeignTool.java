package dev.loombench.result.foreign;

/// A tool whose results are read.
public enum ForeignTool {
    JMH("JMH", true, "-f 5"),
    HYPERFINE("hyperfine", true, "--runs 10"),
    K6("k6", false, ""),
    WRK("wrk", false, ""),
    WRK2("wrk2", false, ""),
    H2LOAD("h2load", false, ""),
    OHA("oha", false, ""),
    VEGETA("vegeta", false, ""),
    HEY("hey", false, ""),
    AB("ab", false, ""),
    AUTOCANNON("autocannon", false, ""),
    LOOMBENCH("loombench load", false, "");

    private final String label;
    private final boolean startsProcesses;
    private final String moreProcesses;

    ForeignTool(String label, boolean startsProcesses, String moreProcesses) {
        this.label = label;
        this.startsProcesses = startsProcesses;
        this.moreProcesses = moreProcesses;
    }

    /// The name as its users write it.
    public String label() {
        return label;
    }

    /// Whether it starts what it measures, so that a file has a value per process. Load generators
    /// measure a server that runs: a file is one load.
    public boolean startsProcesses() {
        return startsProcesses;
    }

    /// The option that makes it start more processes, as in `-f 5`; empty for load generators.
    public String moreProcesses() {
        return moreProcesses;
    }
}
