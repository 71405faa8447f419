package dev.loombench.observe.proc.machine;

import dev.loombench.cgroup.FlatKeyedFile;
import dev.loombench.observe.ObservationBuffer;
import dev.loombench.observe.ObservationSession;
import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.Observer;
import dev.loombench.observe.proc.ProcFile;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;

/// Observes the kernel's counts of memory shortage and TCP problems (Linux): swapping, stalls for
/// memory, full listen queues, retransmitted segments.
///
/// The counts are of the machine or of the server's network namespace, so other processes may
/// contribute; on a quiet machine they do not change. Cost: four reads of some 10 KB per second.
public final class MemoryAndTcpObserver implements Observer {
    private static final String NAME = "kernel";
    private static final int MAX_BYTES = 64 << 10;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Duration interval() {
        return Duration.ofSeconds(1);
    }

    @Override
    public boolean needsProcess() {
        return false;
    }

    @Override
    public ObservationSession start(ObservedProcess target) {
        return new MemoryAndTcpSession(target.pid());
    }

    private static OptionalLong swapped(String vmstat) {
        var in = FlatKeyedFile.value(vmstat, "pswpin");
        var out = FlatKeyedFile.value(vmstat, "pswpout");
        return in.isPresent() && out.isPresent()
                ? OptionalLong.of(in.getAsLong() + out.getAsLong())
                : OptionalLong.empty();
    }

    /// A metric, its file, and the parser of that file.
    private record Source(ProcFile file, MetricId metric, Function<String, OptionalLong> parser) {}

    private static final class MemoryAndTcpSession implements ObservationSession {
        private final ObservationBuffer buffer = new ObservationBuffer(NAME);
        private final List<Source> sources = new ArrayList<>();
        private boolean closed;

        MemoryAndTcpSession(long pid) {
            var network = "/proc/%d/net/".formatted(pid);
            open("/proc/vmstat", MetricId.MACHINE_SWAPPED, MemoryAndTcpObserver::swapped);
            open(
                    "/proc/pressure/memory",
                    MetricId.MACHINE_MEMORY_STALLED,
                    ProcNetTables::stalledNanos);
            open(
                    network + "netstat",
                    MetricId.NET_LISTEN_OVERFLOWS,
                    table -> ProcNetTables.column(table, "TcpExt", "ListenOverflows"));
            open(
                    network + "snmp",
                    MetricId.NET_RETRANSMITS,
                    table -> ProcNetTables.column(table, "Tcp", "RetransSegs"));
            sample();
        }

        private void open(String path, MetricId metric, Function<String, OptionalLong> parser) {
            try {
                sources.add(new Source(new ProcFile(path, MAX_BYTES), metric, parser));
            } catch (IOException e) {
                buffer.addUnavailable(metric, "cannot open " + path + ": " + e.getMessage());
            }
        }

        @Override
        public synchronized void sample() {
            if (!closed) {
                sources.forEach(this::sample);
            }
        }

        private void sample(Source source) {
            try {
                var reading = buffer.readOnce(() -> source.file().readAll());
                source.parser()
                        .apply(reading.value())
                        .ifPresentOrElse(
                                value -> buffer.add(source.metric(), reading, value),
                                () ->
                                        buffer.addUnavailable(
                                                source.metric(), "this kernel does not count it"));
            } catch (IOException e) {
                buffer.addUnavailable(source.metric(), "cannot be read: " + e.getMessage());
            }
        }

        @Override
        public List<Observation> read() {
            return buffer.observations();
        }

        @Override
        public synchronized void close() {
            closed = true;
            sources.forEach(source -> source.file().close());
        }
    }
}
