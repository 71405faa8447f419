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

/// What a request pays for being let in or turned away, beside the two readings of the clock that
/// are part of it and the JDK's semaphore, which learns nothing.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
public class AdmissionBench {
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
        boolean in = semaphore.tryAcquire();
        if (in) {
            semaphore.release();
        }
        return in;
    }

    @Benchmark
    public Admission admitted() {
        return comeAndGo(fixed);
    }

    @Benchmark
    public Admission admittedAdaptive() {
        return comeAndGo(adaptive);
    }

    private static Admission comeAndGo(AdmissionLimit limit) {
        var admission = limit.tryAcquire();
        if (admission instanceof Admission.Permit permit) {
            permit.close();
        }
        return admission;
    }

    @Benchmark
    public Admission refused() {
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
