package dev.loombench.governor.carrier;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The carriers' times from Linux' `/proc/self/task`.
///
/// Every carrier is read, idle ones too, for nothing tells which have a virtual thread; hence it is
/// called only where a probe waits. The dearer `stat` is read for at most 16 of those whose time
/// the accounts do not explain.
final class ProcCarrierCpuTimes implements CarrierCpuTimes {
    private static final Path TASKS = Path.of("/proc/self/task");
    private static final int STATES = 16;
    private static final long NEGLIGIBLE = 50_000;
    private static final long RECENT = 1_000_000_000;
    private static final long LIST_AGAIN = 50_000_000;
    private static final long LIST_IN_VAIN = 1_000_000_000;

    private final Supplier<@Nullable String> kernelName;
    private final Map<Path, ProcTaskStat> carriers = new LinkedHashMap<>();
    private @Nullable String name;
    private int timers;
    private long pause;
    private long listAt = Long.MIN_VALUE;
    private long readAt;
    private long span;

    /// @param kernelName of a carrier's thread, null while there is no carrier
    ProcCarrierCpuTimes(Supplier<@Nullable String> kernelName) {
        this.kernelName = kernelName;
    }

    /// Files where the kernel keeps accounts of threads, `Unreadable` elsewhere.
    static CarrierCpuTimes find() {
        var schedstat = Path.of("/proc/thread-self/schedstat");
        try {
            return Files.readString(schedstat).startsWith("0 ")
                    ? new Unreadable("the kernel keeps no accounts in " + schedstat)
                    : new ProcCarrierCpuTimes(Carriers::kernelName);
        } catch (IOException e) {
            return new Unreadable("there is no " + schedstat);
        }
    }

    @Override
    public SchedulerSample.Activity since(long nanos, int occupied, int threads) {
        readAll(nanos);
        int known = known();
        if (known != threads && nanos >= listAt) {
            int before = carriers.size();
            list(nanos);
            boolean inVain = carriers.size() == before;
            pause = inVain ? Math.min(LIST_IN_VAIN, Math.max(LIST_AGAIN, 2 * pause)) : LIST_AGAIN;
            listAt = nanos + pause;
            if (!inVain && known < occupied) {
                return new SchedulerSample.Activity.NotYet(); // those just found have no times yet
            }
        }
        if (known > 0) {
            return times(nanos, Math.min(occupied, known));
        }
        boolean nameless = threads > 0 && pause > LIST_AGAIN; // listed twice in vain
        return nameless
                ? new SchedulerSample.Activity.Unknown(
                        "no thread in " + TASKS + " has a carrier's name")
                : new SchedulerSample.Activity.NotYet();
    }

    /// Carriers whose accounts are read. The timer thread of the carriers' pool goes by the same
    /// name, as far as the kernel has it: what it computes is counted in, which errs on the side of
    /// fewer blocked carriers.
    int known() {
        return Math.max(0, carriers.size() - timers);
    }

    private void readAll(long nanos) {
        span = Math.max(1, nanos - readAt);
        readAt = nanos;
        var files = carriers.values().iterator();
        while (files.hasNext()) {
            var file = files.next();
            try {
                file.read(nanos);
            } catch (IOException gone) { // idle carriers come and go: the others tell
                file.close();
                files.remove();
            }
        }
    }

    private SchedulerSample.Activity times(long nanos, int occupied) {
        long cpu = 0;
        long runQueue = 0;
        long rest = 0;
        int unexplained = 0;
        for (var file : carriers.values()) {
            cpu += file.computed();
            runQueue += file.waited();
            if (isUnexplained(file, nanos)) {
                rest += file.rest();
                unexplained++;
            }
        }
        if (unexplained > 0) {
            runQueue += (long) (rest * shareThatCanRun(nanos, unexplained));
        }
        return new SchedulerSample.Activity.Times(Math.max(1, occupied), cpu, runQueue, span);
    }

    /// One that has not computed for long is idle, or blocked for good: not in a run queue.
    private static boolean isUnexplained(ProcTaskStat file, long nanos) {
        return file.rest() > NEGLIGIBLE && nanos - file.activeAt() < RECENT;
    }

    private double shareThatCanRun(long nanos, int unexplained) {
        int step = Math.ceilDiv(unexplained, STATES);
        int met = 0;
        int asked = 0;
        int runnable = 0;
        for (var file : carriers.values()) {
            if (isUnexplained(file, nanos) && met++ % step == 0) {
                asked++;
                runnable += canRun(file) ? 1 : 0;
            }
        }
        return (double) runnable / asked;
    }

    private static boolean canRun(ProcTaskStat file) {
        try {
            return file.canRun();
        } catch (IOException gone) {
            return false;
        }
    }

    private void list(long nanos) {
        name = name == null ? kernelName.get() : name;
        if (name == null) {
            return;
        }
        timers = Carriers.timers();
        try (var tasks = Files.newDirectoryStream(TASKS)) {
            for (var task : tasks) {
                if (!carriers.containsKey(task)) {
                    addIfCarrier(task, nanos);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // What was found so far counts; the next listing completes it.
            return;
        }
    }

    private void addIfCarrier(Path task, long nanos) {
        try {
            if (ProcTaskStat.name(task).equals(name)) {
                var file = ProcTaskStat.open(task);
                carriers.put(task, file);
                file.read(nanos);
            }
        } catch (IOException gone) {
            // It left between being listed and being read: no carrier of ours.
            return;
        }
    }

    @Override
    public void forget() {
        carriers.values().forEach(ProcTaskStat::close);
        carriers.clear();
        pause = 0;
        listAt = Long.MIN_VALUE;
    }
}
