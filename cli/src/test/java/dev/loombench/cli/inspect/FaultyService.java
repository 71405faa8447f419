package dev.loombench.cli.inspect;

import java.io.FileInputStream;
import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import javax.sql.DataSource;

/// A service with one fault, which its argument names. Prints `READY` once the fault is there, and
/// ends with its input.
public final class FaultyService {
    private static final int THREADS = 40;
    private static final int MANY = 2_000;

    /// A few would mostly be parked: each parks for a moment after 255 turns.
    private static final int SPINNING = 200;

    private static final ThreadLocal<byte[]> CACHE = ThreadLocal.withInitial(() -> new byte[1024]);
    private static final List<Thread> STARTED = new ArrayList<>();

    private static final int LIVE_BYTES = 128;
    private static final List<byte[]> LIVE = new ArrayList<>();

    @SuppressWarnings("unused") // written so that allocation cannot be optimised away
    private static volatile byte[] garbage = {};

    @SuppressWarnings("unused") // written so that what is computed cannot be optimised away
    private static volatile long computed;

    private FaultyService() {}

    public static void main(String[] args) throws Exception {
        begin(args);
        System.out.println("READY");
        while (System.in.read() >= 0) {
            // until the test ends
        }
    }

    /// @param args the fault, and for some a pipe or a share of the heap
    static void begin(String... args) throws Exception {
        switch (args[0]) {
            case "healthy" -> start(THREADS, FaultyService::serveCalmly);
            case "native" -> occupyAndQueue(FaultyService::pollForever);
            case "file" -> occupyAndQueue(() -> readForever(args[1]));
            case "hog" -> occupyAndQueue(FaultyService::computeForever);
            case "initialiser" -> occupyAndQueue(SlowClass::use);
            case "pool" -> exhaustPool();
            case "spinning" -> spinInPool();
            case "executor" -> exhaustExecutor();
            case "queue" -> queue();
            case "collections" -> collect(Double.parseDouble(args[1]));
            case "collections-native" -> collectBesideNativeCode(Double.parseDouble(args[1]));
            case "stops" -> stopBesideWork();
            case "growth" -> Thread.ofPlatform().daemon().start(FaultyService::keepMore);
            case "quota" -> Thread.ofPlatform().daemon().start(FaultyService::computeForever);
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void start(int count, Runnable task) {
        for (int i = 0; i < count; i++) {
            STARTED.add(Thread.ofVirtual().start(task));
        }
    }

    /// The first thread takes a carrier; more than there are carriers follow it.
    private static void occupyAndQueue(Runnable task) throws InterruptedException {
        var begun = new CountDownLatch(1);
        start(
                THREADS,
                () -> {
                    begun.countDown();
                    task.run();
                });
        begun.await();
    }

    private static void serveCalmly() {
        while (true) {
            sleep(Duration.ofMillis(50));
            computed = System.nanoTime();
        }
    }

    /// The carriers have work, and the JVM stops all threads again and again.
    private static void stopBesideWork() {
        start(THREADS, FaultyService::yieldForever);
        Thread.ofPlatform().daemon().start(FaultyWaits::countObjects);
    }

    @SuppressWarnings("ThreadPriorityCheck") // the turns are the point
    private static void yieldForever() {
        while (true) {
            Thread.yield();
        }
    }

    private static void sleep(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void pollForever() {
        while (true) {
            Native.poll(1_000);
        }
    }

    /// The C library's `poll` without descriptors, which waits.
    @SuppressWarnings("restricted")
    private static final class Native {
        private static final MethodHandle POLL =
                Linker.nativeLinker()
                        .downcallHandle(
                                Linker.nativeLinker().defaultLookup().find("poll").orElseThrow(),
                                FunctionDescriptor.of(
                                        ValueLayout.JAVA_INT,
                                        ValueLayout.ADDRESS,
                                        ValueLayout.JAVA_LONG,
                                        ValueLayout.JAVA_INT));

        static void poll(int millis) {
            try {
                var _ = (int) POLL.invokeExact(MemorySegment.NULL, 0L, millis);
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /// Nothing is ever written to the pipe.
    private static void readForever(String pipe) {
        try (var in = new FileInputStream(pipe)) {
            computed = in.read();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void computeForever() {
        while (true) {
            Thread.onSpinWait();
        }
    }

    /// Initialised by the first thread, for which all others wait.
    private static final class SlowClass {
        static {
            sleep(Duration.ofMinutes(10));
        }

        private SlowClass() {}

        static void use() {
            computed = System.nanoTime();
        }
    }

    /// HikariCP with two connections, which all are held.
    private static void exhaustPool() throws ReflectiveOperationException {
        var pool = hikari(2, Thread.ofPlatform().daemon().factory());
        start(THREADS, () -> holdConnection(pool));
    }

    private static DataSource hikari(int connections, ThreadFactory threads)
            throws ReflectiveOperationException {
        var type = Class.forName("com.zaxxer.hikari.HikariDataSource");
        var pool = type.getConstructor().newInstance();
        type.getMethod("setPoolName", String.class).invoke(pool, "shop");
        type.getMethod("setRegisterMbeans", boolean.class).invoke(pool, true);
        type.getMethod("setMaximumPoolSize", int.class).invoke(pool, connections);
        type.getMethod("setConnectionTimeout", long.class).invoke(pool, 600_000L);
        type.getMethod("setThreadFactory", ThreadFactory.class).invoke(pool, threads);
        type.getMethod("setDataSource", DataSource.class).invoke(pool, backend());
        return (DataSource) pool;
    }

    /// HikariCP whose returning threads spin: a borrower counts as waiting and takes nothing, as
    /// one that lost its processor does for a moment. Here the factory of the pool's threads, which
    /// it calls in between, never returns.
    private static void spinInPool() throws ReflectiveOperationException, InterruptedException {
        var stuck = new CountDownLatch(1);
        var made = new CopyOnWriteArrayList<Thread>();
        var full = new AtomicBoolean();
        var pool =
                hikari(
                        SPINNING,
                        task -> {
                            if (full.get()) {
                                stuck.countDown();
                                sleep(Duration.ofMinutes(10));
                            }
                            var thread = Thread.ofPlatform().daemon().unstarted(task);
                            made.add(thread);
                            return thread;
                        });
        var held = new CountDownLatch(SPINNING);
        start(SPINNING, () -> returnConnection(pool, held, stuck));
        held.await();
        full.set(true);
        LongSupplier alive = () -> made.stream().filter(Thread::isAlive).count();
        long threads = alive.getAsLong();
        while (threads > 1 && alive.getAsLong() == threads) { // one is of housekeeping
            sleep(Duration.ofMillis(20)); // until the thread that adds connections ends, after 5 s
        }
        Thread.ofPlatform().daemon().start(() -> holdConnection(pool));
        stuck.await();
        start(2, FaultyService::serveCalmly);
    }

    private static void returnConnection(
            DataSource pool, CountDownLatch held, CountDownLatch stuck) {
        try (var _ = pool.getConnection()) {
            held.countDown();
            stuck.await();
        } catch (SQLException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Four platform threads, for which tasks of 50 ms wait.
    private static void exhaustExecutor() throws JMException {
        var pool = new ThreadPoolExecutor(4, 4, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        pool.setThreadFactory(Thread.ofPlatform().daemon().factory());
        ManagementFactory.getPlatformMBeanServer()
                .registerMBean(
                        new StandardMBean(new Published(pool), ExecutorBean.class, true),
                        new ObjectName("com.example:type=Orders,name=orders"));
        for (int i = 0; i < THREADS; i++) {
            pool.execute(new Repeated(pool));
        }
    }

    /// A task that is there again once it has ended.
    private record Repeated(ThreadPoolExecutor pool) implements Runnable {
        @Override
        public void run() {
            sleep(Duration.ofMillis(50));
            pool.execute(this);
        }
    }

    /// What services publish of their executors.
    public interface ExecutorBean {
        int getActiveCount();

        int getMaximumPoolSize();

        int getQueueSize();

        long getCompletedTaskCount();
    }

    private record Published(ThreadPoolExecutor pool) implements ExecutorBean {
        @Override
        public int getActiveCount() {
            return pool.getActiveCount();
        }

        @Override
        public int getMaximumPoolSize() {
            return pool.getMaximumPoolSize();
        }

        @Override
        public int getQueueSize() {
            return pool.getQueue().size();
        }

        @Override
        public long getCompletedTaskCount() {
            return pool.getCompletedTaskCount();
        }
    }

    private static void holdConnection(DataSource pool) {
        try (var _ = pool.getConnection()) {
            sleep(Duration.ofMinutes(10));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /// A database whose connections do nothing.
    private static DataSource backend() {
        var connection =
                proxy(
                        Connection.class,
                        (_, method, _) ->
                                switch (method.getReturnType().getName()) {
                                    case "boolean" -> method.getName().equals("isValid");
                                    case "int" -> 0;
                                    default -> null;
                                });
        return proxy(
                DataSource.class,
                (_, method, _) -> method.getName().equals("getConnection") ? connection : null);
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(
                        FaultyService.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    /// Virtual threads that allocate, in short turns, in a heap of which a share lives.
    @SuppressWarnings("ThreadPriorityCheck") // the turns are the point
    private static void collect(double share) {
        fill(share);
        start(
                THREADS,
                () -> {
                    while (true) {
                        allocate();
                        Thread.yield();
                    }
                });
    }

    /// A platform thread that allocates and rests, beside virtual threads in native code.
    private static void collectBesideNativeCode(double share) throws InterruptedException {
        fill(share);
        occupyAndQueue(FaultyService::pollForever);
        Thread.ofPlatform()
                .daemon()
                .start(() -> {
                    while (true) {
                        long start = System.nanoTime();
                        for (int i = 0; i < 100; i++) {
                            allocate();
                        }
                        sleep(Duration.ofNanos(System.nanoTime() - start));
                    }
                });
    }

    /// 10 kB each 5 ms, and 35 MB at most.
    private static void keepMore() {
        for (int i = 0; i < 3_500; i++) {
            LIVE.add(new byte[10_000]);
            sleep(Duration.ofMillis(5));
        }
    }

    /// Small objects, which take a collector longer than large ones.
    private static void fill(double share) {
        long objects = (long) (share * Runtime.getRuntime().maxMemory() / LIVE_BYTES);
        for (long i = 0; i < objects; i++) {
            LIVE.add(new byte[LIVE_BYTES - 24]); // a header of 16 bytes, a reference of 4 to 8
        }
    }

    private static void allocate() {
        for (int i = 0; i < 20; i++) {
            garbage = new byte[10_000];
        }
    }

    /// Threads with a cache each wait for one permit.
    private static void queue() throws InterruptedException {
        var permit = new Semaphore(1);
        permit.acquire();
        var cached = new CountDownLatch(MANY);
        start(
                MANY,
                () -> {
                    computed = CACHE.get().length;
                    cached.countDown();
                    permit.acquireUninterruptibly();
                });
        cached.await();
    }
}
