package dev.loombench.observe.perf;

import dev.loombench.observe.result.MetricId;

/// The kernel's performance events that are counted.
///
/// Source: perf_event_open(2).
enum PerfEvent {
    /// CPU time; the kernel counts it whole even where it may count user mode only.
    TASK_CLOCK("CPU time", Kind.SOFTWARE, 1, MetricId.COUNTED_CPU),
    CONTEXT_SWITCHES("context switches", Kind.SOFTWARE, 3, MetricId.COUNTED_SWITCHES),
    CPU_MIGRATIONS("CPU migrations", Kind.SOFTWARE, 4, MetricId.COUNTED_MIGRATIONS),
    INSTRUCTIONS("instructions", Kind.HARDWARE, 1, MetricId.COUNTED_INSTRUCTIONS),
    CYCLES("cycles", Kind.HARDWARE, 0, MetricId.COUNTED_CYCLES);

    /// The source of an event.
    enum Kind {
        HARDWARE(0),
        SOFTWARE(1);

        private final int type;

        Kind(int type) {
            this.type = type;
        }

        /// `perf_event_attr.type`.
        int type() {
            return type;
        }
    }

    private final String label;
    private final Kind kind;
    private final long config;
    private final MetricId metric;

    PerfEvent(String label, Kind kind, long config, MetricId metric) {
        this.label = label;
        this.kind = kind;
        this.config = config;
        this.metric = metric;
    }

    /// The event in words.
    String label() {
        return label;
    }

    Kind kind() {
        return kind;
    }

    /// `perf_event_attr.config`.
    long config() {
        return config;
    }

    MetricId metric() {
        return metric;
    }

    /// Whether the event happens in the kernel, so that a count of user mode alone is 0.
    boolean isOfKernel() {
        return switch (this) {
            case CONTEXT_SWITCHES, CPU_MIGRATIONS -> true;
            case TASK_CLOCK, INSTRUCTIONS, CYCLES -> false;
        };
    }
}
