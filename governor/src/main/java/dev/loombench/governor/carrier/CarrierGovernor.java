package dev.loombench.governor.carrier;

import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/// Adjusts the number of carriers of this JVM's virtual threads until it is closed.
///
/// ```java
/// try (var governor = CarrierGovernor.start()) {
///     serve();
/// }
/// ```
///
/// One daemon thread samples the scheduler every 20 ms, every 5 ms while virtual threads wait for a
/// carrier, and ten times per second once the base parallelism has been enough for 5 s. Closing
/// restores the parallelism that was found, unless other code has set another since the governor's
/// last change. If sampling or the listener throws, the governor restores the parallelism and
/// stops; `failure()` returns the exception.
public final class CarrierGovernor implements CarrierGovernorMXBean, AutoCloseable {
    /// The name under which the governor can be observed and stopped over JMX.
    public static final ObjectName NAME = name();

    private static final int DECISIONS_KEPT = 64;

    private final Bounds bounds;
    private final Scheduler scheduler;
    private final CarrierController controller;
    private final SchedulerSampler sampler;
    private final Consumer<? super Decision> listener;
    private final Thread thread = new Thread(null, this::govern, "carrier-governor", 0, false);
    private final ArrayDeque<Decision> decisions = new ArrayDeque<>();

    private volatile boolean closed;
    private volatile @Nullable SchedulerSample lastSample;
    private volatile @Nullable Throwable failure;
    private volatile CarrierState state = new CarrierState.Idle();
    private volatile int applied;
    private final LongAdder sampleCount = new LongAdder();
    private final LongAdder changeCount = new LongAdder();

    private CarrierGovernor(
            Scheduler scheduler,
            int max,
            CarrierCpuTimes times,
            Consumer<? super Decision> listener) {
        this.scheduler = scheduler;
        this.bounds = new Bounds(scheduler.parallelism(), max);
        this.applied = bounds.base();
        this.controller = new CarrierController(bounds);
        this.sampler = new SchedulerSampler(scheduler, times);
        this.listener = listener;
    }

    /// Starts a governor with the limit of [Bounds#defaultMax].
    ///
    /// @throws UnsupportedOperationException before JDK 24
    /// @throws IllegalStateException if a governor is already running in this JVM
    public static CarrierGovernor start() {
        return start(Bounds.defaultMax(presentCarriers()), decision -> {});
    }

    /// The number of carriers now, which the limit of a governor must not be below.
    ///
    /// @throws UnsupportedOperationException before JDK 24
    public static int presentCarriers() {
        return JdkScheduler.find().parallelism();
    }

    /// Starts a governor with a limit and a listener.
    ///
    /// @param max highest number of carriers, not below the present one
    /// @param listener called for each change, on the governor's thread
    /// @throws UnsupportedOperationException before JDK 24
    /// @throws IllegalStateException if a governor is already running in this JVM
    public static CarrierGovernor start(int max, Consumer<? super Decision> listener) {
        return start(
                JdkScheduler.find(),
                max,
                TimesWithMemory.of(TimesBetweenPauses.of(ProcCarrierCpuTimes.find())),
                listener);
    }

    static CarrierGovernor start(
            Scheduler scheduler,
            int max,
            CarrierCpuTimes times,
            Consumer<? super Decision> listener) {
        while (true) {
            if (ManagementFactory.getPlatformMBeanServer().isRegistered(NAME)) {
                throw alreadyRunning(null); // its parallelism must not become this one's base
            }
            var governor = new CarrierGovernor(scheduler, max, times, listener);
            if (governor.begin()) {
                return governor;
            }
        }
    }

    /// False where the base was set by another governor, which has ended since. Closes the files
    /// that it has opened where it does not begin.
    private boolean begin() {
        boolean begun = false;
        try {
            register();
            if (scheduler.parallelism() == bounds.base()) {
                startThread();
                begun = true;
            } else {
                unregister();
            }
            return begun;
        } finally {
            if (!begun) {
                sampler.close();
            }
        }
    }

    /// The name is the lock: only one governor can hold it.
    private void register() {
        try {
            var unused = ManagementFactory.getPlatformMBeanServer().registerMBean(this, NAME);
        } catch (InstanceAlreadyExistsException e) {
            throw alreadyRunning(e);
        } catch (JMException e) {
            throw new IllegalStateException("cannot register " + NAME, e);
        }
    }

    private static IllegalStateException alreadyRunning(@Nullable Exception cause) {
        return new IllegalStateException(
                "a governor is already running in this JVM: see " + NAME, cause);
    }

    private static void unregister() {
        try {
            ManagementFactory.getPlatformMBeanServer().unregisterMBean(NAME);
        } catch (InstanceNotFoundException e) {
            return; // already unregistered
        } catch (JMException e) {
            throw new IllegalStateException("cannot unregister " + NAME, e);
        }
    }

    /// The thread inherits the class loader that a listener may need, but not the values of the
    /// starting thread's inheritable thread-locals, which may belong to a request: it would keep
    /// them, and each probe would copy them.
    private void startThread() {
        thread.setDaemon(true);
        thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
        try {
            thread.start();
        } catch (OutOfMemoryError e) { // no thread available: release the name
            unregister();
            throw e;
        }
    }

    private void govern() {
        try (sampler) {
            while (!closed) {
                var decision = decide();
                LockSupport.parkNanos(this, decision.pauseNanos());
                var unused =
                        Thread.interrupted(); // a pending interrupt would end every later pause
            }
        } catch (Throwable e) { // a listener in Kotlin throws checked exceptions undeclared
            failure = e;
            throw e;
        } finally {
            restore();
        }
    }

    private Decision decide() {
        var sample = sampler.sample(controller.isCalm());
        lastSample = sample;
        sampleCount.increment();
        var decision = controller.decide(sample);
        state = decision.state();
        if (decision.changes()) {
            apply(decision);
        }
        return decision;
    }

    private void apply(Decision decision) {
        scheduler.parallelism(decision.to());
        applied = decision.to();
        synchronized (decisions) {
            changeCount.increment(); // who reads the count first finds no fewer decisions
            if (decisions.size() == DECISIONS_KEPT) {
                decisions.removeFirst();
            }
            decisions.addLast(decision);
        }
        DecisionEvent.record(decision);
        listener.accept(decision);
    }

    /// Runs once, at the end of the governor's thread. Restores the parallelism before it releases
    /// the name, so that the next governor finds the original value.
    private void restore() {
        try {
            if (scheduler.parallelism() == applied) {
                scheduler.parallelism(bounds.base());
            }
        } catch (RuntimeException | Error e) {
            if (failure == null) {
                failure = e;
            }
        } finally {
            unregister();
        }
    }

    /// The exception that stopped the governor; null while it runs and after a normal close.
    public @Nullable Throwable failure() {
        return failure;
    }

    /// Whether it governs: it is neither closed, nor stopped over JMX or by an exception.
    public boolean isRunning() {
        return thread.isAlive() && !closed;
    }

    /// The last 64 changes, oldest first.
    public List<Decision> recent() {
        synchronized (decisions) {
            return List.copyOf(decisions);
        }
    }

    /// Stops the governor and waits until the parallelism that it found is restored. Idempotent.
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        if (thread.equals(Thread.currentThread())) {
            return; // called by the listener: the thread restores after it returns
        }
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public int getParallelism() {
        return scheduler.parallelism();
    }

    @Override
    public int getBase() {
        return bounds.base();
    }

    @Override
    public int getMax() {
        return bounds.max();
    }

    @Override
    public int getMounted() {
        var sample = lastSample;
        return sample == null ? 0 : sample.mounted();
    }

    @Override
    public long getQueued() {
        var sample = lastSample;
        return sample == null ? 0 : sample.queued();
    }

    @Override
    public String getState() {
        return state.toString();
    }

    @Override
    public long getSampleCount() {
        return sampleCount.sum();
    }

    @Override
    public long getChanges() {
        return changeCount.sum();
    }

    @Override
    public List<String> getDecisions() {
        return recent().stream().map(Decision::toString).toList();
    }

    @Override
    public void stop() {
        close();
    }

    private static ObjectName name() {
        try {
            return new ObjectName("dev.loombench:type=CarrierGovernor");
        } catch (JMException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
