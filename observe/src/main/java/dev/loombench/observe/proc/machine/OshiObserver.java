package dev.loombench.observe.proc.machine;

import dev.loombench.observe.ObservationBuffer;
import dev.loombench.observe.ObservationSession;
import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.Observer;
import dev.loombench.observe.ProcessEndedException;
import dev.loombench.observe.UnavailableSession;
import dev.loombench.observe.proc.CpuClock;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Unavailable;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.TickType;
import oshi.software.os.OSProcess;

/// Observes the process and the machine through OSHI, where there is no `/proc`: macOS and Windows.
///
/// Total CPU time comes from {@link CpuClock}; user and system are in steps of 1 ms. The peak of
/// memory in RAM, voluntary and involuntary switches, and stolen time are not comparable on these
/// platforms and are reported as unavailable.
public final class OshiObserver implements Observer {
    private static final String NAME = "oshi";
    private static final Duration INTERVAL = Duration.ofMillis(500);
    private static final long NANOS_PER_MILLI = 1_000_000;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Duration interval() {
        return INTERVAL;
    }

    @Override
    public ObservationSession start(ObservedProcess target) {
        var system = new SystemInfo();
        var process = system.getOperatingSystem().getProcess(Math.toIntExact(target.pid()));
        try {
            if (process == null) {
                throw new ProcessEndedException(target.pid());
            }
            return new OshiSession(
                    CpuClock.of(target.pid()), process, system.getHardware().getProcessor());
        } catch (ProcessEndedException e) {
            return new UnavailableSession(new Unavailable(NAME, "process", e.getMessage()));
        }
    }

    static String cpuModel() {
        return new SystemInfo().getHardware().getProcessor().getProcessorIdentifier().getName();
    }

    static MachineStat machine() {
        return machine(new SystemInfo().getHardware().getProcessor());
    }

    /// Without stolen time: platforms that do not know it report 0.
    private static MachineStat machine(CentralProcessor processor) {
        var millis = processor.getSystemCpuLoadTicks();
        long idle = millis[TickType.IDLE.getIndex()] + millis[TickType.IOWAIT.getIndex()];
        long total = LongStream.of(millis).sum();
        long busy = total - idle - millis[TickType.STEAL.getIndex()];
        return new MachineStat(
                busy * NANOS_PER_MILLI, OptionalLong.empty(), total * NANOS_PER_MILLI);
    }

    private static final class OshiSession implements ObservationSession {
        private final CpuClock cpu;
        private final OSProcess process;
        private final CentralProcessor processor;
        private final ObservationBuffer buffer = new ObservationBuffer(NAME);
        private boolean ended;

        OshiSession(CpuClock cpu, OSProcess process, CentralProcessor processor) {
            this.cpu = cpu;
            this.process = process;
            this.processor = processor;
            buffer.addUnavailable(MetricId.PROCESS_RSS_PEAK, "available on Linux only");
            buffer.addUnavailable(MetricId.PROCESS_SWITCHES_VOLUNTARY, "available on Linux only");
            buffer.addUnavailable(MetricId.PROCESS_SWITCHES_INVOLUNTARY, "available on Linux only");
            buffer.addUnavailable(MetricId.MACHINE_CPU_STEAL, "available on Linux only");
            sample();
        }

        @Override
        public synchronized void sample() {
            if (ended) {
                return;
            }
            try {
                buffer.sample(MetricId.PROCESS_CPU, cpu::nanos);
                sampleProcess();
            } catch (ProcessEndedException e) {
                ended = true;
                buffer.addUnavailable("process", e.getMessage());
            }
            buffer.sample(MetricId.MACHINE_CPU_BUSY, () -> machine(processor).busyNanos());
            buffer.add(MetricId.MACHINE_PROCESSORS, processor.getLogicalProcessorCount());
        }

        @Override
        public List<Observation> read() {
            return buffer.observations();
        }

        @Override
        public synchronized void close() {
            ended = true;
        }

        private void sampleProcess() {
            var reading = buffer.readOnce(process::updateAttributes);
            if (!reading.value()) {
                throw new ProcessEndedException(process.getProcessID());
            }
            buffer.add(MetricId.PROCESS_CPU_USER, reading, process.getUserTime() * NANOS_PER_MILLI);
            buffer.add(
                    MetricId.PROCESS_CPU_SYSTEM,
                    reading,
                    process.getKernelTime() * NANOS_PER_MILLI);
            buffer.add(MetricId.PROCESS_RSS, reading, process.getResidentMemory());
            buffer.add(MetricId.PROCESS_THREADS, reading, process.getThreadCount());
        }
    }
}
