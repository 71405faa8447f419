package dev.loombench.result;

/// Everything that can be observed over time, with its unit, and whether it only ever grows.
public enum Figure {
    PROCESS_CPU("process.cpu", "ns", Kind.COUNTER),
    PROCESS_CPU_USER("process.cpu.user", "ns", Kind.COUNTER),
    PROCESS_CPU_SYSTEM("process.cpu.system", "ns", Kind.COUNTER),
    PROCESS_RSS("process.rss", "bytes", Kind.GAUGE),
    /// The most since the point before, so the peak of a window is its highest point.
    PROCESS_RSS_PEAK("process.rss.peak", "bytes", Kind.GAUGE),
    /// Threads of the operating system, those of the JVM itself too.
    PROCESS_THREADS("process.threads", "threads", Kind.GAUGE),
    /// A thread gave its processor away, to wait. What a thread did after it was last looked at is
    /// lost when it ends.
    PROCESS_SWITCHES_VOLUNTARY("process.switches.voluntary", "switches", Kind.COUNTER),
    /// A thread's processor was taken from it; with the same loss.
    PROCESS_SWITCHES_INVOLUNTARY("process.switches.involuntary", "switches", Kind.COUNTER),
    /// Time in which the process was stopped, by a signal or a debugger; between looks by halves.
    PROCESS_STOPPED("process.stopped", "ns", Kind.COUNTER),
    /// Good answers since the load began, as the load engine counts them.
    LOAD_ANSWERS("load.answers", "answers", Kind.COUNTER),
    HEAP_USED("jvm.heap.used", "bytes", Kind.GAUGE),
    HEAP_COMMITTED("jvm.heap.committed", "bytes", Kind.GAUGE),
    NON_HEAP_USED("jvm.non-heap.used", "bytes", Kind.GAUGE),
    DIRECT_USED("jvm.direct.used", "bytes", Kind.GAUGE),
    /// Metadata of classes, as far as memory was taken for it.
    METASPACE_COMMITTED("jvm.metaspace.committed", "bytes", Kind.GAUGE),
    /// Compiled code, as far as memory was taken for it.
    CODE_COMMITTED("jvm.code.committed", "bytes", Kind.GAUGE),
    /// Stacks of platform threads, what of them lies in RAM.
    NATIVE_STACKS("jvm.native.stacks", "bytes", Kind.GAUGE),
    /// All that the JVM has taken but heap and stacks: metadata, code and direct buffers too.
    NATIVE_OTHERS("jvm.native.others", "bytes", Kind.GAUGE),
    /// What collections left in the heap, to 1 MiB, at the end of each.
    HEAP_AFTER_GC("jvm.heap.after-gc", "bytes", Kind.GAUGE),
    /// What threads have allocated in the heap since the JVM began.
    ALLOCATED("jvm.allocated", "bytes", Kind.COUNTER),
    /// Collections, and for collectors that run beside the application its cycles.
    GC_COUNT("jvm.gc.count", "collections", Kind.COUNTER),
    /// Time in which collections held the application up, in steps of 1 ms.
    GC_TIME("jvm.gc.time", "ns", Kind.COUNTER),
    /// Time in which some thread of the just-in-time compilers worked, in steps of 1 ms.
    JIT_TIME("jvm.jit.time", "ns", Kind.COUNTER),
    /// CPU time of the compilers' threads.
    JIT_CPU("jvm.jit.cpu", "ns", Kind.COUNTER),
    /// Time in which threads of the compilers were ready to run and waited for a processor.
    JIT_WAITED("jvm.jit.waited", "ns", Kind.COUNTER),
    CLASSES_LOADED("jvm.classes.loaded", "classes", Kind.GAUGE),
    /// Platform threads, carriers among them.
    JAVA_THREADS("jvm.threads", "threads", Kind.GAUGE),
    /// Carriers the scheduler wants at work.
    CARRIERS_PARALLELISM("jvm.carriers.parallelism", "threads", Kind.GAUGE),
    /// Carriers there are.
    CARRIERS_POOL("jvm.carriers.pool", "threads", Kind.GAUGE),
    /// Virtual threads that run on a carrier now.
    CARRIERS_MOUNTED("jvm.carriers.mounted", "threads", Kind.GAUGE),
    /// Virtual threads that could run and wait for a carrier.
    VIRTUAL_QUEUED("jvm.virtual.queued", "threads", Kind.GAUGE),
    /// All processors together, whoever used them.
    MACHINE_CPU_BUSY("machine.cpu.busy", "ns", Kind.COUNTER),
    /// Time of all processors that the hypervisor gave to other guests.
    MACHINE_CPU_STEAL("machine.cpu.steal", "ns", Kind.COUNTER),
    /// Pages read from swap and written to it.
    MACHINE_SWAPPED("machine.swapped", "pages", Kind.COUNTER),
    /// Time in which some process waited for memory.
    MACHINE_MEMORY_STALLED("machine.memory.stalled", "ns", Kind.COUNTER),
    /// Connections that a full listen queue turned away, of all servers in this network namespace.
    NET_LISTEN_OVERFLOWS("net.listen.overflows", "connections", Kind.COUNTER),
    /// TCP segments sent again, of all processes in this network namespace.
    NET_RETRANSMITS("net.retransmits", "segments", Kind.COUNTER),
    /// Requests that have left a handler, as the server itself counts them.
    HANDLERS_LEFT("server.handlers.left", "requests", Kind.COUNTER),
    /// Time that these were in it, added up, by the server's own clock.
    HANDLERS_TIME("server.handlers.time", "ns", Kind.COUNTER);

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
