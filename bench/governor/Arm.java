import dev.loombench.governor.admission.AdmissionExecutor;
import dev.loombench.governor.admission.AdmissionLimit;
import dev.loombench.governor.admission.Limit;
import dev.loombench.governor.carrier.CarrierGovernor;
import dev.loombench.governor.pool.AutonomicPool;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntSupplier;

/// What runs the tasks.
///
/// @param threads carriers or threads it may use now; 0 where it does not say
/// @param onAndOff whether a governor is at work for half of the time
record Arm(Executor executor, IntSupplier threads, boolean onAndOff) {
    static final Duration DEADLINE = Duration.ofMillis(100);

    private Arm(Executor executor, IntSupplier threads) {
        this(executor, threads, false);
    }

    static Arm of(String name) {
        return switch (name) {
            case "virtual" -> new Arm(Executors.newVirtualThreadPerTaskExecutor(), () -> 0);
            case "on-and-off" ->
                    new Arm(Executors.newVirtualThreadPerTaskExecutor(), () -> 0, true);
            case "cached" -> new Arm(Executors.newCachedThreadPool(), () -> 0);
            case "governed" -> {
                var governor = CarrierGovernor.start();
                yield new Arm(
                        Executors.newVirtualThreadPerTaskExecutor(), governor::getParallelism);
            }
            case "autonomic" -> {
                var pool = AutonomicPool.start();
                yield new Arm(pool, pool::size);
            }
            case "limit" ->
                    new Arm(
                            new AdmissionExecutor(
                                    Executors.newVirtualThreadPerTaskExecutor(),
                                    AdmissionLimit.adaptive()),
                            () -> 0);
            case "late" ->
                    new Arm(
                            new AdmissionExecutor(
                                    fixed(2),
                                    new AdmissionLimit(Limit.fixed(1_000_000)),
                                    DEADLINE,
                                    task -> {}),
                            () -> 0);
            default -> new Arm(fixed(Integer.parseInt(name.substring("fixed-".length()))), () -> 0);
        };
    }

    private static ExecutorService fixed(int threads) {
        return Executors.newFixedThreadPool(threads);
    }
}
