import dev.loombench.governor.admission.AdmissionExecutor;
import dev.loombench.governor.admission.AdmissionLimit;
import dev.loombench.governor.admission.Limit;
import dev.loombench.governor.carrier.CarrierGovernor;
import dev.loombench.governor.pool.AutonomicPool;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import jdk.management.VirtualThreadSchedulerMXBean;

/// Steps of load that change every few seconds, in real time, on governed virtual threads behind a
/// limit of 80 in flight and on an autonomic pool at once. Afterwards everything must be as before.
///
/// `run --soak [10m [seed]]`; leaves with 1 when something is not.
///
/// What "before" is, is measured after a first round of every load, when classes are loaded and all
/// has come to rest; hence it takes some four minutes more than it is told.
final class Soak {
    private static final int MOST_CARRIERS = 64;
    private static final int MOST_THREADS = 200;
    private static final Duration REST = Duration.ofMinutes(3);

    /// The JDK lets an idle carrier go after 30 s.
    private static final Duration IDLE_THREADS_GO = Duration.ofSeconds(45);

    private static final int SPARE_THREADS = 2;
    private static final int SPARE_FILES = 5;
    private static final long SPARE_BYTES = 4 << 20;

    private final VirtualThreadSchedulerMXBean scheduler =
            ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);
    private final int found = scheduler.getParallelism();
    private final List<String> broken = new ArrayList<>();
    private final CarrierGovernor governor =
            CarrierGovernor.start(MOST_CARRIERS, decision -> checkCarriers(decision.to()));
    private final AutonomicPool pool =
            AutonomicPool.start(
                    1, MOST_THREADS, Integer.MAX_VALUE, Thread::new, s -> checkThreads(s.to()));
    private final AdmissionLimit limit = new AdmissionLimit(Limit.fixed(80));
    private final Lane virtual =
            new Lane(new AdmissionExecutor(Executors.newVirtualThreadPerTaskExecutor(), limit));
    private final Lane pooled = new Lane(pool);
    private final Random random;
    private final long began = System.nanoTime();

    private Soak(long seed) {
        this.random = new Random(seed);
    }

    private enum Load {
        NATIVE(100),
        HOGS(4),
        PARKED(150),
        SHORT(64),
        IDLE(0);

        /// Tasks in flight at once.
        final int most;

        Load(int most) {
            this.most = most;
        }

        void task() {
            switch (this) {
                case NATIVE -> Trial.usleep(10_000);
                case HOGS -> Trial.spin(50);
                case PARKED -> Trial.sleep(50);
                case SHORT -> Trial.compute(20);
                case IDLE -> {}
            }
        }
    }

    /// @param args the duration, as in 90s or 10m, and the seed; both may be missing
    static int run(List<String> args) {
        var time = args.isEmpty() ? "10m" : args.getFirst();
        long seed = args.size() > 1 ? Long.parseLong(args.get(1)) : 1;
        if (!time.matches("[1-9][0-9]{0,4}[smh]")) {
            System.err.println("run: --soak takes a time as in 90s or 10m, was given " + time);
            return 2;
        }
        var length = Duration.parse("PT" + time.toUpperCase(Locale.ROOT));
        return new Soak(seed).run(length, seed);
    }

    private int run(Duration length, long seed) {
        System.out.printf("soak of %s, seed %d, base %d carriers%n", length, seed, found);
        for (var load : Load.values()) {
            step(load, load, Duration.ofSeconds(3));
        }
        var before = rest();
        long end = System.nanoTime() + length.toNanos();
        while (System.nanoTime() < end) {
            step(any(), any(), Duration.ofMillis(2_000 + random.nextInt(4_000)));
        }
        var after = rest();
        stop();
        compare(before, after);
        System.out.printf("before: %s%nafter:  %s%n", before, after);
        System.out.printf("virtual: %s%npooled:  %s%n", virtual, pooled);
        broken.forEach(what -> System.out.println("broken: " + what));
        System.out.println(broken.isEmpty() ? "fine" : broken.size() + " broken");
        return broken.isEmpty() ? 0 : 1;
    }

    private Load any() {
        return Load.values()[random.nextInt(Load.values().length)];
    }

    /// Keeps as many tasks in flight in each lane as the step says.
    private void step(Load virtually, Load inPool, Duration length) {
        int virtualTasks = tasks(virtually);
        int pooledTasks = tasks(inPool);
        long end = System.nanoTime() + length.toNanos();
        int carriers = 0;
        int threads = 0;
        while (System.nanoTime() < end) {
            virtual.fill(virtualTasks, virtually::task);
            pooled.fill(pooledTasks, inPool::task);
            carriers = Math.max(carriers, scheduler.getParallelism());
            threads = Math.max(threads, pool.size());
            Trial.park(1_000_000);
        }
        checkCarriers(carriers);
        checkThreads(threads);
        System.out.printf(
                "%5d s  virtual %-6s %3d, at most %2d carriers   pooled %-6s %3d, at most %3d threads%n",
                (System.nanoTime() - began) / 1_000_000_000,
                virtually,
                virtualTasks,
                carriers,
                inPool,
                pooledTasks,
                threads);
    }

    private int tasks(Load load) {
        return load.most == 0 ? 0 : 1 + random.nextInt(load.most);
    }

    private synchronized void checkCarriers(int carriers) {
        if (carriers > MOST_CARRIERS || carriers < found) {
            broken.add(carriers + " carriers, beyond %d to %d".formatted(found, MOST_CARRIERS));
        }
    }

    private synchronized void checkThreads(int threads) {
        if (threads > MOST_THREADS || threads < 1) {
            broken.add(threads + " threads in the pool, beyond 1 to " + MOST_THREADS);
        }
    }

    /// Nothing to do, until all is back where it was.
    private Figures rest() {
        long from = System.nanoTime();
        await("tasks that never end", () -> virtual.isEmpty() && pooled.isEmpty());
        await("carriers that do not come back", () -> scheduler.getParallelism() == found);
        await("threads of the pool that do not leave", () -> pool.size() == 1);
        System.out.printf("at rest after %.0f s%n", (System.nanoTime() - from) / 1e9);
        Trial.park(IDLE_THREADS_GO.toNanos());
        return Figures.now();
    }

    private void await(String otherwise, BooleanSupplier holds) {
        long end = System.nanoTime() + REST.toNanos();
        while (!holds.getAsBoolean()) {
            if (System.nanoTime() > end) {
                add(otherwise);
                return;
            }
            Trial.park(100_000_000);
        }
    }

    private synchronized void add(String what) {
        broken.add(what);
    }

    private void stop() {
        governor.close();
        pool.close();
        if (governor.failure() != null) {
            add("the governor failed: " + governor.failure());
        }
        if (scheduler.getParallelism() != found) {
            add("%d carriers were found and %d left".formatted(found, scheduler.getParallelism()));
        }
        for (var lane : List.of(virtual, pooled)) {
            if (lane.lost() != 0) {
                add(lane.lost() + " tasks lost");
            }
        }
        if (limit.inFlight() != 0) {
            add(limit.inFlight() + " requests in flight when all have ended");
        }
    }

    private void compare(Figures before, Figures after) {
        if (after.threads() > before.threads() + SPARE_THREADS) {
            add("threads grew from %d to %d".formatted(before.threads(), after.threads()));
        }
        if (after.files() > before.files() + SPARE_FILES) {
            add("open files grew from %d to %d".formatted(before.files(), after.files()));
        }
        if (after.heap() > before.heap() + SPARE_BYTES) {
            add("the heap grew from %d to %d bytes".formatted(before.heap(), after.heap()));
        }
    }

    /// What may not grow.
    ///
    /// @param heap bytes after a collection
    /// @param files open in this process
    private record Figures(int threads, long heap, long files) {
        static Figures now() {
            System.gc();
            var system =
                    (com.sun.management.UnixOperatingSystemMXBean)
                            ManagementFactory.getOperatingSystemMXBean();
            return new Figures(
                    ManagementFactory.getThreadMXBean().getThreadCount(),
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
                    system.getOpenFileDescriptorCount());
        }
    }
}
