package dev.loombench.observe.result;

import com.fasterxml.jackson.annotation.JsonValue;

/// The metrics that are observed over time, with their units and accumulation.
public enum MetricId {
    PROCESS_CPU("process.cpu", "ns", Accumulation.WORK),
    PROCESS_CPU_USER("process.cpu.user", "ns", Accumulation.WORK),
    PROCESS_CPU_SYSTEM("process.cpu.system", "ns", Accumulation.WORK),
    PROCESS_RSS("process.rss", "bytes", Accumulation.GAUGE),
    /// The maximum since the previous point, so the peak of a window is its highest point.
    PROCESS_RSS_PEAK("process.rss.peak", "bytes", Accumulation.GAUGE),
    /// Threads of the operating system, including those of the JVM itself.
    PROCESS_THREADS("process.threads", "threads", Accumulation.GAUGE),
    /// A thread gave up its processor to wait. The switches after a thread's last sample are lost
    /// when it ends.
    PROCESS_SWITCHES_VOLUNTARY("process.switches.voluntary", "switches", Accumulation.WORK),
    /// A thread's processor was taken from it; with the same loss.
    PROCESS_SWITCHES_INVOLUNTARY("process.switches.involuntary", "switches", Accumulation.WORK),
    /// CPU time that the kernel's performance events covered.
    COUNTED_CPU("counted.cpu", "ns", Accumulation.WORK),
    /// Retired instructions; without those of the kernel where it counts user mode only.
    COUNTED_INSTRUCTIONS("counted.instructions", "instructions", Accumulation.WORK),
    /// Cycles of the processor, with the same rule.
    COUNTED_CYCLES("counted.cycles", "cycles", Accumulation.WORK),
    /// Context switches of all threads, including ended ones.
    COUNTED_SWITCHES("counted.switches", "switches", Accumulation.WORK),
    /// Threads that moved to another processor.
    COUNTED_MIGRATIONS("counted.migrations", "migrations", Accumulation.WORK),
    /// Time in which the process was stopped by a signal or a debugger; an interval with one
    /// stopped end counts by half.
    PROCESS_STOPPED("process.stopped", "ns", Accumulation.COUNTER),
    /// Good responses since the start of the load, as the load generator counts them.
    LOAD_RESPONSES("load.responses", "responses", Accumulation.COUNTER),
    /// Sum of the response times of these.
    LOAD_RESPONSE_TIME("load.response-time", "ns", Accumulation.COUNTER),
    /// Failed requests since the start of the load, of any kind; absent where there were none.
    LOAD_ERRORS("load.errors", "errors", Accumulation.COUNTER),
    HEAP_USED("jvm.heap.used", "bytes", Accumulation.GAUGE),
    HEAP_COMMITTED("jvm.heap.committed", "bytes", Accumulation.GAUGE),
    NON_HEAP_USED("jvm.non-heap.used", "bytes", Accumulation.GAUGE),
    DIRECT_USED("jvm.direct.used", "bytes", Accumulation.GAUGE),
    /// Committed memory for class metadata.
    METASPACE_COMMITTED("jvm.metaspace.committed", "bytes", Accumulation.GAUGE),
    /// Committed memory for compiled code.
    CODE_COMMITTED("jvm.code.committed", "bytes", Accumulation.GAUGE),
    /// Resident part of the stacks of platform threads.
    NATIVE_STACKS("jvm.native.stacks", "bytes", Accumulation.GAUGE),
    /// Memory of the JVM without heap and stacks, including metadata, code and direct buffers.
    NATIVE_OTHERS("jvm.native.others", "bytes", Accumulation.GAUGE),
    /// Heap used after each collection, to 1 MiB.
    HEAP_AFTER_GC("jvm.heap.after-gc", "bytes", Accumulation.GAUGE),
    /// Bytes that threads have allocated in the heap since the start of the JVM.
    ALLOCATED("jvm.allocated", "bytes", Accumulation.WORK),
    /// Collections; for concurrent collectors, their cycles.
    GC_COUNT("jvm.gc.count", "collections", Accumulation.WORK),
    /// Time in which collections paused the application, in steps of 1 ms.
    GC_TIME("jvm.gc.time", "ns", Accumulation.WORK),
    /// Time in which some thread of the just-in-time compilers worked, in steps of 1 ms.
    JIT_TIME("jvm.jit.time", "ns", Accumulation.WORK),
    /// CPU time of the compilers' threads.
    JIT_CPU("jvm.jit.cpu", "ns", Accumulation.WORK),
    /// Time in which threads of the compilers were ready to run and waited for a processor.
    JIT_WAITED("jvm.jit.waited", "ns", Accumulation.WORK),
    CLASSES_LOADED("jvm.classes.loaded", "classes", Accumulation.GAUGE),
    /// Platform threads, carriers among them.
    JAVA_THREADS("jvm.threads", "threads", Accumulation.GAUGE),
    /// Target number of active carriers.
    CARRIERS_PARALLELISM("jvm.carriers.parallelism", "threads", Accumulation.GAUGE),
    /// Existing carriers.
    CARRIERS_POOL("jvm.carriers.pool", "threads", Accumulation.GAUGE),
    /// Virtual threads that are mounted on a carrier.
    CARRIERS_MOUNTED("jvm.carriers.mounted", "threads", Accumulation.GAUGE),
    /// Virtual threads that are ready to run and wait for a carrier.
    VIRTUAL_QUEUED("jvm.virtual.queued", "threads", Accumulation.GAUGE),
    /// CPU time of all processors, by any process.
    MACHINE_CPU_BUSY("machine.cpu.busy", "ns", Accumulation.COUNTER),
    /// Time of all processors that the hypervisor gave to other guests.
    MACHINE_CPU_STEAL("machine.cpu.steal", "ns", Accumulation.COUNTER),
    /// Processors of these two times that are online: more than the lab may use where a quota, an
    /// affinity or a container limits it.
    MACHINE_PROCESSORS("machine.cpu.processors", "processors", Accumulation.GAUGE),
    /// Time in which some process waited for a processor.
    MACHINE_CPU_STALLED("machine.cpu.stalled", "ns", Accumulation.COUNTER),
    /// Clock rate, mean of all processors.
    MACHINE_CPU_CLOCK("machine.cpu.clock", "Hz", Accumulation.GAUGE),
    /// Time in which the CPU quota of the lab's control group, which includes the server, kept
    /// threads from running, added up over processors.
    CGROUP_THROTTLED("cgroup.cpu.throttled", "ns", Accumulation.COUNTER),
    /// A processor was taken from a thread of the lab's process, which contains the load generator.
    GENERATOR_SWITCHES_INVOLUNTARY(
            "generator.switches.involuntary", "switches", Accumulation.COUNTER),
    /// Pages read from swap and written to it.
    MACHINE_SWAPPED("machine.swapped", "pages", Accumulation.COUNTER),
    /// Time in which some process waited for memory.
    MACHINE_MEMORY_STALLED("machine.memory.stalled", "ns", Accumulation.COUNTER),
    /// Connections rejected by a full listen queue, of all servers in this network namespace.
    NET_LISTEN_OVERFLOWS("net.listen.overflows", "connections", Accumulation.COUNTER),
    /// Retransmitted TCP segments, of all processes in this network namespace.
    NET_RETRANSMITS("net.retransmits", "segments", Accumulation.COUNTER),
    /// Requests that have left a handler, as the server counts them.
    HANDLERS_LEFT("server.handlers.left", "requests", Accumulation.COUNTER),
    /// Total time of these requests in the handler, by the server's clock.
    HANDLERS_TIME("server.handlers.time", "ns", Accumulation.COUNTER);

    /// How values of different times are combined.
    public enum Accumulation {
        /// Read by its value.
        GAUGE,
        /// Read by its growth.
        COUNTER,
        /// A counter of what the server does for its requests, which it may also do after the
        /// response.
        WORK
    }

    private final String label;
    private final String unit;
    private final Accumulation kind;

    MetricId(String label, String unit, Accumulation kind) {
        this.label = label;
        this.unit = unit;
        this.kind = kind;
    }

    /// The stable name in files.
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
