package dev.loombench.cli.inspect;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.ref.Cleaner;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import javax.management.JMException;
import javax.management.ObjectName;

/// A service with a fault in what its threads wait for or do, which its argument names, or a
/// healthy one. Prints `READY` once the threads are there, and ends with its input. It also
/// compiles for JDK 21.
public final class FaultyWaits {
    private static final int MANY = 8;
    private static final int TASKS = 40;
    private static final Thread.Builder.OfPlatform PLATFORM = Thread.ofPlatform().daemon();

    /// What would be collected or ended otherwise.
    private static final List<Object> KEPT = new ArrayList<>();

    @SuppressWarnings("unused") // written so that what is computed cannot be optimised away
    private static volatile long computed;

    private FaultyWaits() {}

    public static void main(String[] args) throws Exception {
        begin(args[0]);
        System.out.println("READY");
        while (System.in.read() >= 0) {
            // until the test ends
        }
    }

    static void begin(String mode) throws Exception {
        switch (mode) {
            case "full-queue" -> fillQueue();
            case "latch" -> repeat(MANY, () -> await(new CountDownLatch(1)));
            case "future" -> repeat(MANY, () -> new CompletableFuture<Void>().join());
            case "leaked-permits" -> repeat(MANY, () -> new Semaphore(0).acquireUninterruptibly());
            case "upgrade" -> repeat(1, () -> upgrade(new ReentrantReadWriteLock()));
            case "stamped" -> repeat(1, () -> lockTwice(new StampedLock()));
            case "single" -> queueTasks(keep(executor(1)));
            case "own-queue" -> waitForOwnTasks(keep(executor(4)), 4);
            case "scheduled" -> schedule();
            case "common-pool" -> queueTasks(ForkJoinPool.commonPool());
            case "common-pool-data" -> readIn(ForkJoinPool.commonPool());
            case "executors" -> PLATFORM.name("http").start(FaultyWaits::makeExecutors);
            case "cleaner" -> blockCleaner();
            case "unaccepted" -> acceptNothing();
            case "endless" -> keep(executor(2)).execute(FaultyWaits::computeForever);
            case "endless-virtual" -> Thread.ofVirtual().start(FaultyWaits::computeForever);
            case "short-tasks" -> repeatShortTasks(1);
            case "short-tasks-of-two" -> repeatShortTasks(2);
            case "stops" -> PLATFORM.name("monitoring").start(FaultyWaits::countObjects);
            case "consumer" -> keep(executor(1)).execute(FaultyWaits::consume);
            case "hung-requests" -> serveFromPartner();
            case "hung-tasks" -> executeFromPartner();
            case "events" -> serve(exchange -> consume());
            case "timer" -> scheduleFromPartner();
            default -> throw new IllegalArgumentException(mode);
        }
    }

    private static void repeat(int threads, Runnable task) {
        for (int i = 0; i < threads; i++) {
            PLATFORM.name("orders-" + i)
                    .start(() -> {
                        while (true) {
                            task.run();
                        }
                    });
        }
    }

    /// Has the JVM count its objects again and again, for which it stops all threads.
    static void countObjects() {
        try {
            var commands = new ObjectName("com.sun.management:type=DiagnosticCommand");
            while (true) {
                computed =
                        ManagementFactory.getPlatformMBeanServer()
                                .invoke(
                                        commands,
                                        "gcClassHistogram",
                                        new Object[] {new String[] {"-all"}},
                                        new String[] {String[].class.getName()})
                                .hashCode();
            }
        } catch (JMException e) {
            throw new IllegalStateException(e);
        }
    }

    /// A reader that asks for the write lock waits for itself.
    private static void upgrade(ReadWriteLock lock) {
        List.of(lock.readLock(), lock.writeLock()).forEach(Lock::lock);
    }

    private static void lockTwice(StampedLock lock) {
        computed = lock.writeLock() + lock.writeLock();
    }

    private static ExecutorService executor(int threads) {
        return Executors.newFixedThreadPool(threads, PLATFORM.name("mail-", 1).factory());
    }

    private static ExecutorService keep(ExecutorService executor) {
        KEPT.add(executor);
        return executor;
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
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

    /// The thread that takes from the queue has ended by an exception.
    private static void fillQueue() {
        var queue = new ArrayBlockingQueue<Integer>(2);
        repeat(MANY, () -> put(queue));
    }

    private static void put(ArrayBlockingQueue<Integer> queue) {
        try {
            queue.put(1);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Each thread waits for a task in the queue of its own executor.
    private static void waitForOwnTasks(ExecutorService executor, int threads) {
        var all = new CountDownLatch(threads);
        for (int i = 0; i < threads; i++) {
            executor.execute(() -> {
                all.countDown();
                await(all);
                join(executor.submit(FaultyWaits::compute));
            });
        }
    }

    private static void join(Future<?> task) {
        try {
            computed = task.get() == null ? 1 : 0;
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /// More tasks than threads, each of which is there again once it has ended.
    private static void queueTasks(Executor executor) {
        for (int i = 0; i < TASKS; i++) {
            executor.execute(() -> repeatIn(executor));
        }
    }

    private static void repeatIn(Executor executor) {
        sleep(50);
        executor.execute(() -> repeatIn(executor));
    }

    /// The same, whose tasks wait for data that does not come.
    private static void readIn(Executor executor) throws IOException {
        try (var server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            for (int i = 0; i < TASKS; i++) {
                var client = connection(server);
                client.setSoTimeout(50);
                executor.execute(() -> read(client, executor));
            }
        }
    }

    /// Nothing is ever sent over it.
    private static Socket connection(ServerSocket server) throws IOException {
        var client = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
        KEPT.add(client);
        KEPT.add(server.accept());
        return client;
    }

    private static void read(Socket client, Executor executor) {
        try {
            computed = client.getInputStream().read();
        } catch (SocketTimeoutException nothing) {
            executor.execute(() -> read(client, executor));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Requests that read from a service which sends nothing.
    private static void serveFromPartner() throws IOException, InterruptedException {
        var connections = new ConcurrentLinkedQueue<Socket>();
        try (var partner = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            for (int i = 0; i < MANY; i++) {
                connections.add(connection(partner));
            }
        }
        serve(exchange -> readForever(connections.remove()));
    }

    /// A server half of whose requests are in a call, while the threads of the others are free.
    private static void serve(HttpHandler call) throws IOException, InterruptedException {
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        var server = HttpServer.create(address, 0);
        KEPT.add(server);
        server.setExecutor(keep(executor(MANY)));
        var begun = new CountDownLatch(MANY);
        server.createContext(
                "/call",
                exchange -> {
                    begun.countDown();
                    call.handle(exchange);
                });
        server.createContext(
                "/",
                exchange -> {
                    exchange.sendResponseHeaders(204, -1);
                    exchange.close();
                    begun.countDown();
                });
        server.start();
        for (int i = 0; i < MANY; i++) {
            var client = new Socket(address.getAddress(), server.getAddress().getPort());
            KEPT.add(client);
            var path = i % 2 == 0 ? "/call" : "/";
            client.getOutputStream()
                    .write(
                            "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n"
                                    .formatted(path)
                                    .getBytes(StandardCharsets.US_ASCII));
        }
        begun.await();
    }

    private static void readForever(Socket partner) {
        try {
            computed = partner.getInputStream().read();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Tasks that read what does not come, on all threads of their executor.
    private static void executeFromPartner() throws IOException, InterruptedException {
        var executor = keep(executor(2));
        var begun = new CountDownLatch(2);
        try (var partner = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            for (int i = 0; i < 2; i++) {
                var client = connection(partner);
                executor.execute(() -> {
                    begun.countDown();
                    readForever(client);
                });
            }
        }
        begun.await();
    }

    /// The only thread of a timer reads what does not come.
    private static void scheduleFromPartner() throws IOException, InterruptedException {
        var begun = new CountDownLatch(1);
        var timer = new Timer("mail", true);
        KEPT.add(timer);
        try (var partner = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            var client = connection(partner);
            timer.schedule(
                    new TimerTask() {
                        @Override
                        public void run() {
                            begun.countDown();
                            readForever(client);
                        }
                    },
                    0);
        }
        begun.await();
    }

    /// Tasks of 100 ms that are due every 100 ms, on one thread.
    private static void schedule() {
        var timer = Executors.newScheduledThreadPool(1, PLATFORM.name("timer-", 1).factory());
        keep(timer);
        for (int i = 0; i < MANY; i++) {
            KEPT.add(timer.scheduleAtFixedRate(() -> sleep(100), 0, 100, TimeUnit.MILLISECONDS));
        }
    }

    /// One for each task, which is not ended.
    private static void makeExecutors() {
        while (true) {
            var executor = Executors.newSingleThreadExecutor();
            KEPT.add(executor);
            executor.execute(FaultyWaits::compute);
            sleep(200);
        }
    }

    private static void compute() {
        computed = System.nanoTime();
    }

    private static void blockCleaner() {
        var cleaner = Cleaner.create();
        var cleaned = new CountDownLatch(1);
        KEPT.add(cleaner);
        KEPT.add(cleaner.register(new Object(), () -> block(cleaned)));
        while (cleaned.getCount() > 0) {
            System.gc();
            sleep(10);
        }
    }

    private static void block(CountDownLatch begun) {
        begun.countDown();
        sleep(600_000);
    }

    private static void acceptNothing() throws IOException {
        var server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        KEPT.add(server);
        for (int i = 0; i < MANY; i++) {
            var client = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
            client.getOutputStream().write(1);
            KEPT.add(client);
        }
    }

    private static void computeForever() {
        while (true) {
            compute();
        }
    }

    /// Tasks in the same call at most moments, each of which ends and submits the next one. A free
    /// thread may get none of them.
    private static void repeatShortTasks(int threads) {
        var executor = keep(executor(threads));
        executor.execute(() -> computeIn(executor));
    }

    private static void computeIn(Executor executor) {
        for (int i = 0; i < 100_000; i++) {
            compute();
        }
        executor.execute(() -> computeIn(executor));
    }

    /// A task that waits for what there is to do, and never ends.
    private static void consume() {
        var queue = new ArrayBlockingQueue<Integer>(2);
        try {
            computed = queue.take();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
