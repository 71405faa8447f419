package dev.loombench.result;

/// Everything that can be observed over time, with its unit, and whether it only ever grows.
public enum Figure {
    PROCESS_CPU("process.cpu", "ns", Kind.COUNTER),
    PROCESS_CPU_USER("process.cpu.user", "ns", Kind.COUNTER),
    PROCESS_CPU_SYSTEM("process.cpu.system", "ns", Kind.COUNTER),
    PROCESS_RSS("process.rss", "bytes", Kind.GAUGE),
    PROCESS_RSS_PEAK("process.rss.peak", "bytes", Kind.GAUGE),
    PROCESS_THREADS("process.threads", "threads", Kind.GAUGE),
    PROCESS_SWITCHES_VOLUNTARY("process.switches.voluntary", "switches", Kind.COUNTER),
    PROCESS_SWITCHES_INVOLUNTARY("process.switches.involuntary", "switches", Kind.COUNTER),
    HEAP_USED("jvm.heap.used", "bytes", Kind.GAUGE),
    HEAP_COMMITTED("jvm.heap.committed", "bytes", Kind.GAUGE),
    NON_HEAP_USED("jvm.non-heap.used", "bytes", Kind.GAUGE),
    DIRECT_USED("jvm.direct.used", "bytes", Kind.GAUGE),
    GC_COUNT("jvm.gc.count", "collections", Kind.COUNTER),
    GC_TIME("jvm.gc.time", "ns", Kind.COUNTER),
    CLASSES_LOADED("jvm.classes.loaded", "classes", Kind.GAUGE),
    JAVA_THREADS("jvm.threads", "threads", Kind.GAUGE),
    CARRIERS_PARALLELISM("jvm.carriers.parallelism", "threads", Kind.GAUGE),
    CARRIERS_POOL("jvm.carriers.pool", "threads", Kind.GAUGE),
    CARRIERS_MOUNTED("jvm.carriers.mounted", "threads", Kind.GAUGE),
    VIRTUAL_QUEUED("jvm.virtual.queued", "threads", Kind.GAUGE),
    MACHINE_CPU_BUSY("machine.cpu.busy", "ns", Kind.COUNTER),
    MACHINE_CPU_STEAL("machine.cpu.steal", "ns", Kind.COUNTER);

    /// A gauge is read as it is; a counter by what it grew.
    public enum Kind {
        GAUGE,
        COUNTER
    }

    private final String label;
    private final String unit;
    private final Kind kind;

    Figure(String label, String unit, Kind kind) {
        this.label = label;
        this.unit = unit;
        this.kind = kind;
    }

    /// The name in files: stable.
    public String label() {
        return label;
    }

    public String unit() {
        return unit;
    }

    public Kind kind() {
        return kind;
    }
}
