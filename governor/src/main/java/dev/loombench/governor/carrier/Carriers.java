package dev.loombench.governor.carrier;

import org.jspecify.annotations.Nullable;

/// Finds the carriers' threads by their thread group.
final class Carriers {
    private static final String GROUP = "CarrierThreads";
    private static final int KERNEL_NAME_LENGTH = 15;

    private Carriers() {}

    /// The kernel's name of a carrier: `ForkJoinPool-1-worker-7`, cut to 15 characters. The pool's
    /// number depends on which pools the service created first, so the name is read from a carrier.
    ///
    /// @return null while there is no carrier
    static @Nullable String kernelName() {
        var carrier = carrier();
        return carrier == null ? null : cut(carrier);
    }

    /// The number of threads in the pool that are not carriers but have the same name after the
    /// kernel has cut it: since JDK 25 one, `ForkJoinPool-1-delayScheduler`, which starts with the
    /// first timer of a virtual thread.
    static int timers() {
        var carrier = carrier();
        if (carrier == null) {
            return 0;
        }
        var timer = withoutNumber(carrier).replaceFirst("worker-$", "") + "delayScheduler";
        var root = root();
        var threads = new Thread[root.activeCount() + 64];
        int timers = 0;
        for (int i = root.enumerate(threads, true) - 1; i >= 0; i--) {
            timers += threads[i].getName().equals(timer) ? 1 : 0;
        }
        return timers;
    }

    private static ThreadGroup root() {
        var root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        return root;
    }

    /// The name of any carrier; null if there is none.
    private static @Nullable String carrier() {
        var root = root();
        var groups = new ThreadGroup[root.activeGroupCount() + 8];
        int count = root.enumerate(groups, false);
        for (int i = 0; i < count; i++) {
            var thread = new Thread[1];
            if (groups[i].getName().equals(GROUP) && groups[i].enumerate(thread, false) > 0) {
                return thread[0].getName();
            }
        }
        return null;
    }

    /// The part of a name that the kernel keeps, without the worker's number.
    static String cut(String name) {
        var worker = withoutNumber(name);
        return worker.length() > KERNEL_NAME_LENGTH
                ? worker.substring(0, KERNEL_NAME_LENGTH)
                : worker;
    }

    private static String withoutNumber(String name) {
        return name.substring(0, name.lastIndexOf('-') + 1);
    }
}
