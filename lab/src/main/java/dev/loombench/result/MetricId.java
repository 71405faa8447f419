package dev.loombench.result;

import com.fasterxml.jackson.annotation.JsonValue;

/// Everything that can be observed over time, with its unit, and whether it only ever grows.
public enum MetricId {
    PROCESS_CPU("process.cpu", "ns", Accumulation.COUNTER),
    PROCESS_CPU_USER("process.cpu.user", "ns", Accumulation.COUNTER),
    PROCESS_CPU_SYSTEM("process.cpu.system", "ns", Accumulation.COUNTER),
    PROCESS_RSS("process.rss", "bytes", Accumulation.GAUGE),
    /// The most since the point before, so the peak of a window is its highest point.
    PROCESS_RSS_PEAK("process.rss.peak", "bytes", Accumulation.GAUGE),
    /// Threads of the operating system, those of the JVM itself too.
    PROCESS_THREADS("process.threads", "threads", Accumulation.GAUGE),
    /// A thread gave its processor away, to wait. What a thread did after it was last looked at is
    /// lost when it ends.
    PROCESS_SWITCHES_VOLUNTARY("process.switches.voluntary", "switches", Accumulation.COUNTER),
    /// A thread's processor was taken from it; with the same loss.
    PROCESS_SWITCHES_INVOLUNTARY("process.switches.involuntary", "switches", Accumulation.COUNTER),
    /// Time in which the process was stopped, by a signal or a debugger; between looks by halves.
    PROCESS_STOPPED("process.stopped", "ns", Accumulation.COUNTER),
    /// Good answers since the load began, as the load engine counts them.
    LOAD_ANSWERS("load.answers", "answers", Accumulation.COUNTER),
    HEAP_USED("jvm.heap.used", "bytes", Accumulation.GAUGE),
    HEAP_COMMITTED("jvm.heap.committed", "bytes", Accumulation.GAUGE),
    NON_HEAP_USED("jvm.non-heap.used", "bytes", Accumulation.GAUGE),
    DIRECT_USED("jvm.direct.used", "bytes", Accumulation.GAUGE),
    /// Metadata of classes, as far as memory was taken for it.
    METASPACE_COMMITTED("jvm.metaspace.committed", "bytes", Accumulation.GAUGE),
    /// Compiled code, as far as memory was taken for it.
    CODE_COMMITTED("jvm.code.committed", "bytes", Accumulation.GAUGE),
    /// Stacks of platform threads, what of them lies in RAM.
    NATIVE_STACKS("jvm.native.stacks", "bytes", Accumulation.GAUGE),
    /// All that the JVM has taken but heap and stacks: metadata, code and direct buffers too.
    NATIVE_OTHERS("jvm.native.others", "bytes", Accumulation.GAUGE),
    /// What collections left in the heap, to 1 MiB, at the end of each.
    HEAP_AFTER_GC("jvm.heap.after-gc", "bytes", Accumulation.GAUGE),
    /// What threads have allocated in the heap since the JVM began.
    ALLOCATED("jvm.allocated", "bytes", Accumulation.COUNTER),
    /// Collections, and for collectors that run beside the application its cycles.
    GC_COUNT("jvm.gc.count", "collections", Accumulation.COUNTER),
    /// Time in which collections held the application up, in steps of 1 ms.
    GC_TIME("jvm.gc.time", "ns", Accumulation.COUNTER),
    /// Time in which some thread of the just-in-time compilers worked, in steps of 1 ms.
    JIT_TIME("jvm.jit.time", "ns", Accumulation.COUNTER),
    /// CPU time of the compilers' threads.
    JIT_CPU("jvm.jit.cpu", "ns", Accumulation.COUNTER),
    /// Time in which threads of the compilers were ready to run and waited for a processor.
    JIT_WAITED("jvm.jit.waited", "ns", Accumulation.COUNTER),
    CLASSES_LOADED("jvm.classes.loaded", "classes", Accumulation.GAUGE),
    /// Platform threads, carriers among them.
    JAVA_THREADS("jvm.threads", "threads", Accumulation.GAUGE),
    /// Carriers the scheduler wants at work.
    CARRIERS_PARALLELISM("jvm.carriers.parallelism", "threads", Accumulation.GAUGE),
    /// Carriers there are.
    CARRIERS_POOL("jvm.carriers.pool", "threads", Accumulation.GAUGE),
    /// Virtual threads that run on a carrier now.
    CARRIERS_MOUNTED("jvm.carriers.mounted", "threads", Accumulation.GAUGE),
    /// Virtual threads that could run and wait for a carrier.
    VIRTUAL_QUEUED("jvm.virtual.queued", "threads", Accumulation.GAUGE),
    /// All processors together, whoever used them.
    MACHINE_CPU_BUSY("machine.cpu.busy", "ns", Accumulation.COUNTER),
    /// Time of all processors that the hypervisor gave to other guests.
    MACHINE_CPU_STEAL("machine.cpu.steal", "ns", Accumulation.COUNTER),
    /// Pages read from swap and written to it.
    MACHINE_SWAPPED("machine.swapped", "pages", Accumulation.COUNTER),
    /// Time in which some process waited for memory.
    MACHINE_MEMORY_STALLED("machine.memory.stalled", "ns", Accumulation.COUNTER),
    /// Connections that a full listen queue turned away, of all servers in this network namespace.
    NET_LISTEN_OVERFLOWS("net.listen.overflows", "connections", Accumulation.COUNTER),
    /// TCP segments sent again, of all processes in this network namespace.
    NET_RETRANSMITS("net.retransmits", "segments", Accumulation.COUNTER),
    /// Requests that have left a handler, as the server itself counts them.
    HANDLERS_LEFT("server.handlers.left", "requests", Accumulation.COUNTER),
    /// Time that these were in it, added up, by the server's own clock.
    HANDLERS_TIME("server.handlers.time", "ns", Accumulation.COUNTER);

    /// A gauge is read as it is; a counter by what it grew.
    public enum Accumulation {
        GAUGE,
        COUNTER
    }

    private final String label;
    private final String unit;
    private final Accumulation kind;

    MetricId(String label, String unit, Accumulation kind) {
        this.label = label;
        this.unit = unit;
        this.kind = kind;
    }

    /// The name in files: stable.
    @JsonValue
    public String label() {
        return label;
    }

    public String unit() {
        return unit;
    }

    public Accumulation kind() {
        return kind;
    }
}
