package dev.loombench.observe;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanConstructorInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanNotificationInfo;
import javax.management.MBeanOperationInfo;
import javax.management.ObjectName;

/// A program to be observed: executes the commands on its standard input and replies to each with
/// one number, its own view of the metric in question. Ends with its input. Runs on JDK 21, too.
final class ScriptableProgram {
    private static final List<Object> HELD = new ArrayList<>();

    /// Requests that wait for each pool that is published.
    private static final int WAITING = 40;

    @SuppressWarnings("unused") // written so that what is allocated cannot be optimised away
    private static volatile Object garbage = "";

    private static volatile int pinMillis;

    private ScriptableProgram() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        System.out.println("up");
        try (var commands =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII))) {
            for (var command = commands.readLine();
                    command != null;
                    command = commands.readLine()) {
                var words = command.split(" ", -1);
                System.out.println(execute(words[0], Integer.parseInt(words[1])));
            }
        }
    }

    private static long execute(String command, int amount)
            throws IOException, InterruptedException {
        return switch (command) {
            case "cpu" -> cpuNanos();
            case "burn-ms" -> burn(amount);
            case "burn-threads" -> burnThreads(amount);
            case "threads" -> threads(amount);
            case "end-threads" -> endThreads();
            case "naps" -> naps(amount);
            case "direct-bytes" -> hold(ByteBuffer.allocateDirect(amount), amount);
            case "heap-mib" -> hold(touched(amount), amount);
            case "fill-metadata" -> fillMetadata(amount);
            case "drop" -> drop();
            case "garbage-mib" -> makeGarbage(amount);
            case "gc" -> collect(amount);
            case "pauses" -> pauses();
            case "spin-virtual" -> spin(amount);
            case "pin-virtual" -> pin(amount);
            case "sleep-virtual" -> sleep(amount);
            case "publish-pool" -> publishPool(amount);
            case "publish-pools" -> publishPools(amount);
            case "exit" -> exit(amount);
            default -> throw new IllegalArgumentException("unknown command " + command);
        };
    }

    private static long cpuNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    /// A bean with these attributes.
    private record Published(Map<String, Object> values) implements DynamicMBean {
        @Override
        public Object getAttribute(String name) throws AttributeNotFoundException {
            var value = values.get(name);
            if (value == null) {
                throw new AttributeNotFoundException(name);
            }
            return value;
        }

        @Override
        public AttributeList getAttributes(String[] names) {
            var known = new AttributeList();
            for (var name : names) {
                var value = values.get(name);
                if (value != null) {
                    known.add(new Attribute(name, value));
                }
            }
            return known;
        }

        @Override
        public void setAttribute(Attribute attribute) {
            throw new UnsupportedOperationException(attribute.getName());
        }

        @Override
        public AttributeList setAttributes(AttributeList attributes) {
            throw new UnsupportedOperationException(attributes.toString());
        }

        @Override
        public Object invoke(String operation, Object[] arguments, String[] signature) {
            throw new UnsupportedOperationException(operation);
        }

        @Override
        public MBeanInfo getMBeanInfo() {
            return new MBeanInfo(
                    Published.class.getName(),
                    "a pool",
                    new MBeanAttributeInfo[0],
                    new MBeanConstructorInfo[0],
                    new MBeanOperationInfo[0],
                    new MBeanNotificationInfo[0]);
        }
    }

    /// A pool of a size under the names of HikariCP.
    private static long publishPool(int size) {
        for (var type : List.of("Pool", "PoolConfig")) {
            publish(
                    "com.zaxxer.hikari:type=%s (shop)".formatted(type),
                    Map.of(
                            "ActiveConnections", size,
                            "ThreadsAwaitingConnection", WAITING,
                            "MaximumPoolSize", size));
        }
        return size;
    }

    /// Pools of a size under the names of other libraries.
    private static long publishPools(int size) {
        publish(
                "oracle.ucp.admin.UniversalConnectionPoolMBean:name=UniversalConnectionPoolManager(1),poolName=shop",
                Map.of(
                        "maxPoolSize", size,
                        "borrowedConnectionsCount", size,
                        "pendingRequestsCount", WAITING));
        publish(
                "io.r2dbc.pool:type=ConnectionPool,name=shop",
                Map.of(
                        "MaxAllocatedSize", size,
                        "AcquiredSize", size,
                        "PendingAcquireSize", WAITING));
        publish(
                "com.mchange.v2.c3p0:type=PooledDataSource,identityToken=2saeu7,name=users",
                Map.of(
                        "maxPoolSize", size,
                        "numBusyConnectionsDefaultUser", size,
                        "numThreadsAwaitingCheckoutDefaultUser", WAITING));
        publish(
                "com.alibaba.druid:type=DruidDataSource,id=77",
                Map.of("MaxActive", size, "ActiveCount", size, "WaitThreadCount", WAITING));
        publishObjectPool(
                "org.apache.commons.pool2:type=GenericObjectPool,name=pool",
                size,
                "redis.clients.jedis.JedisFactory<redis.clients.jedis.Jedis>");
        publishObjectPool(
                "org.apache.commons.pool2:type=GenericObjectPool,name=pool2",
                size,
                "io.lettuce.core.support.ConnectionPoolSupport$RedisPooledObjectFactory<java.lang.Object>");
        publishObjectPool(
                "org.apache.commons.pool2:type=GenericObjectPool,name=pool3",
                size,
                "shop.PrinterFactory<shop.Printer>");
        publishObjectPool(
                "org.apache.commons.pool2:type=GenericObjectPool,name=unlimited",
                -1,
                "shop.PrinterFactory<shop.Printer>");
        var dataSource = "shop:name=orders,connectionpool=connections";
        publishObjectPool(
                dataSource,
                size,
                "org.apache.commons.dbcp2.PoolableConnectionFactory<org.apache.commons.dbcp2.PoolableConnection>");
        publish(
                dataSource + ",connection=1,statementpool=statements",
                Map.of("MaxTotal", size, "NumActive", size, "NumWaiters", WAITING));
        return size;
    }

    private static void publishObjectPool(String name, int size, String factory) {
        publish(
                name,
                Map.of(
                        "MaxTotal", size,
                        "NumActive", size,
                        "NumWaiters", WAITING,
                        "FactoryType", factory));
    }

    private static void publish(String name, Map<String, Object> values) {
        try {
            ManagementFactory.getPlatformMBeanServer()
                    .registerMBean(new Published(values), new ObjectName(name));
        } catch (JMException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long burn(int millis) {
        var threads = ManagementFactory.getThreadMXBean();
        long start = threads.getCurrentThreadCpuTime();
        while (threads.getCurrentThreadCpuTime() - start < millis * 1_000_000L) {
            Thread.onSpinWait();
        }
        return threads.getCurrentThreadCpuTime() - start;
    }

    /// One thread after another, each of which uses 20 ms of CPU.
    private static long burnThreads(int count) throws InterruptedException {
        var total = new AtomicLong();
        for (int i = 0; i < count; i++) {
            var thread = Thread.ofPlatform().start(() -> total.addAndGet(burn(20)));
            thread.join();
        }
        return total.get();
    }

    /// Replies once all of them wait.
    private static long threads(int count) {
        for (int i = 0; i < count; i++) {
            var waiting = Thread.ofPlatform().daemon().start(ScriptableProgram::park);
            HELD.add(waiting);
            awaitState(waiting, Thread.State.WAITING);
        }
        return ManagementFactory.getThreadMXBean().getThreadCount();
    }

    private static void awaitState(Thread thread, Thread.State state) {
        while (thread.getState() != state) {
            Thread.onSpinWait();
        }
    }

    private static void park() {
        while (!Thread.currentThread().isInterrupted()) {
            LockSupport.park();
        }
    }

    private static long endThreads() throws InterruptedException {
        for (var held : HELD) {
            if (held instanceof Thread thread) {
                thread.interrupt();
                thread.join();
            }
        }
        return 0;
    }

    private static long naps(int count) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            Thread.sleep(1);
        }
        return count;
    }

    private static long hold(Object object, int size) {
        HELD.add(object);
        return size;
    }

    private static byte[] touched(int mebibytes) {
        var bytes = new byte[mebibytes << 20];
        Arrays.fill(bytes, (byte) 1);
        return bytes;
    }

    /// Loads this class again until there is no room for its metadata, and drops it.
    private static long fillMetadata(int most) throws IOException {
        int loaded = 0;
        try (var file =
                Objects.requireNonNull(
                        ScriptableProgram.class.getResourceAsStream("ScriptableProgram.class"))) {
            var code = file.readAllBytes();
            while (loaded < most) {
                HELD.add(new OneClassLoader().load(code));
                loaded++;
            }
        } catch (OutOfMemoryError e) {
            HELD.clear();
        }
        return loaded;
    }

    private static final class OneClassLoader extends ClassLoader {
        Class<?> load(byte[] code) {
            return defineClass(null, code, 0, code.length);
        }
    }

    private static long drop() {
        HELD.clear();
        return 0;
    }

    private static long makeGarbage(int mebibytes) {
        for (int i = 0; i < mebibytes * 16; i++) {
            garbage = new byte[1 << 16];
        }
        return collections();
    }

    private static long collect(int times) {
        for (int i = 0; i < times; i++) {
            System.gc();
        }
        return collections();
    }

    private static long collections() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                .sum();
    }

    /// Of a concurrent collector, whose cycles have a bean of their own.
    private static long pauses() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .filter(bean -> bean.getName().endsWith(" Pauses"))
                .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                .sum();
    }

    private static long spin(int count) {
        for (int i = 0; i < count; i++) {
            Thread.ofVirtual()
                    .start(() -> {
                        while (true) {
                            Thread.onSpinWait();
                        }
                    });
        }
        return count;
    }

    /// Replies once all of them sleep.
    private static long sleep(int count) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            var sleeper = Thread.ofVirtual().start(ScriptableProgram::sleepLong);
            HELD.add(sleeper);
            awaitState(sleeper, Thread.State.TIMED_WAITING);
        }
        return count;
    }

    private static void sleepLong() {
        try {
            Thread.sleep(100_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// A thread keeps its carrier while it initialises a class.
    private static long pin(int millis) throws InterruptedException {
        pinMillis = millis;
        Thread.ofVirtual().start(() -> HELD.add(new PinningInitializer())).join();
        return millis;
    }

    private static final class PinningInitializer {
        static {
            try {
                Thread.sleep(pinMillis);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static long exit(int code) {
        Runtime.getRuntime().halt(code);
        return code;
    }
}
