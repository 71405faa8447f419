package dev.loombench.governor.jmh;

import dev.loombench.governor.pool.AutonomicPool;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/// Time from `execute` to the end of an empty task, in batches of a thousand: the autonomic pool
/// compared with a fixed pool of as many threads.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
public class PoolBenchmark {
    private static final int BATCH = 1_000;

    private final ExecutorService fixed =
            Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    private final ExecutorService autonomic = AutonomicPool.start();

    @TearDown
    public void close() {
        fixed.close();
        autonomic.close();
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public void fixed() throws InterruptedException {
        batch(fixed);
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public void autonomic() throws InterruptedException {
        batch(autonomic);
    }

    private static void batch(ExecutorService pool) throws InterruptedException {
        var done = new CountDownLatch(BATCH);
        for (int i = 0; i < BATCH; i++) {
            pool.execute(done::countDown);
        }
        done.await();
    }
}
