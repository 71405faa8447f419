package dev.loombench.cli.inspect;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/// A service whose threads wait for one another in a way that its argument names, or that are many
/// and healthy. Prints `READY` once the threads are there, and ends with its input. It also
/// compiles for JDK 21.
public final class FaultyLocks {
    private static final int MANY = 8;

    /// More frames together than are printed at once.
    private static final int CROWD = 210;

    private static final int DEPTH = 60;
    private static final Duration WORK = Duration.ofMillis(50);
    private static final Thread.Builder.OfPlatform PLATFORM = Thread.ofPlatform().daemon();

    private static final List<Future<?>> TIMERS = new ArrayList<>();

    /// Ends of connections that stay open.
    private static final List<Socket> OPEN = new ArrayList<>();

    @SuppressWarnings("unused") // written so that what is computed cannot be optimised away
    private static volatile long computed;

    private FaultyLocks() {}

    public static void main(String[] args) throws Exception {
        begin(args[0]);
        System.out.println("READY");
        while (System.in.read() >= 0) {
            // until the test ends
        }
    }

    static void begin(String mode) throws Exception {
        switch (mode) {
            case "three" -> cycleOfThree();
            case "write-lock" -> convoy(new ReentrantReadWriteLock().writeLock());
            case "socket" -> convoyAtSocket();
            case "permits" -> queueForPermits();
            case "leaked" -> leakLock();
            case "virtual-owner" -> deadlockWithVirtual();
            case "deep" -> repeat(CROWD, "orders-", () -> deep(DEPTH, FaultyLocks::audit));
            case "readers" -> readNothing("feed-", MANY);
            case "batch" -> readNothing("batch-", 1);
            case "many" -> repeat(CROWD + MANY, "orders-", () -> sleep(Duration.ofSeconds(1)));
            case "timers" -> repeatTimers();
            case "cancelled" -> pollBesideCancelled();
            default -> throw new IllegalArgumentException(mode);
        }
    }

    private static void repeat(int threads, String name, Runnable task) {
        for (int i = 0; i < threads; i++) {
            PLATFORM.name(name + i)
                    .start(() -> {
                        while (true) {
                            task.run();
                        }
                    });
        }
    }

    private static void sleep(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void compute() {
        computed = System.nanoTime();
    }

    /// Each of three threads holds a monitor and waits for that of the next one.
    private static void cycleOfThree() {
        var locks = List.of(new Object(), new Object(), new Object());
        var taken = new CountDownLatch(locks.size());
        for (int i = 0; i < locks.size(); i++) {
            var own = locks.get(i);
            var next = locks.get((i + 1) % locks.size());
            PLATFORM.name("orders-" + i).start(() -> take(own, next, taken));
        }
        await(taken);
    }

    private static void take(Object own, Object next, CountDownLatch taken) {
        synchronized (own) {
            taken.countDown();
            await(taken);
            synchronized (next) {
                compute();
            }
        }
    }

    private static void convoy(Lock lock) {
        repeat(
                MANY,
                "orders-",
                () -> {
                    lock.lock();
                    try {
                        sleep(WORK);
                    } finally {
                        lock.unlock();
                    }
                });
    }

    /// A monitor is held while a partner's response is awaited.
    private static void convoyAtSocket() throws IOException {
        var partner = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        repeat(1, "partner-", () -> reply(partner));
        repeat(MANY, "orders-", () -> order(partner.getLocalPort()));
    }

    private static void reply(ServerSocket partner) {
        try (var connection = partner.accept()) {
            int request = connection.getInputStream().read();
            sleep(WORK);
            connection.getOutputStream().write(request);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static synchronized void order(int port) {
        try (var connection = new Socket(InetAddress.getLoopbackAddress(), port)) {
            connection.getOutputStream().write(1);
            computed = connection.getInputStream().read();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void queueForPermits() {
        var permits = new Semaphore(2);
        repeat(MANY, "payments-", () -> pay(permits));
    }

    private static void pay(Semaphore permits) {
        permits.acquireUninterruptibly();
        try {
            sleep(WORK);
        } finally {
            permits.release();
        }
    }

    /// A thread ends while it holds a lock that others need.
    private static void leakLock() throws InterruptedException {
        var lock = new ReentrantLock();
        PLATFORM.name("payments").start(lock::lock).join();
        for (int i = 0; i < 2; i++) {
            PLATFORM.name("orders-" + i).start(() -> computeWithin(lock));
        }
        while (lock.getQueueLength() < 2) {
            sleep(Duration.ofMillis(5));
        }
    }

    /// A virtual thread holds a lock and waits for the monitor of a thread that waits for the lock.
    private static void deadlockWithVirtual() throws InterruptedException {
        var accounts = new ReentrantLock();
        var journal = new Object();
        var taken = new CountDownLatch(2);
        Thread.ofVirtual()
                .start(() -> {
                    accounts.lock();
                    try {
                        taken.countDown();
                        await(taken);
                        synchronized (journal) {
                            compute();
                        }
                    } finally {
                        accounts.unlock();
                    }
                });
        PLATFORM.name("flusher")
                .start(() -> {
                    synchronized (journal) {
                        taken.countDown();
                        await(taken);
                        computeWithin(accounts);
                    }
                });
        while (!accounts.hasQueuedThreads()) {
            sleep(Duration.ofMillis(5));
        }
    }

    private static void computeWithin(Lock lock) {
        lock.lock();
        try {
            compute();
        } finally {
            lock.unlock();
        }
    }

    private static synchronized void audit() {
        sleep(WORK);
    }

    /// The task below a number of frames.
    static void deep(int frames, Runnable task) {
        if (frames == 0) {
            task.run();
        } else {
            deep(frames - 1, task);
        }
    }

    /// Threads that wait for data of connections which are idle.
    private static void readNothing(String name, int threads) throws IOException {
        var server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        for (int i = 0; i < threads; i++) {
            var client = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
            OPEN.add(server.accept());
            PLATFORM.name(name + i).start(() -> read(client));
        }
    }

    private static void read(Socket client) {
        try (client) {
            computed = client.getInputStream().read();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void repeatTimers() {
        var timers = Executors.newScheduledThreadPool(2, PLATFORM.name("scheduling-", 1).factory());
        for (int i = 1; i <= MANY; i++) {
            TIMERS.add(
                    timers.scheduleAtFixedRate(
                            FaultyLocks::compute, 0, 10L * i, TimeUnit.MILLISECONDS));
        }
    }

    /// The only thread of a scheduler polls, and a task that was cancelled is still in its queue.
    private static void pollBesideCancelled() {
        var timers = Executors.newScheduledThreadPool(1, PLATFORM.name("polling-", 1).factory());
        timers.execute(() -> {
            while (true) {
                sleep(WORK);
            }
        });
        var cancelled = timers.schedule(FaultyLocks::compute, 0, TimeUnit.MILLISECONDS);
        TIMERS.add(cancelled);
        cancelled.cancel(false);
    }
}
