package dev.loombench.observe.proc;

import dev.loombench.observe.ObservationBuffer;
import dev.loombench.observe.ObservationSession;
import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.Observer;
import dev.loombench.result.MetricId;
import dev.loombench.result.Observation;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;

/// What the kernel counts of memory that ran short and of TCP that went wrong (Linux): swapping,
/// stalls for memory, full listen queues, segments sent again.
///
/// The counts are of the machine or of the network namespace, so others may have a part in them; on
/// a quiet machine all of them stand still. Cost: four reads of some 10 KB a second.
public final class MemoryAndTcpObserver implements Observer {
    private static final String NAME = "kernel";
    private static final int LARGEST = 64 << 10;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<String> jvmFlags(Path trialDirectory) {
        return List.of();
    }

    @Override
    public Duration beat() {
        return Duration.ofSeconds(1);
    }

    @Override
    public ObservationSession watch(ObservedProcess target) {
        return new MemoryAndTcpSession();
    }

    private static OptionalLong swapped(String vmstat) {
        var in = ProcNetTables.line(vmstat, "pswpin");
        var out = ProcNetTables.line(vmstat, "pswpout");
        return in.isPresent() && out.isPresent()
                ? OptionalLong.of(in.getAsLong() + out.getAsLong())
                : OptionalLong.empty();
    }

    /// A figure, the file that tells it, and how it is read.
    private record Source(ProcFile file, MetricId figure, Function<String, OptionalLong> reading) {}

    private static final class MemoryAndTcpSession implements ObservationSession {
        private final ObservationBuffer notebook = new ObservationBuffer(NAME);
        private final List<Source> sources = new ArrayList<>();
        private boolean closed;

        MemoryAndTcpSession() {
            open("/proc/vmstat", MetricId.MACHINE_SWAPPED, MemoryAndTcpObserver::swapped);
            open(
                    "/proc/pressure/memory",
                    MetricId.MACHINE_MEMORY_STALLED,
                    ProcNetTables::stalledNanos);
            open(
                    "/proc/net/netstat",
                    MetricId.NET_LISTEN_OVERFLOWS,
                    table -> ProcNetTables.column(table, "TcpExt", "ListenOverflows"));
            open(
                    "/proc/net/snmp",
                    MetricId.NET_RETRANSMITS,
                    table -> ProcNetTables.column(table, "Tcp", "RetransSegs"));
            sample();
        }

        private void open(String path, MetricId figure, Function<String, OptionalLong> reading) {
            try {
                sources.add(new Source(new ProcFile(path, LARGEST), figure, reading));
            } catch (IOException absent) {
                notebook.missing(figure, "cannot open " + path + ": " + absent.getMessage());
            }
        }

        @Override
        public synchronized void sample() {
            if (!closed) {
                sources.forEach(this::look);
            }
        }

        private void look(Source source) {
            try {
                source.reading()
                        .apply(source.file().readAll())
                        .ifPresentOrElse(
                                value -> notebook.add(source.figure(), value),
                                () ->
                                        notebook.missing(
                                                source.figure(), "this kernel does not count it"));
            } catch (IOException refused) {
                notebook.missing(source.figure(), "cannot be read: " + refused.getMessage());
            }
        }

        @Override
        public List<Observation> read() {
            return notebook.observations();
        }

        @Override
        public synchronized void close() {
            closed = true;
            sources.forEach(source -> source.file().close());
        }
    }
}
