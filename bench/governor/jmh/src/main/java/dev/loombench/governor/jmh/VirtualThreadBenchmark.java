package dev.loombench.governor.jmh;

import dev.loombench.governor.carrier.CarrierGovernor;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/// Time from the start of an empty virtual thread to its end, in batches of a thousand, with and
/// without a governor.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
public class VirtualThreadBenchmark {
    private static final int BATCH = 1_000;

    @Param({"false", "true"})
    public boolean governed;

    private @Nullable CarrierGovernor governor;

    @Setup
    public void govern() {
        governor = governed ? CarrierGovernor.start() : null;
    }

    @TearDown
    public void close() {
        if (governor != null) {
            governor.close();
        }
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public void virtualThread() throws InterruptedException {
        var done = new CountDownLatch(BATCH);
        for (int i = 0; i < BATCH; i++) {
            var unused = Thread.startVirtualThread(done::countDown);
        }
        done.await();
    }
}
