package dev.loombench.governor.carrier;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The carriers' CPU times from Linux's `/proc/self/task`.
///
/// It reads every carrier, idle ones too, because nothing shows which have a virtual thread; hence
/// it is called only while a probe waits. It reads `stat`, which is more expensive, of at most 16
/// carriers whose time is not accounted for.
final class ProcCarrierCpuTimes implements CarrierCpuTimes {
    private static final Path TASKS = Path.of("/proc/self/task");
    private static final int MAX_STATE_READS = 16;
    private static final long NEGLIGIBLE_NANOS = 50_000;
    private static final long RECENT_NANOS = 1_000_000_000;
    private static final long MIN_LIST_PAUSE_NANOS = 50_000_000;
    private static final long MAX_LIST_PAUSE_NANOS = 1_000_000_000;

    private final Supplier<@Nullable String> kernelName;
    private final Map<Path, ProcTaskStat> carriers = new LinkedHashMap<>();
    private @Nullable String name;
    private int timers;
    private long pause;
    private long listAt = Long.MIN_VALUE;
    private long readAt;
    private long span;

    /// @param kernelName name of a carrier's thread, null while there is no carrier
    ProcCarrierCpuTimes(Supplier<@Nullable String> kernelName) {
        this.kernelName = kernelName;
    }

    /// Returns `Unreadable` where the kernel keeps no scheduling statistics per thread.
    static CarrierCpuTimes find() {
        var schedstat = Path.of("/proc/thread-self/schedstat");
        try {
            return Files.readString(schedstat).startsWith("0 ")
                    ? new Unreadable("the kernel keeps no statistics in " + schedstat)
                    : new ProcCarrierCpuTimes(Carriers::kernelName);
        } catch (IOException e) {
            return new Unreadable("file not found: " + schedstat);
        }
    }

    @Override
    public SchedulerSample.Activity since(long nanos, int occupied, int threads) {
        readAll(nanos);
        int known = known();
        if (known != threads && nanos >= listAt) {
            int before = carriers.size();
            list(nanos);
            boolean unchanged = carriers.size() == before;
            pause =
                    unchanged
                            ? Math.min(
                                    MAX_LIST_PAUSE_NANOS, Math.max(MIN_LIST_PAUSE_NANOS, 2 * pause))
                            : MIN_LIST_PAUSE_NANOS;
            listAt = nanos + pause;
            if (!unchanged && known < occupied) {
                return new SchedulerSample.Activity.Pending(); // new carriers have no times yet
            }
        }
        if (known > 0) {
            return times(nanos, Math.min(occupied, known));
        }
        boolean notFound = threads > 0 && pause > MIN_LIST_PAUSE_NANOS; // not found in two listings
        return notFound
                ? new SchedulerSample.Activity.Unknown(
                        "no thread in " + TASKS + " has a carrier's name")
                : new SchedulerSample.Activity.Pending();
    }

    /// The number of carriers whose times are read. The timer thread of the carriers' pool has the
    /// same name after the kernel has cut it. Its CPU time is included, which errs towards fewer
    /// blocked carriers.
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
            } catch (IOException ended) { // idle carriers end
                file.close();
                files.remove();
            }
        }
    }

    private SchedulerSample.Activity times(long nanos, int occupied) {
        long cpu = 0;
        long runQueue = 0;
        long unaccounted = 0;
        int count = 0;
        for (var file : carriers.values()) {
            cpu += file.computed();
            runQueue += file.waited();
            if (isUnaccounted(file, nanos)) {
                unaccounted += file.unaccounted();
                count++;
            }
        }
        if (count > 0) {
            runQueue += (long) (unaccounted * runnableShare(nanos, count));
        }
        return new SchedulerSample.Activity.Times(Math.max(1, occupied), cpu, runQueue, span);
    }

    /// A carrier without recent CPU time is idle or blocked, not in a run queue.
    private static boolean isUnaccounted(ProcTaskStat file, long nanos) {
        return file.unaccounted() > NEGLIGIBLE_NANOS && nanos - file.activeAt() < RECENT_NANOS;
    }

    private double runnableShare(long nanos, int count) {
        int step = Math.ceilDiv(count, MAX_STATE_READS);
        int index = 0;
        int read = 0;
        int runnable = 0;
        for (var file : carriers.values()) {
            if (isUnaccounted(file, nanos) && index++ % step == 0) {
                read++;
                runnable += isRunnable(file) ? 1 : 0;
            }
        }
        return (double) runnable / read;
    }

    private static boolean isRunnable(ProcTaskStat file) {
        try {
            return file.isRunnable();
        } catch (IOException ended) {
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
            // The next listing completes this one.
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
        } catch (IOException ended) {
            // The thread ended after the listing.
            return;
        }
    }

    @Override
    public void reset() {
        carriers.values().forEach(ProcTaskStat::close);
        carriers.clear();
        pause = 0;
        listAt = Long.MIN_VALUE;
    }
}
