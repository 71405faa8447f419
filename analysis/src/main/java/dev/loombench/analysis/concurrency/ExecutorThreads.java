package dev.loombench.analysis.concurrency;

import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.StackGroup;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import java.util.List;
import java.util.OptionalInt;

/// The workers of the `ThreadPoolExecutor`s in a list of threads: all of them run a task where the
/// executor that serves the requests has no free one.
public final class ExecutorThreads {
    private static final String WORKER = "ThreadPoolExecutor.runWorker(";

    /// A worker of a scheduled executor waits there for the time of its next task.
    private static final String SCHEDULE = "ScheduledThreadPoolExecutor$DelayedWorkQueue.";

    private ExecutorThreads() {}

    /// The workers that run a task; empty where there is none, where one waits for a task, and
    /// where the list has more stacks than are kept.
    public static OptionalInt allBusy(ThreadDump dump) {
        int kept = dump.groups().stream().mapToInt(StackGroup::count).sum();
        var workers = dump.groups().stream().filter(ExecutorThreads::isWorker).toList();
        return workers.isEmpty()
                        || kept < dump.total()
                        || workers.stream().anyMatch(w -> StackFrames.isIdle(w.frames()))
                ? OptionalInt.empty()
                : OptionalInt.of(workers.stream().mapToInt(StackGroup::count).sum());
    }

    private static boolean isWorker(StackGroup group) {
        return group.kind() == ThreadKind.PLATFORM
                && contains(group.frames(), WORKER)
                && !contains(group.frames(), SCHEDULE)
                && !StackFrames.isOfScheduler(group.frames());
    }

    private static boolean contains(List<String> frames, String call) {
        return frames.stream().anyMatch(frame -> frame.contains(call));
    }
}
