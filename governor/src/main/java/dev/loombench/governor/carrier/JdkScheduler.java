package dev.loombench.governor.carrier;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.lang.management.PlatformManagedObject;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/// The JDK's own scheduler through its management bean, which came with JDK 24. Bound by name,
/// because this library also runs on JDK 21, where there is nothing to bind.
final class JdkScheduler implements Scheduler {
    private static final String BEAN = "jdk.management.VirtualThreadSchedulerMXBean";

    /// What the pool of carriers says of itself, in `jcmd PID Thread.vthread_scheduler`.
    private static final Pattern TAKEN = Pattern.compile("steals = (\\d+)");

    private static final ObjectName DIAGNOSTICS = diagnostics();

    private final MethodHandle parallelism;
    private final MethodHandle setParallelism;
    private final MethodHandle poolSize;
    private final MethodHandle mounted;
    private final MethodHandle queued;

    private JdkScheduler(Class<? extends PlatformManagedObject> type)
            throws ReflectiveOperationException {
        var bean = ManagementFactory.getPlatformMXBean(type);
        if (bean == null) {
            throw new ClassNotFoundException(BEAN + " is not offered by this JVM");
        }
        parallelism = bind(type, bean, "getParallelism", int.class);
        setParallelism = bind(type, bean, "setParallelism", void.class, int.class);
        poolSize = bind(type, bean, "getPoolSize", int.class);
        mounted = bind(type, bean, "getMountedVirtualThreadCount", int.class);
        queued = bind(type, bean, "getQueuedVirtualThreadCount", long.class);
    }

    /// @throws UnsupportedOperationException before JDK 24, and where the JVM has no such bean
    static JdkScheduler find() {
        try {
            var scheduler =
                    new JdkScheduler(Class.forName(BEAN).asSubclass(PlatformManagedObject.class));
            if (scheduler.carriers() < 0) {
                throw new UnsupportedOperationException(
                        "this JVM gives each virtual thread a thread of its own: there are no carriers to govern");
            }
            return scheduler;
        } catch (ReflectiveOperationException e) {
            throw new UnsupportedOperationException(
                    "carriers cannot be governed on JDK %s: %s"
                            .formatted(Runtime.version(), whatIsMissing()),
                    e);
        }
    }

    private static String whatIsMissing() {
        return Runtime.version().feature() < 24
                ? BEAN
                        + " came with JDK 24; before that, the number is set once, by -Djdk.virtualThreadScheduler.parallelism"
                : BEAN + " is missing; is the module jdk.management in this runtime?";
    }

    private static MethodHandle bind(
            Class<?> type, Object bean, String name, Class<?> result, Class<?>... arguments)
            throws ReflectiveOperationException {
        return MethodHandles.publicLookup()
                .findVirtual(type, name, MethodType.methodType(result, arguments))
                .bindTo(bean);
    }

    @Override
    public int parallelism() {
        try {
            return (int) parallelism.invokeExact();
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    @Override
    public void parallelism(int carriers) {
        try {
            setParallelism.invokeExact(carriers);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    @Override
    public int carriers() {
        try {
            return (int) poolSize.invokeExact();
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    @Override
    public int mounted() {
        try {
            return (int) mounted.invokeExact();
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    @Override
    public long queued() {
        try {
            return (long) queued.invokeExact();
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    /// What a carrier took over from a queue of all; turns that it took from its own are not
    /// counted.
    @Override
    public OptionalLong turns() {
        try {
            var said =
                    ManagementFactory.getPlatformMBeanServer()
                            .invoke(DIAGNOSTICS, "threadVthreadScheduler", null, null);
            var taken = TAKEN.matcher(String.valueOf(said));
            return taken.find()
                    ? OptionalLong.of(Long.parseLong(taken.group(1)))
                    : OptionalLong.empty();
        } catch (JMException unknown) {
            return OptionalLong.empty(); // a JVM without that command
        }
    }

    private static ObjectName diagnostics() {
        try {
            return new ObjectName("com.sun.management:type=DiagnosticCommand");
        } catch (MalformedObjectNameException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /// The bean declares no checked exception; what it throws is passed on as it is.
    private static RuntimeException failed(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return e instanceof RuntimeException runtime ? runtime : new IllegalStateException(e);
    }
}
