package dev.loombench.observe.proc.machine;

import dev.loombench.observe.ObservationBuffer;
import dev.loombench.observe.ObservationSession;
import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.Observer;
import dev.loombench.observe.proc.ProcFile;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation;
import java.time.Duration;
import java.util.List;

/// Observes the processor time of the whole machine, from `/proc/stat` (Linux): shows whether the
/// server shared the processors with other processes or with other guests of a hypervisor.
public final class MachineObserver implements Observer {
    private static final Duration INTERVAL = Duration.ofMillis(250);

    @Override
    public String name() {
        return "machine";
    }

    @Override
    public Duration interval() {
        return INTERVAL;
    }

    @Override
    public boolean needsProcess() {
        return false;
    }

    @Override
    public ObservationSession start(ObservedProcess target) {
        return new MachineSession();
    }

    private static final class MachineSession implements ObservationSession {
        private final ObservationBuffer buffer = new ObservationBuffer("machine");
        private final ProcFile file = MachineStat.file();
        private boolean closed;

        MachineSession() {
            sample();
        }

        @Override
        public synchronized void sample() {
            if (!closed) {
                var reading = buffer.read(MetricId.MACHINE_CPU_BUSY, () -> MachineStat.text(file));
                var stat = MachineStat.parse(reading.value());
                buffer.add(MetricId.MACHINE_CPU_BUSY, reading, stat.busyNanos());
                stat.stealNanos()
                        .ifPresent(nanos -> buffer.add(MetricId.MACHINE_CPU_STEAL, reading, nanos));
                MachineStat.processors(reading.value())
                        .ifPresent(n -> buffer.add(MetricId.MACHINE_PROCESSORS, reading, n));
            }
        }

        @Override
        public List<Observation> read() {
            return buffer.observations();
        }

        @Override
        public synchronized void close() {
            closed = true;
            file.close();
        }
    }
}
