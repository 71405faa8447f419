package dev.loombench.observe.proc.machine;

import dev.loombench.cgroup.ControlGroups;
import dev.loombench.cgroup.ThrottledTime;
import dev.loombench.observe.ObservationBuffer;
import dev.loombench.observe.ObservationSession;
import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.Observer;
import dev.loombench.observe.ProcessEndedException;
import dev.loombench.observe.proc.ContextSwitches;
import dev.loombench.observe.proc.ProcFile;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Observes what kept server and load generator from the processors, or slowed the processors down
/// (Linux): waits for a processor, a quota of the control group, preemption of the generator, the
/// clock rate.
///
/// Cost: some small files per second and per end of a slice, one of them per processor and one per
/// thread of the lab.
public final class ProcessorObserver implements Observer {
    private static final String NAME = "processor";
    private static final String PRESSURE = "/proc/pressure/cpu";
    private static final int MAX_BYTES = 512;

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
        return new ProcessorSession();
    }

    private static final class ProcessorSession implements ObservationSession {
        private final ObservationBuffer buffer = new ObservationBuffer(NAME);
        private final ThrottledTime throttled = new ThrottledTime(ControlGroups.at(Path.of("/")));
        private final ProcessorSettingsReader processors =
                new ProcessorSettingsReader(Path.of("/"));
        private final ContextSwitches generator = new ContextSwitches();
        private final Optional<ProcFile> pressure;
        private boolean closed;

        ProcessorSession() {
            pressure = openPressure();
            sample();
        }

        private Optional<ProcFile> openPressure() {
            try {
                return Optional.of(new ProcFile(PRESSURE, MAX_BYTES));
            } catch (IOException e) {
                buffer.addUnavailable(
                        MetricId.MACHINE_CPU_STALLED,
                        "cannot open " + PRESSURE + ": " + e.getMessage());
                return Optional.empty();
            }
        }

        @Override
        public synchronized void sample() {
            if (!closed) {
                sampleMachine();
                sampleGenerator();
            }
        }

        private void sampleMachine() {
            pressure.ifPresent(this::samplePressure);
            var reading = buffer.readOnce(throttled::nanos);
            reading.value().ifPresent(n -> buffer.add(MetricId.CGROUP_THROTTLED, reading, n));
            processors
                    .clockHertz()
                    .ifPresent(hertz -> buffer.add(MetricId.MACHINE_CPU_CLOCK, Math.round(hertz)));
        }

        private void samplePressure(ProcFile file) {
            try {
                var reading = buffer.read(MetricId.MACHINE_CPU_STALLED, file::read);
                ProcNetTables.stalledNanos(reading.value())
                        .ifPresent(n -> buffer.add(MetricId.MACHINE_CPU_STALLED, reading, n));
            } catch (IOException e) {
                buffer.addUnavailable(
                        MetricId.MACHINE_CPU_STALLED, "cannot be read: " + e.getMessage());
            }
        }

        private void sampleGenerator() {
            try {
                var reading =
                        buffer.readOnce(() -> ContextSwitches.read(ProcessHandle.current().pid()));
                buffer.add(
                        MetricId.GENERATOR_SWITCHES_INVOLUNTARY,
                        reading,
                        generator.update(reading.value()).involuntary());
            } catch (ProcessEndedException e) {
                buffer.addUnavailable(
                        MetricId.GENERATOR_SWITCHES_INVOLUNTARY,
                        "the threads of the lab cannot be listed");
            }
        }

        @Override
        public List<Observation> read() {
            return buffer.observations();
        }

        @Override
        public synchronized void close() {
            closed = true;
            pressure.ifPresent(ProcFile::close);
        }
    }
}
