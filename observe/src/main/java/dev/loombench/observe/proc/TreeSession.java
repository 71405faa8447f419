package dev.loombench.observe.proc;

import dev.loombench.observe.ObservationBuffer;
import dev.loombench.observe.ObservationSession;
import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.ProcessEndedException;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// The kernel's account of several processes together, from `/proc`: the sums of CPU, threads,
/// context switches and memory. Pages that several processes share count once in each, so memory is
/// an upper limit; so is its peak, a sum of peaks at different times. The peak of processes that
/// the lab did not start is the highest sample: their high-water marks are not reset. Context
/// switches are sampled as by [ProcObserver].
final class TreeSession implements ObservationSession {
    private final Supplier<Set<Long>> processes;
    private final long pid;
    private final boolean resetsPeak;
    private final CpuClock cpu;
    private final Map<Long, RssHighWaterMark> marks = new HashMap<>();
    private final StoppedTime stopped = new StoppedTime();
    private final ObservationBuffer buffer;
    private final SwitchSampling switches;
    private Set<Long> all = Set.of();
    private boolean ended;

    TreeSession(String observer, ObservedProcess target, Supplier<Set<Long>> processes) {
        pid = target.pid();
        resetsPeak = target.startedByLab();
        this.processes = processes;
        all = processes.get();
        cpu = CpuClock.ofService(pid, () -> all, target.startedByLab());
        buffer = new ObservationBuffer(observer);
        switches = new SwitchSampling(buffer);
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

    private synchronized void sample(boolean full) {
        if (ended) {
            return;
        }
        try {
            all = processes.get();
            buffer.sample(MetricId.PROCESS_CPU, cpu::nanos);
            marks.keySet().removeIf(known -> !all.contains(known) && close(known));
            sampleStats();
            sampleMemory();
            switches.sample(full, this::switchesOfThreads);
            var isStopped = buffer.readOnce(() -> StoppedTime.isStopped(pid));
            stopped.sample(isStopped.value(), isStopped.nanos());
            buffer.add(MetricId.PROCESS_STOPPED, isStopped, stopped.totalNanos());
        } catch (ProcessEndedException e) {
            buffer.addUnavailable("process", e.getMessage());
            end();
        }
    }

    private boolean close(long known) {
        Optional.ofNullable(marks.get(known)).ifPresent(RssHighWaterMark::close);
        return true;
    }

    private void sampleStats() {
        long threads = 0;
        for (var member : all) {
            try {
                threads += ProcessStat.read(member).threads();
            } catch (ProcessEndedException e) {
                // It counts no more.
            }
        }
        if (threads > 0) {
            buffer.add(MetricId.PROCESS_THREADS, threads);
        }
    }

    /// Processes that have just ended have no memory figures: without others there is no sum.
    private void sampleMemory() {
        long rss = 0;
        long peak = 0;
        for (var member : all) {
            var status = ProcessStatus.of(Path.of("/proc", Long.toString(member)));
            rss += status.flatMap(s -> s.rssBytes().stream().boxed().findFirst()).orElse(0L);
            peak += status.flatMap(s -> s.rssPeakBytes().stream().boxed().findFirst()).orElse(0L);
        }
        if (rss == 0) {
            return;
        }
        buffer.add(MetricId.PROCESS_RSS, rss);
        if (!resetsPeak) {
            buffer.add(MetricId.PROCESS_RSS_PEAK, rss);
        } else if (resetMarks()) {
            buffer.add(MetricId.PROCESS_RSS_PEAK, peak);
        } else {
            buffer.addUnavailable(
                    MetricId.PROCESS_RSS_PEAK,
                    "the kernel does not allow a reset of the high-water mark");
        }
    }

    /// @return whether the mark of the listening process can be reset
    private boolean resetMarks() {
        for (var member : all) {
            try {
                var mark = marks.get(member);
                if (mark == null) {
                    RssHighWaterMark.of(member).ifPresent(m -> marks.put(member, m));
                } else {
                    mark.reset();
                }
            } catch (IOException ended) {
                // The next sample removes it.
            }
        }
        return marks.containsKey(pid);
    }

    private Map<Integer, ContextSwitches.Count> switchesOfThreads() {
        var threads = new HashMap<Integer, ContextSwitches.Count>();
        for (var member : all) {
            try {
                threads.putAll(ContextSwitches.read(member));
            } catch (ProcessEndedException e) {
                // Its threads have ended.
            }
        }
        return threads;
    }

    @Override
    public List<Observation> read() {
        return buffer.observations();
    }

    @Override
    public synchronized void close() {
        end();
    }

    private void end() {
        ended = true;
        marks.values().forEach(RssHighWaterMark::close);
        marks.clear();
    }
}
