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

/// Governs the number of carriers of this JVM's virtual threads until it is closed.
///
/// ```java
/// try (var governor = CarrierGovernor.start()) {
///     serve();
/// }
/// ```
///
/// One daemon thread looks every 20 ms, every 5 ms while newcomers wait, and ten times a second
/// once the carriers that were found have been enough for 5 s. Closing puts back the number that
/// was found, unless somebody else has set another since. If a look or the listener throws, the
/// governor puts the number back and ends; `failure()` tells.
public final class CarrierGovernor implements CarrierGovernorMXBean, AutoCloseable {
    /// Under this name the governor can be watched and stopped over JMX.
    public static final ObjectName NAME = name();

    private static final int DECISIONS_KEPT = 64;

    private final Bounds bounds;
    private final Scheduler scheduler;
    private final CarrierController controller;
    private final SchedulerSampler watch;
    private final Consumer<? super Decision> listener;
    private final Thread thread = new Thread(this::govern, "carrier-governor");
    private final ArrayDeque<Decision> decisions = new ArrayDeque<>();

    private volatile boolean closed;
    private volatile @Nullable SchedulerSample last;
    private volatile @Nullable Throwable failure;
    private volatile CarrierState signal = new CarrierState.Idle();
    private volatile int set;
    private final LongAdder looks = new LongAdder();
    private final LongAdder changes = new LongAdder();

    private CarrierGovernor(
            Scheduler scheduler,
            int max,
            CarrierCpuTimes times,
            Consumer<? super Decision> listener) {
        this.scheduler = scheduler;
        this.bounds = new Bounds(scheduler.parallelism(), max);
        this.set = bounds.base();
        this.controller = new CarrierController(bounds);
        this.watch = new SchedulerSampler(scheduler, times);
        this.listener = listener;
    }

    /// Up to 256 carriers, or as many as there are if that is more.
    ///
    /// @throws UnsupportedOperationException before JDK 24
    /// @throws IllegalStateException when a governor is at work in this JVM already
    public static CarrierGovernor start() {
        return start(
                Math.max(Bounds.DEFAULT_MAX, JdkScheduler.find().parallelism()), decision -> {});
    }

    /// @param max carriers, not below the number in force
    /// @param listener told of each change, on the governor's thread
    /// @throws UnsupportedOperationException before JDK 24
    /// @throws IllegalStateException when a governor is at work in this JVM already
    public static CarrierGovernor start(int max, Consumer<? super Decision> listener) {
        return start(JdkScheduler.find(), max, ProcCarrierCpuTimes.find(), listener);
    }

    static CarrierGovernor start(
            Scheduler scheduler,
            int max,
            CarrierCpuTimes times,
            Consumer<? super Decision> listener) {
        while (true) {
            if (ManagementFactory.getPlatformMBeanServer().isRegistered(NAME)) {
                throw taken(null); // before its number of carriers is taken for a base
            }
            var governor = new CarrierGovernor(scheduler, max, times, listener);
            governor.register();
            if (scheduler.parallelism() == governor.bounds.base()) {
                governor.begin();
                return governor;
            }
            unregister(); // what it took for the base was another governor's, which has ended since
        }
    }

    /// The name is the lock: one governor has it at a time.
    private void register() {
        try {
            var unused = ManagementFactory.getPlatformMBeanServer().registerMBean(this, NAME);
        } catch (InstanceAlreadyExistsException e) {
            throw taken(e);
        } catch (JMException e) {
            throw new IllegalStateException("cannot register " + NAME, e);
        }
    }

    private static IllegalStateException taken(@Nullable Exception cause) {
        return new IllegalStateException(
                "a governor is at work in this JVM already: see " + NAME, cause);
    }

    private static void unregister() {
        try {
            ManagementFactory.getPlatformMBeanServer().unregisterMBean(NAME);
        } catch (InstanceNotFoundException e) {
            return; // somebody was quicker
        } catch (JMException e) {
            throw new IllegalStateException("cannot unregister " + NAME, e);
        }
    }

    private void begin() {
        thread.setDaemon(true);
        try {
            thread.start();
        } catch (OutOfMemoryError e) { // no thread to be had: the name must not stay taken
            unregister();
            throw e;
        }
    }

    private void govern() {
        try (watch) {
            while (!closed) {
                var decision = decide();
                LockSupport.parkNanos(this, decision.pauseNanos());
                var unused = Thread.interrupted(); // it would end every pause from here on
            }
        } catch (RuntimeException | Error e) {
            failure = e;
            throw e;
        } finally {
            putBack();
        }
    }

    private Decision decide() {
        var look = watch.look();
        last = look;
        looks.increment();
        var decision = controller.decide(look);
        signal = decision.signal();
        if (decision.changes()) {
            apply(decision);
        }
        return decision;
    }

    private void apply(Decision decision) {
        scheduler.parallelism(decision.to());
        set = decision.to();
        changes.increment();
        synchronized (decisions) {
            if (decisions.size() == DECISIONS_KEPT) {
                decisions.removeFirst();
            }
            decisions.addLast(decision);
        }
        DecisionEvent.record(decision);
        listener.accept(decision);
    }

    /// Runs once, as the last act of the governor's thread. The name is given back after the
    /// number, so that the next governor finds the number that this one found.
    private void putBack() {
        try {
            if (scheduler.parallelism() == set) {
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

    /// Why the governor ended by itself; null while it works and after a plain close.
    public @Nullable Throwable failure() {
        return failure;
    }

    /// The last changes, oldest first, at most 64.
    public List<Decision> recent() {
        synchronized (decisions) {
            return List.copyOf(decisions);
        }
    }

    /// Ends the governor and waits until the number it found is in force again. Does nothing more
    /// the second time.
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        if (thread.equals(Thread.currentThread())) {
            return; // the listener closes: the thread puts back when the listener returns
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
        var look = last;
        return look == null ? 0 : look.mounted();
    }

    @Override
    public long getQueued() {
        var look = last;
        return look == null ? 0 : look.queued();
    }

    @Override
    public String getState() {
        return signal.toString();
    }

    @Override
    public long getSampleCount() {
        return looks.sum();
    }

    @Override
    public long getChanges() {
        return changes.sum();
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
