package dev.loombench.governor.carrier;

import org.jspecify.annotations.Nullable;

/// The carriers' threads, found by their group.
final class Carriers {
    private static final String GROUP = "CarrierThreads";
    private static final int KERNEL_NAME_LENGTH = 15;

    private Carriers() {}

    /// What the kernel calls a carrier: `ForkJoinPool-1-worker-7`, cut to 15 characters. The pool's
    /// number depends on which pools the service made first, so one carrier is asked for its name.
    ///
    /// @return null while there is no carrier
    static @Nullable String kernelName() {
        var root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        var groups = new ThreadGroup[root.activeGroupCount() + 8];
        int count = root.enumerate(groups, false);
        for (int i = 0; i < count; i++) {
            var thread = new Thread[1];
            if (groups[i].getName().equals(GROUP) && groups[i].enumerate(thread, false) > 0) {
                return cut(thread[0].getName());
            }
        }
        return null;
    }

    /// Without the worker's own number.
    static String cut(String name) {
        var pool = name.substring(0, name.lastIndexOf('-') + 1);
        return pool.length() > KERNEL_NAME_LENGTH ? pool.substring(0, KERNEL_NAME_LENGTH) : pool;
    }
}
