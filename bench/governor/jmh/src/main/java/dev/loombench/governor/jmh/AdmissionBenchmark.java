package dev.loombench.governor.jmh;

import dev.loombench.governor.admission.Admission;
import dev.loombench.governor.admission.AdmissionExecutor;
import dev.loombench.governor.admission.AdmissionLimit;
import dev.loombench.governor.admission.Limit;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/// Cost of admitting or rejecting a request, compared with its two reads of the clock and with the
/// JDK's semaphore, which does not adapt.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
public class AdmissionBenchmark {
    private static final int WIDE = 1_000;

    private final Semaphore semaphore = new Semaphore(WIDE);
    private final AdmissionLimit fixed = new AdmissionLimit(Limit.fixed(WIDE));
    private final AdmissionLimit adaptive = AdmissionLimit.adaptive();
    private final AdmissionLimit full = full();
    private final Executor direct = Runnable::run;
    private final Executor admitting =
            new AdmissionExecutor(direct, new AdmissionLimit(Limit.fixed(WIDE)));

    private static AdmissionLimit full() {
        var limit = new AdmissionLimit(Limit.fixed(1));
        var unused = limit.tryAcquire();
        return limit;
    }

    @Benchmark
    public long clockTwice() {
        long began = System.nanoTime();
        return System.nanoTime() - began;
    }

    @Benchmark
    public boolean semaphore() {
        boolean acquired = semaphore.tryAcquire();
        if (acquired) {
            semaphore.release();
        }
        return acquired;
    }

    @Benchmark
    public Admission admitted() {
        return acquireAndRelease(fixed);
    }

    @Benchmark
    public Admission admittedAdaptive() {
        return acquireAndRelease(adaptive);
    }

    private static Admission acquireAndRelease(AdmissionLimit limit) {
        var admission = limit.tryAcquire();
        if (admission instanceof Admission.Permit permit) {
            permit.close();
        }
        return admission;
    }

    @Benchmark
    public Admission rejected() {
        return full.tryAcquire();
    }

    @Benchmark
    public void direct(Blackhole hole) {
        direct.execute(() -> hole.consume(this));
    }

    @Benchmark
    public void admittedByExecutor(Blackhole hole) {
        admitting.execute(() -> hole.consume(this));
    }
}
