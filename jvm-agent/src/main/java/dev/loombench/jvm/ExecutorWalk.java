package dev.loombench.jvm;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Finds the executors of the JDK by their worker threads, with what they execute and what waits
/// for a thread, without stopping all threads and without a lock but those of the JDK's own queues.
///
/// A worker of a `ThreadPoolExecutor` is the task of its thread, or behind the tasks that a thread
/// factory wraps around it. As many threads as the core size run where the queue has room, whatever
/// the maximum. Of a scheduled executor, only tasks that are due wait. A thread of a `ForkJoinPool`
/// counts as in use where it has work and does not run: tasks that compute use all processors as
/// they should. One that waits for data or a file runs for the JVM, so where tasks wait the stacks
/// of those that run are read, each of which stops its thread alone. Carriers, and the JDK's own
/// executors, are left out.
///
/// It reads private fields of `java.base`, so this class needs a class loader of its own, whose
/// module alone is given access to them.
public final class ExecutorWalk {
    private static final String WORKER = "java.util.concurrent.ThreadPoolExecutor$Worker";
    private static final String CARRIER = "jdk.internal.misc.CarrierThread";
    private static final String OF_JDK = "jdk.internal.misc.InnocuousThread";

    /// Tasks that a thread factory wraps around a worker.
    private static final int DEPTH = 4;

    private static final int MOST_EXECUTORS = 200;

    /// Tasks from which on a pool has a queue: fewer wait at moments of any load.
    private static final int FEWEST_WAITING = 3;

    /// Stacks that are read of one pool.
    private static final int MOST_STACKS = 256;

    /// Frames from the top in which a wait for data, a file or a name is.
    private static final int TOP = 4;

    private static final Pattern WAIT =
            Pattern.compile(
                    "sun\\.nio\\.ch\\.(Net|SocketDispatcher|NioSocketImpl|UnixFileDispatcherImpl|FileDispatcherImpl)"
                            + "|java\\.io\\.(FileInputStream|RandomAccessFile)"
                            + "|java\\.net\\.Inet[\\w$]*Address[\\w$]*");

    /// Of a scheduled executor.
    private static final int MOST_TASKS = 10_000;

    private final Field holder;
    private final Field task;
    private final IdentityHashMap<Object, Found> executors = new IdentityHashMap<>();
    private final List<Found> inOrder = new ArrayList<>();

    /// What its threads show of an executor.
    private static final class Found {
        final Object executor;
        final String thread;
        final List<Thread> running = new ArrayList<>();
        int active;
        long completed;

        Found(Object executor, Thread thread) {
            this.executor = executor;
            this.thread = thread.getName();
        }
    }

    private ExecutorWalk() throws ReflectiveOperationException {
        holder = accessible(Thread.class, "holder");
        task = accessible(holder.getType(), "task");
    }

    /// @return of each executor that has a thread, separated by tabs: `CAPACITY ACTIVE WAITING
    ///   COMPLETED THREAD`, with the name of one of its threads
    public static String of(Instrumentation jvm) throws ReflectiveOperationException {
        var self = Set.of(ExecutorWalk.class.getModule());
        jvm.redefineModule(
                Object.class.getModule(),
                Set.of(),
                Map.of(),
                Map.of("java.lang", self, "java.util.concurrent", self),
                Set.of(),
                Map.of());
        return new ExecutorWalk().walk();
    }

    private String walk() throws ReflectiveOperationException {
        for (var thread : threads()) {
            var type = thread.getClass().getName();
            if (!type.equals(CARRIER) && !type.equals(OF_JDK)) {
                add(thread);
            }
        }
        var all = new ArrayList<String>();
        for (var found : inOrder.subList(0, Math.min(MOST_EXECUTORS, inOrder.size()))) {
            all.add(describe(found));
        }
        return String.join("\t", all);
    }

    private static List<Thread> threads() {
        var root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        var threads = new Thread[root.activeCount() + 16]; // some may start meanwhile
        return Arrays.asList(threads).subList(0, root.enumerate(threads));
    }

    private void add(Thread thread) throws ReflectiveOperationException {
        if (thread instanceof ForkJoinWorkerThread) {
            var pool = ((ForkJoinWorkerThread) thread).getPool();
            if (pool != null) {
                var found = found(pool, thread);
                if (runs(thread)) {
                    found.running.add(thread);
                } else {
                    found.active++;
                }
            }
            return;
        }
        var worker = worker(task.get(holder.get(thread)), DEPTH);
        if (worker != null) {
            var type = worker.getClass();
            var found = found(accessible(type, "this$0").get(worker), thread);
            found.active += isLocked(worker) ? 1 : 0;
            found.completed += accessible(type, "completedTasks").getLong(worker);
        }
    }

    private Found found(Object executor, Thread thread) {
        return executors.computeIfAbsent(
                executor,
                e -> {
                    var found = new Found(e, thread);
                    inOrder.add(found);
                    return found;
                });
    }

    private static boolean runs(Thread thread) {
        return thread.getState() == Thread.State.RUNNABLE;
    }

    /// Whether a worker executes a task.
    private static boolean isLocked(Object worker) throws ReflectiveOperationException {
        var locked = worker.getClass().getMethod("isLocked");
        locked.setAccessible(true);
        return (boolean) locked.invoke(worker);
    }

    private static @Nullable Object worker(@Nullable Object task, int depth)
            throws ReflectiveOperationException {
        if (task == null || depth == 0 || task.getClass().getName().equals(WORKER)) {
            return depth == 0 ? null : task;
        }
        for (var field : task.getClass().getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())
                    && !field.getType().isPrimitive()
                    && field.trySetAccessible()) {
                var value = field.get(task);
                var found = value instanceof Runnable ? worker(value, depth - 1) : null;
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    private static String describe(Found found) throws ReflectiveOperationException {
        var figures =
                found.executor instanceof ForkJoinPool
                        ? figures((ForkJoinPool) found.executor, found)
                        : figures((ThreadPoolExecutor) found.executor, found);
        return figures + " " + found.thread.replace('\t', ' ');
    }

    private static String figures(ForkJoinPool pool, Found found) {
        long waiting = pool.getQueuedTaskCount() + pool.getQueuedSubmissionCount();
        int active = found.active + (waiting < FEWEST_WAITING ? 0 : inWaits(found.running));
        return pool.getParallelism()
                + " "
                + Math.min(active, pool.getActiveThreadCount())
                + " "
                + waiting
                + " -1";
    }

    /// How many of some threads that run for the JVM wait for data, a file or a name.
    private static int inWaits(List<Thread> threads) {
        int count = 0;
        for (var thread : threads.subList(0, Math.min(MOST_STACKS, threads.size()))) {
            count += isInWait(thread.getStackTrace()) ? 1 : 0;
        }
        return count;
    }

    private static boolean isInWait(StackTraceElement[] stack) {
        for (int i = 0; i < Math.min(TOP, stack.length); i++) {
            if (WAIT.matcher(stack[i].getClassName()).matches()) {
                return true;
            }
        }
        return false;
    }

    private static String figures(ThreadPoolExecutor executor, Found found)
            throws ReflectiveOperationException {
        var type = ThreadPoolExecutor.class;
        var queue = (BlockingQueue<?>) accessible(type, "workQueue").get(executor);
        int core = accessible(type, "corePoolSize").getInt(executor);
        int most = accessible(type, "maximumPoolSize").getInt(executor);
        long completed = accessible(type, "completedTaskCount").getLong(executor);
        boolean room = isOfJdk(queue) && queue.remainingCapacity() > 0;
        return (room ? Math.max(1, core) : most)
                + " "
                + found.active
                + " "
                + (isOfJdk(queue) ? waiting(executor, queue) : 0)
                + " "
                + (completed + found.completed);
    }

    /// Another queue may take locks of its own, and wait for them.
    private static boolean isOfJdk(BlockingQueue<?> queue) {
        return queue.getClass().getName().startsWith("java.util.concurrent.");
    }

    private static int waiting(ThreadPoolExecutor executor, BlockingQueue<?> queue) {
        if (!(executor instanceof ScheduledThreadPoolExecutor)) {
            return queue.size();
        }
        int due = 0;
        if (queue.size() <= MOST_TASKS) {
            for (var task : queue.toArray()) {
                due += isDue(task) ? 1 : 0;
            }
        }
        return due;
    }

    /// One that was cancelled may stay in the queue until its time.
    private static boolean isDue(Object task) {
        return task instanceof Delayed
                && ((Delayed) task).getDelay(TimeUnit.NANOSECONDS) <= 0
                && !(task instanceof Future && ((Future<?>) task).isCancelled());
    }

    private static Field accessible(Class<?> type, String name)
            throws ReflectiveOperationException {
        var field = type.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }
}
