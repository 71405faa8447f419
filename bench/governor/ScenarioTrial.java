import dev.loombench.governor.carrier.CarrierGovernor;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;

/// One trial of a scenario in one configuration; prints figures.
///
/// Arguments: `SCENARIO CONFIGURATION WARM-UP-SECONDS MEASURE-SECONDS`.
final class ScenarioTrial {
    private static final MethodHandle USLEEP =
            Linker.nativeLinker()
                    .downcallHandle(
                            Linker.nativeLinker().defaultLookup().find("usleep").orElseThrow(),
                            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));

    /// Pairs of spans with and without a governor in an alternating trial.
    static final int PAIRS = 2;

    /// About a nanosecond each.
    private static final int ROUNDS_PER_MICROSECOND = 1_000;

    private static volatile long sink;

    private final ExecutorConfig configuration;
    private final long warmUp;
    private final long measure;
    private final LongAdder done = new LongAdder();
    private final Latencies latencies = new Latencies();
    private volatile boolean measuring;

    private ScenarioTrial(ExecutorConfig configuration, double warmUp, double measure) {
        this.configuration = configuration;
        this.warmUp = (long) (warmUp * 1e9);
        this.measure = (long) (measure * 1e9);
    }

    public static void main(String[] args) throws Exception {
        var trial =
                new ScenarioTrial(
                        ExecutorConfig.of(args[1]),
                        Double.parseDouble(args[2]),
                        Double.parseDouble(args[3]));
        switch (args[0]) {
            case "native" -> trial.closed(100, () -> usleep(10_000));
            case "park" ->
                    trial.closed(
                            1_000,
                            () -> {
                                compute(20);
                                sleep(50);
                            });
            case "park-jittered" ->
                    trial.closedByEach(
                            1_000,
                            user -> {
                                var random = new Random(user); // the user is the seed
                                return () -> {
                                    compute(20);
                                    // Equal sleeps synchronize: tasks whose timers fire together
                                    // run
                                    // together, which saves waking carriers.
                                    sleep(random.nextInt(25, 76));
                                };
                            });
            case "sleep" -> trial.closed(1_000, () -> sleep(50));
            case "sleep-jittered" ->
                    trial.closedByEach(
                            1_000,
                            user -> {
                                var random = new Random(user);
                                return () -> sleep(random.nextInt(25, 76));
                            });
            case "short" -> trial.closed(64, () -> compute(20));
            case "capacity" -> trial.closed(2, () -> compute(1_000));
            case "hogs" -> trial.hogs();
            case "overload" -> trial.overload();
            case "ramp" -> trial.ramp(2_000, 200);
            case "steady" -> trial.closed(2_000, () -> sleep(200));
            default -> throw new IllegalArgumentException("unknown scenario " + args[0]);
        }
        System.exit(0);
    }

    /// Keeps `inFlight` tasks in flight: each task submits the next one at its end.
    private void closed(int inFlight, Runnable work) {
        closedByEach(inFlight, user -> work);
    }

    private void closedByEach(int inFlight, IntFunction<Runnable> work) {
        begin(inFlight, work);
        if (configuration.alternating()) {
            alternating();
            return;
        }
        // the first call loads classes, which is slow
        long unused = cpu() + governorCpu() + compilationMillis();
        park(warmUp);
        long began = System.nanoTime();
        long cpu = cpu();
        long governorCpuBefore = governorCpu();
        long compiling = compilationMillis();
        long tasks = done.sum();
        int peak = watch(measure);
        double seconds = (System.nanoTime() - began) / 1e9;
        long during = done.sum() - tasks;
        print("tasks/s", during / seconds);
        print("cpu-us/task", (cpu() - cpu) / 1e3 / during);
        if (governorCpuBefore > 0) {
            print("governor-us/task", (governorCpu() - governorCpuBefore) / 1e3 / during);
        }
        print("compilers-us/task", (compilationMillis() - compiling) * 1e3 / during);
        printThreads(peak);
    }

    /// Alternates between spans with and without a governor under one load, in the order ABBA, so
    /// that a drift affects both alike. Each span begins with a warm-up, in which the governor
    /// settles or the effect of the last one fades.
    private void alternating() {
        park(warmUp);
        for (int span = 0; span < 2 * PAIRS; span++) {
            boolean governed = span % 4 == 1 || span % 4 == 2;
            var governor = governed ? CarrierGovernor.start() : null;
            park(warmUp);
            long cpu = cpu();
            long tasks = done.sum();
            watch(measure);
            double each = (cpu() - cpu) / 1e3 / (done.sum() - tasks);
            print((governed ? "on-" : "off-") + span / 2, each);
            if (governor != null) {
                governor.close();
            }
        }
    }

    private void begin(int inFlight, IntFunction<Runnable> work) {
        for (int i = 0; i < inFlight; i++) {
            configuration
                    .executor()
                    .execute(new Resubmit(configuration.executor(), work.apply(i), done));
        }
    }

    private record Resubmit(Executor executor, Runnable work, LongAdder done) implements Runnable {
        @Override
        public void run() {
            work.run();
            done.increment();
            executor.execute(this);
        }
    }

    /// 3 tasks of 200 ms of CPU each per second, and 1,000 short tasks per second.
    private void hogs() {
        every(1_000, 3, arrived -> spin(200));
        every(
                1,
                1,
                arrived -> {
                    compute(20);
                    latencies.add(measuring, System.nanoTime() - arrived);
                });
        park(warmUp);
        measuring = true;
        int peak = watch(measure);
        measuring = false;
        latencies.print();
        printThreads(peak);
    }

    /// 6,000 tasks per second of 1 ms of CPU each; only tasks that end within the deadline are
    /// good.
    private void overload() {
        every(
                1,
                6,
                arrived -> {
                    compute(1_000);
                    long took = System.nanoTime() - arrived;
                    boolean good = took <= ExecutorConfig.DEADLINE.toNanos();
                    if (measuring && good) {
                        done.increment();
                    }
                    latencies.add(measuring && good, took);
                });
        park(warmUp);
        measuring = true;
        long began = System.nanoTime();
        park(measure);
        measuring = false;
        print("good/s", done.sum() / ((System.nanoTime() - began) / 1e9));
        latencies.print();
    }

    /// A step from no load to `inFlight` tasks that sleep: the time until the throughput reaches 95
    /// % of the maximum, in windows of 500 ms, and the throughput in the last window.
    private void ramp(int inFlight, int millis) {
        park(warmUp);
        double full = inFlight * 1_000.0 / millis;
        long began = System.nanoTime();
        begin(inFlight, user -> () -> sleep(millis));
        double reached = Double.NaN;
        double rate = 0;
        long before = 0;
        long at = began;
        while (System.nanoTime() - began < measure + 5_000_000_000L) {
            park(500_000_000);
            long now = System.nanoTime();
            long sum = done.sum();
            rate = (sum - before) * 1e9 / (now - at);
            before = sum;
            at = now;
            if (Double.isNaN(reached) && rate >= 0.95 * full) {
                reached = (now - began) / 1e9;
            }
        }
        print("s-to-95%", reached);
        print("tasks/s", rate);
        printThreads(configuration.threads().getAsInt());
    }

    private interface Arrival {
        void handle(long arrived);
    }

    /// Submits `count` tasks per interval by the clock, from its own thread.
    private void every(int millis, int count, Arrival arrival) {
        Thread.ofPlatform()
                .daemon()
                .start(() -> {
                    long next = System.nanoTime();
                    while (true) {
                        next += millis * 1_000_000L;
                        park(next - System.nanoTime());
                        long scheduled = next;
                        for (int i = 0; i < count; i++) {
                            submit(() -> arrival.handle(scheduled));
                        }
                    }
                });
    }

    private void submit(Runnable task) {
        try {
            configuration.executor().execute(task);
        } catch (RejectedExecutionException e) {
            // a rejected task is not good, and only good tasks are counted
        }
    }

    /// @return highest number of threads or carriers during that time
    private int watch(long nanos) {
        int peak = 0;
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() < end) {
            park(Math.min(50_000_000, end - System.nanoTime()));
            peak = Math.max(peak, configuration.threads().getAsInt());
        }
        return peak;
    }

    private static final class Latencies {
        private final long[] nanos = new long[1 << 20];
        private final AtomicLong count = new AtomicLong();

        void add(boolean counted, long took) {
            if (counted) {
                nanos[(int) (count.getAndIncrement() % nanos.length)] = took;
            }
        }

        void print() {
            var sorted = Arrays.copyOf(nanos, (int) Math.min(count.get(), nanos.length));
            Arrays.sort(sorted);
            ScenarioTrial.print(
                    "p50-ms", sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2] / 1e6);
            ScenarioTrial.print(
                    "p99-ms",
                    sorted.length == 0 ? Double.NaN : sorted[(int) (sorted.length * 0.99)] / 1e6);
        }
    }

    private static void printThreads(int threads) {
        if (threads > 0) {
            print("threads", threads);
        }
    }

    private static void print(String name, double value) {
        System.out.println(name + " " + value);
    }

    private static long cpu() {
        var system =
                (com.sun.management.OperatingSystemMXBean)
                        ManagementFactory.getOperatingSystemMXBean();
        return system.getProcessCpuTime();
    }

    /// Elapsed time of the compilers, which still work in the first seconds.
    private static long compilationMillis() {
        return ManagementFactory.getCompilationMXBean().getTotalCompilationTime();
    }

    /// CPU time of the governor's thread, 0 without a governor. It is read separately because
    /// trials differ more in the CPU per task than a governor costs.
    private static long governorCpu() {
        var threads = ManagementFactory.getThreadMXBean();
        return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                .filter(Objects::nonNull)
                .filter(thread -> thread.getThreadName().equals("carrier-governor"))
                .mapToLong(thread -> threads.getThreadCpuTime(thread.getThreadId()))
                .sum();
    }

    static void compute(int micros) {
        long x = System.nanoTime() | 1;
        for (int i = micros * ROUNDS_PER_MICROSECOND / 2; i > 0; i--) {
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
        }
        sink = x;
    }

    static void spin(int millis) {
        long end = System.nanoTime() + millis * 1_000_000L;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    static void usleep(int micros) {
        try {
            int unused = (int) USLEEP.invokeExact(micros);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    static void sleep(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static void park(long nanos) {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
