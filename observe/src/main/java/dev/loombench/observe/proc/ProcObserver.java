package dev.loombench.observe.proc;

import dev.loombench.observe.ObservationBuffer;
import dev.loombench.observe.ObservationSession;
import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.Observer;
import dev.loombench.observe.ProcessEndedException;
import dev.loombench.observe.UnavailableSession;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Unavailable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Observes the kernel's account of the server's process, from `/proc` (Linux).
///
/// - CPU: total exact to the ns ({@link CpuClock}); user and system in steps of 10 ms.
/// - Memory: in RAM now, and the peak since the previous sample. Each sample resets the kernel's
///   high-water mark ({@link RssHighWaterMark}), so that the highest value of a window is that
///   window's peak and not the start-up's.
/// - Threads: all, including the JVM's own.
/// - Context switches: see {@link SwitchSampling}.
///
/// Of a service with several processes, their sums ({@link TreeSession}).
///
/// No cost to the server: all values are read from the kernel.
public final class ProcObserver implements Observer {
    private static final String NAME = "proc";
    private static final Duration INTERVAL = Duration.ofMillis(250);

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
        try {
            return target.tree().isPresent()
                    ? new TreeSession(NAME, target, target.tree().get())
                    : new ProcSession(target.pid());
        } catch (ProcessEndedException | IOException e) {
            return new UnavailableSession(
                    new Unavailable(NAME, "process", reason(target.pid(), e)));
        }
    }

    /// After the process has ended, each file fails to be read in a different way.
    private static String reason(long pid, Exception failure) {
        return failure instanceof ProcessEndedException || ProcessHandle.of(pid).isEmpty()
                ? new ProcessEndedException(pid).getMessage()
                : failure.toString();
    }

    private static final class ProcSession implements ObservationSession {
        private final long pid;
        private final CpuClock cpu;
        private final ProcFile stat;
        private final ProcFile status;
        private final Optional<RssHighWaterMark> highWaterMark;
        private final StoppedTime stopped = new StoppedTime();
        private final ObservationBuffer buffer = new ObservationBuffer(NAME);
        private final SwitchSampling switches = new SwitchSampling(buffer);
        private boolean ended;

        ProcSession(long pid) throws IOException {
            this.pid = pid;
            cpu = CpuClock.of(pid);
            stat = new ProcFile("/proc/" + pid + "/stat", ProcessStat.MAX_BYTES);
            status = new ProcFile("/proc/" + pid + "/status", ProcessStatus.MAX_BYTES);
            highWaterMark = RssHighWaterMark.of(pid);
            if (highWaterMark.isEmpty()) {
                buffer.addUnavailable(
                        MetricId.PROCESS_RSS_PEAK,
                        "the kernel does not allow a reset of the high-water mark");
            }
            sample();
        }

        @Override
        public void sample() {
            sample(true);
        }

        @Override
        public void sampleAtInterval() {
            sample(false);
        }

        @Override
        public void sampleSliceEnd() {
            sample(false);
        }

        @Override
        public List<Observation> read() {
            return buffer.observations();
        }

        @Override
        public synchronized void close() {
            end();
        }

        private synchronized void sample(boolean full) {
            if (ended) {
                return;
            }
            try {
                buffer.sample(MetricId.PROCESS_CPU, cpu::nanos);
                sampleStat();
                sampleMemory();
                switches.sample(full, () -> ContextSwitches.read(pid));
            } catch (ProcessEndedException | IOException e) {
                buffer.addUnavailable("process", reason(pid, e));
                end();
            }
        }

        private void sampleStat() throws IOException {
            var reading = buffer.read(MetricId.PROCESS_CPU_USER, stat::read);
            var now = ProcessStat.parse(reading.value());
            if (now.ended()) {
                throw new ProcessEndedException(pid);
            }
            buffer.add(MetricId.PROCESS_CPU_USER, reading, now.userNanos());
            buffer.add(MetricId.PROCESS_CPU_SYSTEM, reading, now.systemNanos());
            buffer.add(MetricId.PROCESS_THREADS, reading, now.threads());
            stopped.sample(now.stopped(), reading.nanos());
            buffer.add(MetricId.PROCESS_STOPPED, reading, stopped.totalNanos());
        }

        private void sampleMemory() throws IOException {
            var reading = buffer.readOnce(status::read);
            var now = new ProcessStatus(reading.value());
            // A process that is about to end has no memory figures.
            now.rssBytes().ifPresent(bytes -> buffer.add(MetricId.PROCESS_RSS, reading, bytes));
            if (highWaterMark.isPresent()) {
                now.rssPeakBytes()
                        .ifPresent(bytes -> buffer.add(MetricId.PROCESS_RSS_PEAK, reading, bytes));
                highWaterMark.get().reset();
            }
        }

        private void end() {
            ended = true;
            stat.close();
            status.close();
            highWaterMark.ifPresent(RssHighWaterMark::close);
        }
    }
}
