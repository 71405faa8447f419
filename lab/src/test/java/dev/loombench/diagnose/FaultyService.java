package dev.loombench.diagnose;

import java.io.FileInputStream;
import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import javax.sql.DataSource;

/// A service with one fault, which its argument names. Prints `READY` once the fault is there, and
/// ends with its input.
public final class FaultyService {
    private static final int THREADS = 40;
    private static final int MANY = 2_000;
    private static final ThreadLocal<byte[]> CACHE = ThreadLocal.withInitial(() -> new byte[1024]);
    private static final List<Thread> STARTED = new ArrayList<>();

    @SuppressWarnings("unused") // written so that what is computed cannot be optimised away
    private static volatile long computed;

    private FaultyService() {}

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "healthy" -> start(THREADS, FaultyService::serveCalmly);
            case "native" -> occupyAndQueue(FaultyService::pollForever);
            case "file" -> occupyAndQueue(() -> readForever(args[1]));
            case "hog" -> occupyAndQueue(FaultyService::computeForever);
            case "initialiser" -> occupyAndQueue(SlowClass::use);
            case "pool" -> exhaustPool();
            case "queue" -> queue();
            case "quota" -> Thread.ofPlatform().daemon().start(FaultyService::computeForever);
            default -> throw new IllegalArgumentException(args[0]);
        }
        System.out.println("READY");
        while (System.in.read() >= 0) {
            // until the test ends
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
        var type = Class.forName("com.zaxxer.hikari.HikariDataSource");
        var pool = type.getConstructor().newInstance();
        type.getMethod("setPoolName", String.class).invoke(pool, "shop");
        type.getMethod("setRegisterMbeans", boolean.class).invoke(pool, true);
        type.getMethod("setMaximumPoolSize", int.class).invoke(pool, 2);
        type.getMethod("setConnectionTimeout", long.class).invoke(pool, 600_000L);
        type.getMethod("setDataSource", DataSource.class).invoke(pool, backend());
        start(THREADS, () -> holdConnection((DataSource) pool));
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
