package dev.loombench.observe.proc;

import dev.loombench.observe.ObservationBuffer;
import dev.loombench.observe.ObservationSession;
import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.Observer;
import dev.loombench.result.MetricId;
import dev.loombench.result.Observation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// What all processors of the machine did, from `/proc/stat` (Linux): a server that shares them
/// with others, or with other guests of a hypervisor, was not measured alone.
public final class MachineObserver implements Observer {
    private static final Duration BEAT = Duration.ofMillis(250);

    @Override
    public String name() {
        return "machine";
    }

    @Override
    public List<String> jvmFlags(Path trialDirectory) {
        return List.of();
    }

    @Override
    public Duration beat() {
        return BEAT;
    }

    @Override
    public ObservationSession watch(ObservedProcess target) {
        return new MachineSession();
    }

    private static final class MachineSession implements ObservationSession {
        private final ObservationBuffer notebook = new ObservationBuffer("machine");
        private final ProcFile file = MachineStat.file();
        private boolean closed;

        MachineSession() {
            sample();
        }

        @Override
        public synchronized void sample() {
            if (!closed) {
                var stat = MachineStat.read(file);
                notebook.add(MetricId.MACHINE_CPU_BUSY, stat.busyNanos());
                stat.stealNanos()
                        .ifPresent(nanos -> notebook.add(MetricId.MACHINE_CPU_STEAL, nanos));
            }
        }

        @Override
        public List<Observation> read() {
            return notebook.observations();
        }

        @Override
        public synchronized void close() {
            closed = true;
            file.close();
        }
    }
}
