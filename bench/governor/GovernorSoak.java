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

/// A load that changes every few seconds in real time, at once on governed virtual threads behind a
/// limit of 80 in flight and on an autonomic pool. Afterwards every resource must be back at its
/// level before the load.
///
/// `run --soak [DURATION [SEED]]`; exit code 1 when a check fails.
///
/// The level before is measured after a first round of every workload, once classes are loaded and
/// the pools are idle. A soak therefore takes about four minutes longer than its duration.
final class GovernorSoak {
    private static final int MAX_CARRIERS = 64;
    private static final int MAX_THREADS = 200;
    private static final Duration IDLE_TIMEOUT = Duration.ofMinutes(3);

    /// The JDK ends an idle carrier after 30 s.
    private static final Duration IDLE_THREADS_END = Duration.ofSeconds(45);

    private static final int SPARE_THREADS = 2;
    private static final int SPARE_FILES = 5;
    private static final long SPARE_BYTES = 4 << 20;

    private final VirtualThreadSchedulerMXBean scheduler =
            ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);
    private final int baseCarriers = scheduler.getParallelism();
    private final List<String> failures = new ArrayList<>();
    private final CarrierGovernor governor =
            CarrierGovernor.start(MAX_CARRIERS, decision -> checkCarriers(decision.to()));
    private final AutonomicPool pool =
            AutonomicPool.start(
                    1, MAX_THREADS, Integer.MAX_VALUE, Thread::new, s -> checkThreads(s.to()));
    private final AdmissionLimit limit = new AdmissionLimit(Limit.fixed(80));
    private final CountingExecutor virtual =
            new CountingExecutor(
                    new AdmissionExecutor(Executors.newVirtualThreadPerTaskExecutor(), limit));
    private final CountingExecutor pooled = new CountingExecutor(pool);
    private final Random random;
    private final long began = System.nanoTime();

    private GovernorSoak(long seed) {
        this.random = new Random(seed);
    }

    private enum Workload {
        NATIVE(100),
        HOGS(4),
        PARKED(150),
        SHORT(64),
        IDLE(0);

        /// Maximum number of tasks in flight.
        final int maxTasks;

        Workload(int maxTasks) {
            this.maxTasks = maxTasks;
        }

        void task() {
            switch (this) {
                case NATIVE -> ScenarioTrial.usleep(10_000);
                case HOGS -> ScenarioTrial.spin(50);
                case PARKED -> ScenarioTrial.sleep(50);
                case SHORT -> ScenarioTrial.compute(20);
                case IDLE -> {}
            }
        }
    }

    /// @param args optional duration, as in 90s or 10m, and optional seed
    static int run(List<String> args) {
        var time = args.isEmpty() ? "10m" : args.getFirst();
        long seed = args.size() > 1 ? Long.parseLong(args.get(1)) : 1;
        if (!time.matches("[1-9][0-9]{0,4}[smh]")) {
            System.err.println("run: --soak takes a duration as in 90s or 10m, was " + time);
            return 2;
        }
        var length = Duration.parse("PT" + time.toUpperCase(Locale.ROOT));
        return new GovernorSoak(seed).run(length, seed);
    }

    private int run(Duration length, long seed) {
        System.out.printf("soak of %s, seed %d, base %d carriers%n", length, seed, baseCarriers);
        for (var workload : Workload.values()) {
            step(workload, workload, Duration.ofSeconds(3));
        }
        var before = awaitIdle();
        long end = System.nanoTime() + length.toNanos();
        while (System.nanoTime() < end) {
            step(any(), any(), Duration.ofMillis(2_000 + random.nextInt(4_000)));
        }
        var after = awaitIdle();
        stop();
        compare(before, after);
        System.out.printf("before: %s%nafter:  %s%n", before, after);
        System.out.printf("virtual: %s%npooled:  %s%n", virtual, pooled);
        failures.forEach(failure -> System.out.println("failed: " + failure));
        System.out.println(
                failures.isEmpty() ? "all checks passed" : failures.size() + " checks failed");
        return failures.isEmpty() ? 0 : 1;
    }

    private Workload any() {
        return Workload.values()[random.nextInt(Workload.values().length)];
    }

    /// Keeps a random number of tasks of each workload in flight.
    private void step(Workload virtualLoad, Workload poolLoad, Duration length) {
        int virtualTasks = tasks(virtualLoad);
        int pooledTasks = tasks(poolLoad);
        long end = System.nanoTime() + length.toNanos();
        int carriers = 0;
        int threads = 0;
        while (System.nanoTime() < end) {
            virtual.fill(virtualTasks, virtualLoad::task);
            pooled.fill(pooledTasks, poolLoad::task);
            carriers = Math.max(carriers, scheduler.getParallelism());
            threads = Math.max(threads, pool.size());
            ScenarioTrial.park(1_000_000);
        }
        checkCarriers(carriers);
        checkThreads(threads);
        System.out.printf(
                "%5d s  virtual %-6s %3d, at most %2d carriers   pooled %-6s %3d, at most %3d threads%n",
                (System.nanoTime() - began) / 1_000_000_000,
                virtualLoad,
                virtualTasks,
                carriers,
                poolLoad,
                pooledTasks,
                threads);
    }

    private int tasks(Workload workload) {
        return workload.maxTasks == 0 ? 0 : 1 + random.nextInt(workload.maxTasks);
    }

    private synchronized void checkCarriers(int carriers) {
        if (carriers > MAX_CARRIERS || carriers < baseCarriers) {
            failures.add(
                    carriers + " carriers, outside %d to %d".formatted(baseCarriers, MAX_CARRIERS));
        }
    }

    private synchronized void checkThreads(int threads) {
        if (threads > MAX_THREADS || threads < 1) {
            failures.add(threads + " threads in the pool, outside 1 to " + MAX_THREADS);
        }
    }

    /// Waits without load until carriers and pool are back at their base.
    private Figures awaitIdle() {
        long from = System.nanoTime();
        await("tasks do not end", () -> virtual.isEmpty() && pooled.isEmpty());
        await(
                "carriers do not return to the base",
                () -> scheduler.getParallelism() == baseCarriers);
        await("threads of the pool do not end", () -> pool.size() == 1);
        System.out.printf("idle after %.0f s%n", (System.nanoTime() - from) / 1e9);
        ScenarioTrial.park(IDLE_THREADS_END.toNanos());
        return Figures.now();
    }

    private void await(String failure, BooleanSupplier holds) {
        long end = System.nanoTime() + IDLE_TIMEOUT.toNanos();
        while (!holds.getAsBoolean()) {
            if (System.nanoTime() > end) {
                add(failure);
                return;
            }
            ScenarioTrial.park(100_000_000);
        }
    }

    private synchronized void add(String failure) {
        failures.add(failure);
    }

    private void stop() {
        governor.close();
        pool.close();
        if (governor.failure() != null) {
            add("the governor failed: " + governor.failure());
        }
        if (scheduler.getParallelism() != baseCarriers) {
            add(
                    "%d carriers before and %d after"
                            .formatted(baseCarriers, scheduler.getParallelism()));
        }
        for (var executor : List.of(virtual, pooled)) {
            if (executor.lost() != 0) {
                add(executor.lost() + " tasks lost");
            }
        }
        if (limit.inFlight() != 0) {
            add(limit.inFlight() + " requests in flight after all have completed");
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

    /// Resources that must not grow.
    ///
    /// @param heap bytes after a collection
    /// @param files open files of this process
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
