package dev.loombench.cli.inspect;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.Thread.State;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A service with a fault of its threads, or a healthy one, which its argument names. Prints
/// `READY` once the threads are there, and ends with its input. It also compiles for JDK 21.
public final class FaultyThreads {
    private static final int POOL = 4;
    private static final int MANY = 8;
    private static final int TOMCAT = 200;

    /// Threads with more frames together, below 60 of the application, than are printed at once.
    private static final int CROWD = 110;

    private static final Duration REQUEST = Duration.ofMillis(50);

    private static final CountDownLatch NEVER = new CountDownLatch(1);
    private static final CountDownLatch TAKEN = new CountDownLatch(2);
    private static final Thread.Builder.OfPlatform PLATFORM = Thread.ofPlatform().daemon();

    @SuppressWarnings("unused") // written so that what is computed cannot be optimised away
    private static volatile long computed;

    private FaultyThreads() {}

    public static void main(String[] args) throws Exception {
        begin(args[0]);
        System.out.println("READY");
        while (System.in.read() >= 0) {
            // until the test ends
        }
    }

    /// So long that the clients of a large pool take little time of a processor.
    private static void restLong() {
        LockSupport.parkNanos(1_000_000_000);
    }

    static void begin(String mode) throws Exception {
        switch (mode) {
            case "monitors" -> deadlock(PLATFORM, "orders-1", "orders-2");
            case "locks" -> deadlockOfLocks();
            case "mixed" -> deadlockOfMonitorAndLock();
            case "initialisers" -> deadlockOfInitialisers();
            case "virtual" -> deadlock(Thread.ofVirtual(), "", "");
            case "virtual-hung" -> hangVirtualThreads();
            case "convoy" -> repeat(MANY, "orders-", FaultyThreads::audit);
            case "lock-convoy" -> convoyOfLock();
            case "web-pool" -> serve(POOL, 3 * POOL, FaultyThreads::rest);
            case "deep-pool" ->
                    serve(CROWD, CROWD + 20, () -> FaultyLocks.deep(60, FaultyThreads::restLong));
            case "web-convoy" -> serve(MANY, 3 * MANY, FaultyThreads::audit);
            case "hung" -> serve(POOL, 3 * POOL, () -> await(NEVER));
            case "full-pool" -> fillPool();
            case "executor" -> queueTasks();
            case "own-pool" -> waitInOwnPool();
            case "deadlock-convoy" -> {
                deadlock(PLATFORM, "orders-1", "orders-2");
                repeat(MANY, "payments-", FaultyThreads::audit);
            }
            case "idle" -> pool("orders-", POOL).execute(FaultyThreads::rest);
            case "healthy" -> serve(POOL, POOL - 2, FaultyThreads::rest);
            case "stripes" -> stripe();
            case "consumers" -> consume();
            case "warming" -> repeat(2, "orders-", FaultyThreads::warm);
            default -> throw new IllegalArgumentException(mode);
        }
    }

    private static ExecutorService pool(String name, int threads) {
        return Executors.newFixedThreadPool(threads, PLATFORM.name(name, 1).factory());
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

    private static void rest() {
        try {
            Thread.sleep(REQUEST);
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

    /// Returns once all of them wait.
    private static void hangVirtualThreads() {
        var threads =
                Stream.generate(() -> Thread.ofVirtual().start(() -> await(NEVER)))
                        .limit(MANY)
                        .toList();
        while (threads.stream().anyMatch(thread -> thread.getState() != State.WAITING)) {
            rest();
        }
    }

    private static void takeBoth() {
        TAKEN.countDown();
        await(TAKEN);
    }

    private static void deadlock(Thread.Builder threads, String first, String second) {
        var shop = new Object();
        var stock = new Object();
        threads.name(first).start(() -> within(shop, stock));
        threads.name(second).start(() -> within(stock, shop));
        await(TAKEN);
    }

    private static void compute() {
        computed = System.nanoTime();
    }

    private static void within(Object outer, Object inner) {
        synchronized (outer) {
            takeBoth();
            synchronized (inner) {
                compute();
            }
        }
    }

    /// Of threads with the same name.
    private static void deadlockOfLocks() {
        var shop = new ReentrantLock();
        var stock = new ReentrantLock();
        PLATFORM.name("orders").start(() -> within(shop, stock));
        PLATFORM.name("orders").start(() -> within(stock, shop));
        await(TAKEN);
    }

    private static void within(ReentrantLock outer, ReentrantLock inner) {
        outer.lock();
        try {
            takeBoth();
            inner.lock();
            try {
                compute();
            } finally {
                inner.unlock();
            }
        } finally {
            outer.unlock();
        }
    }

    private static void deadlockOfMonitorAndLock() {
        var monitor = new Object();
        var lock = new ReentrantLock();
        PLATFORM.name("orders-1")
                .start(() -> {
                    synchronized (monitor) {
                        takeBoth();
                        lock.lock();
                        try {
                            compute();
                        } finally {
                            lock.unlock();
                        }
                    }
                });
        PLATFORM.name("orders-2")
                .start(() -> {
                    lock.lock();
                    try {
                        takeBoth();
                        synchronized (monitor) {
                            compute();
                        }
                    } finally {
                        lock.unlock();
                    }
                });
        await(TAKEN);
    }

    private static final class Shop {
        static {
            takeBoth();
            Stock.use();
        }

        private Shop() {}

        static void use() {
            compute();
        }
    }

    private static final class Stock {
        static {
            takeBoth();
            Shop.use();
        }

        private Stock() {}

        static void use() {
            compute();
        }
    }

    private static void deadlockOfInitialisers() {
        PLATFORM.name("orders-1").start(Shop::use);
        PLATFORM.name("orders-2").start(Stock::use);
        await(TAKEN);
    }

    private static synchronized void audit() {
        rest();
    }

    private static void convoyOfLock() {
        var lock = new ReentrantLock();
        repeat(
                MANY,
                "orders-",
                () -> {
                    lock.lock();
                    try {
                        rest();
                    } finally {
                        lock.unlock();
                    }
                });
    }

    /// Requests of one byte, which are read in the threads that serve them, as in Tomcat.
    private static void serve(int threads, int clients, Runnable handler) throws IOException {
        var server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        var pool = pool("http-nio-0-exec-", threads);
        repeat(1, "http-nio-0-Acceptor-", () -> accept(server, pool, handler));
        repeat(clients, "client-", () -> request(server.getLocalPort()));
    }

    /// As many threads as Tomcat has where nothing sets another number.
    private static void fillPool() throws IOException {
        var begun = new CountDownLatch(TOMCAT);
        serve(
                TOMCAT,
                TOMCAT + MANY,
                () -> {
                    begun.countDown();
                    await(NEVER);
                });
        await(begun);
    }

    private static void accept(ServerSocket server, ExecutorService pool, Runnable handler) {
        try {
            var connection = server.accept();
            pool.execute(() -> respond(connection, handler));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void respond(Socket connection, Runnable handler) {
        try (connection) {
            int request = connection.getInputStream().read();
            handler.run();
            connection.getOutputStream().write(request);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void request(int port) {
        try (var connection = new Socket(InetAddress.getLoopbackAddress(), port)) {
            connection.getOutputStream().write(1);
            computed = connection.getInputStream().read();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// A fixed pool with more tasks than threads.
    private static void queueTasks() {
        var pool = pool("orders-", POOL);
        for (int i = 0; i < 3 * POOL; i++) {
            pool.execute(() -> repeatIn(pool));
        }
    }

    /// Each task waits for another one that gets no thread.
    private static void waitInOwnPool() {
        var pool = pool("orders-", POOL);
        var begun = new CountDownLatch(POOL);
        for (int i = 0; i < POOL; i++) {
            pool.execute(() -> {
                begun.countDown();
                await(begun);
                try {
                    pool.submit(FaultyThreads::compute).get();
                } catch (InterruptedException | ExecutionException e) {
                    throw new IllegalStateException(e);
                }
            });
        }
        await(begun);
    }

    /// A task that is there again once it has ended.
    private static void repeatIn(ExecutorService pool) {
        rest();
        pool.execute(() -> repeatIn(pool));
    }

    /// Two threads for each of some locks.
    private static void stripe() {
        for (int i = 0; i < MANY; i++) {
            var lock = new Object();
            repeat(
                    2,
                    "orders-" + i + "-",
                    () -> {
                        synchronized (lock) {
                            rest();
                        }
                    });
        }
    }

    private static void consume() {
        var queue = new LinkedBlockingQueue<Integer>();
        repeat(
                POOL,
                "consumer-",
                () -> {
                    try {
                        computed = queue.take();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                });
        repeat(
                1,
                "producer-",
                () -> {
                    rest();
                    queue.add(1);
                });
    }

    /// New code each time, which is loaded and interpreted.
    private static void warm() {
        var numbers = IntStream.range(0, 1_000).boxed();
        computed = numbers.map(n -> n + computed).mapToLong(n -> n).sum();
        rest();
    }
}
