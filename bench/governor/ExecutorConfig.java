import dev.loombench.governor.admission.AdmissionExecutor;
import dev.loombench.governor.admission.AdmissionLimit;
import dev.loombench.governor.admission.Limit;
import dev.loombench.governor.carrier.CarrierGovernor;
import dev.loombench.governor.pool.AutonomicPool;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntSupplier;
import jdk.management.VirtualThreadSchedulerMXBean;

/// A configuration of a scenario: the executor that runs the tasks.
///
/// @param threads current number of carriers or threads; 0 where unknown
/// @param alternating whether a governor runs for half of the time
record ExecutorConfig(Executor executor, IntSupplier threads, boolean alternating) {
    static final Duration DEADLINE = Duration.ofMillis(100);

    private static final String CARRIERS = "carriers-";

    private ExecutorConfig(Executor executor, IntSupplier threads) {
        this(executor, threads, false);
    }

    static ExecutorConfig of(String name) {
        return switch (name) {
            case "virtual" ->
                    new ExecutorConfig(Executors.newVirtualThreadPerTaskExecutor(), () -> 0);
            case "alternating" ->
                    new ExecutorConfig(Executors.newVirtualThreadPerTaskExecutor(), () -> 0, true);
            case "cached" -> new ExecutorConfig(Executors.newCachedThreadPool(), () -> 0);
            case "governed" -> {
                var governor = CarrierGovernor.start();
                yield new ExecutorConfig(
                        Executors.newVirtualThreadPerTaskExecutor(), governor::getParallelism);
            }
            case "autonomic" -> {
                var pool = AutonomicPool.start();
                yield new ExecutorConfig(pool, pool::size);
            }
            case "admission-limit" ->
                    new ExecutorConfig(
                            new AdmissionExecutor(
                                    Executors.newVirtualThreadPerTaskExecutor(),
                                    AdmissionLimit.adaptive()),
                            () -> 0);
            case "admission-deadline" ->
                    new ExecutorConfig(
                            new AdmissionExecutor(
                                    fixed(2),
                                    new AdmissionLimit(Limit.fixed(1_000_000)),
                                    DEADLINE,
                                    task -> {}),
                            () -> 0);
            default ->
                    name.startsWith(CARRIERS)
                            ? carriers(Integer.parseInt(name.substring(CARRIERS.length())))
                            : new ExecutorConfig(
                                    fixed(Integer.parseInt(name.substring("fixed-".length()))),
                                    () -> 0);
        };
    }

    /// Virtual threads on a fixed number of carriers: what the JDK costs without a governor.
    private static ExecutorConfig carriers(int carriers) {
        ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class)
                .setParallelism(carriers);
        return new ExecutorConfig(Executors.newVirtualThreadPerTaskExecutor(), () -> carriers);
    }

    private static ExecutorService fixed(int threads) {
        return Executors.newFixedThreadPool(threads);
    }
}
