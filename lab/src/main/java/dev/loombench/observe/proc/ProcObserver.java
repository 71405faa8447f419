package dev.loombench.observe.proc;

import dev.loombench.observe.ObservationBuffer;
import dev.loombench.observe.ObservationSession;
import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.Observer;
import dev.loombench.observe.ProcessEndedException;
import dev.loombench.observe.UnavailableSession;
import dev.loombench.result.MetricId;
import dev.loombench.result.Observation;
import dev.loombench.result.Observation.Unavailable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The kernel's account of the server's process, from `/proc` (Linux).
///
/// - CPU: in all exact to the ns ({@link CpuClock}); user and system in steps of 10 ms.
/// - Memory: what is in RAM now, and the most that was since the point before. Each look resets the
///   kernel's own mark ({@link RssHighWaterMark}), so that the highest point of a window is the
///   peak of that window and not of the start-up before it.
/// - Threads: those of the JVM too.
/// - Context switches: see {@link ContextSwitches}; on the beat they are left out until 1,000 times
///   the cost of the last look has passed, which keeps it below 0.1 % of a core whatever the thread
///   count.
///
/// The server pays for none of it: all is read from the kernel.
public final class ProcObserver implements Observer {
    private static final String NAME = "proc";
    private static final Duration BEAT = Duration.ofMillis(250);

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
        return BEAT;
    }

    @Override
    public ObservationSession watch(ObservedProcess target) {
        try {
            return new ProcSession(target.pid());
        } catch (ProcessEndedException | IOException gone) {
            return new UnavailableSession(
                    new Unavailable(NAME, "process", why(target.pid(), gone)));
        }
    }

    /// Reading on when the process has ended fails in ways of its own at each file.
    private static String why(long pid, Exception failure) {
        return failure instanceof ProcessEndedException || ProcessHandle.of(pid).isEmpty()
                ? new ProcessEndedException(pid).getMessage()
                : failure.toString();
    }

    private static final class ProcSession implements ObservationSession {
        private static final int TIMES_ITS_COST = 1_000;

        private final long pid;
        private final CpuClock cpu;
        private final ProcFile stat;
        private final ProcFile status;
        private final Optional<RssHighWaterMark> mark;
        private final ContextSwitches switches = new ContextSwitches();
        private final StoppedTime stopped = new StoppedTime();
        private final ObservationBuffer notebook = new ObservationBuffer(NAME);
        private long switchesDue = System.nanoTime();
        private boolean ended;

        ProcSession(long pid) throws IOException {
            this.pid = pid;
            cpu = CpuClock.of(pid);
            stat = new ProcFile("/proc/" + pid + "/stat", ProcessStat.MOST_BYTES);
            status = new ProcFile("/proc/" + pid + "/status", ProcessStatus.MOST_BYTES);
            mark = RssHighWaterMark.of(pid);
            if (mark.isEmpty()) {
                notebook.missing(
                        MetricId.PROCESS_RSS_PEAK, "the kernel does not let its mark be reset");
            }
            sample();
        }

        @Override
        public void sample() {
            look(true);
        }

        @Override
        public void beat() {
            look(false);
        }

        @Override
        public List<Observation> read() {
            return notebook.observations();
        }

        @Override
        public synchronized void close() {
            end();
        }

        private synchronized void look(boolean whateverItCosts) {
            if (ended) {
                return;
            }
            try {
                notebook.add(MetricId.PROCESS_CPU, cpu.nanos());
                lookAtStat();
                lookAtMemory();
                if (whateverItCosts || System.nanoTime() - switchesDue >= 0) {
                    lookAtSwitches();
                }
            } catch (ProcessEndedException | IOException gone) {
                notebook.missing("process", why(pid, gone));
                end();
            }
        }

        private void lookAtStat() throws IOException {
            var now = ProcessStat.parse(stat.read());
            if (now.ended()) {
                throw new ProcessEndedException(pid);
            }
            notebook.add(MetricId.PROCESS_CPU_USER, now.userNanos());
            notebook.add(MetricId.PROCESS_CPU_SYSTEM, now.systemNanos());
            notebook.add(MetricId.PROCESS_THREADS, now.threads());
            stopped.look(now.stopped(), System.nanoTime());
            notebook.add(MetricId.PROCESS_STOPPED, stopped.totalNanos());
        }

        private void lookAtMemory() throws IOException {
            var now = new ProcessStatus(status.read());
            // A process that is about to end has no memory left to tell of.
            now.rssBytes().ifPresent(bytes -> notebook.add(MetricId.PROCESS_RSS, bytes));
            if (mark.isPresent()) {
                now.rssPeakBytes()
                        .ifPresent(bytes -> notebook.add(MetricId.PROCESS_RSS_PEAK, bytes));
                mark.get().reset();
            }
        }

        private void lookAtSwitches() {
            long began = System.nanoTime();
            var count = switches.update(ContextSwitches.read(pid));
            notebook.add(MetricId.PROCESS_SWITCHES_VOLUNTARY, count.voluntary());
            notebook.add(MetricId.PROCESS_SWITCHES_INVOLUNTARY, count.involuntary());
            long now = System.nanoTime();
            switchesDue = now + TIMES_ITS_COST * (now - began);
        }

        private void end() {
            ended = true;
            stat.close();
            status.close();
            mark.ifPresent(RssHighWaterMark::close);
        }
    }
}
