package dev.loombench.observe.threads;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/// The pools whose workers are the carriers of virtual threads, by a list of all threads: each pool
/// in which some worker runs a virtual thread now. When there is no such pool but there are virtual
/// threads, it is the JVM's first pool, unless one of its workers has another task, as where an
/// application has made that pool.
public final class CarrierPools {
    private static final Pattern WORKER = Pattern.compile("(ForkJoinPool-\\d+)-worker-\\d+");
    private static final String FIRST_POOL = "ForkJoinPool-1";
    private static final String ROOT_OF_CARRIER = "java.lang.VirtualThread.runContinuation(";
    private static final String TASK = "java.util.concurrent.ForkJoinTask.doExec(";

    private final Set<String> carrying = new HashSet<>();
    private boolean virtual;
    private boolean firstHasTask;

    /// Those of some threads.
    public static CarrierPools of(Collection<ListedThread> threads) {
        var pools = new CarrierPools();
        threads.forEach(pools::add);
        return pools;
    }

    void add(ListedThread thread) {
        var pool = poolOf(thread);
        virtual |= thread.virtual();
        if (!pool.isEmpty()) {
            if (isIn(ROOT_OF_CARRIER, thread)) {
                carrying.add(pool);
            }
            firstHasTask |= pool.equals(FIRST_POOL) && isIn(TASK, thread);
        }
    }

    private static boolean isIn(String call, ListedThread thread) {
        return thread.stack().frames().stream().anyMatch(f -> f.startsWith(call));
    }

    /// The pool of which a thread is a worker; empty for other threads.
    static String poolOf(ListedThread thread) {
        var worker = WORKER.matcher(thread.name());
        return !thread.virtual() && worker.matches() ? worker.group(1) : "";
    }

    /// Whether its threads are carriers, by all threads that were added.
    boolean contain(String pool) {
        return carrying.isEmpty()
                ? virtual && !firstHasTask && pool.equals(FIRST_POOL)
                : carrying.contains(pool);
    }

    /// Whether a thread is a carrier, by all threads that were added.
    public boolean haveWorker(ListedThread thread) {
        return contain(poolOf(thread));
    }
}
