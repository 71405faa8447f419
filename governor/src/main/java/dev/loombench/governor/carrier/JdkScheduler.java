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

/// The JDK's virtual-thread scheduler, accessed through its management bean, which exists since JDK
/// 24. The bean is bound by name because this library also runs on JDK 21.
final class JdkScheduler implements Scheduler {
    private static final String BEAN = "jdk.management.VirtualThreadSchedulerMXBean";

    /// The count of steals in the carrier pool's report, as in `jcmd PID Thread.vthread_scheduler`.
    private static final Pattern STEALS = Pattern.compile("steals = (\\d+)");

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
            throw new ClassNotFoundException(BEAN + " is not available in this JVM");
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
                        "this JVM runs each virtual thread on its own platform thread, so it has no carriers");
            }
            return scheduler;
        } catch (ReflectiveOperationException e) {
            throw new UnsupportedOperationException(
                    "the number of carriers cannot be changed on JDK %s: %s"
                            .formatted(Runtime.version(), missingFeature()),
                    e);
        }
    }

    private static String missingFeature() {
        return Runtime.version().feature() < 24
                ? BEAN
                        + " exists since JDK 24; on older JDKs the parallelism can be set only at startup, by -Djdk.virtualThreadScheduler.parallelism"
                : BEAN + " is missing; check that the runtime contains the module jdk.management";
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
            throw unchecked(e);
        }
    }

    @Override
    public void parallelism(int carriers) {
        try {
            setParallelism.invokeExact(carriers);
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    @Override
    public int carriers() {
        try {
            return (int) poolSize.invokeExact();
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    @Override
    public int mounted() {
        try {
            return (int) mounted.invokeExact();
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    @Override
    public long queued() {
        try {
            return (long) queued.invokeExact();
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    /// The number of times that a carrier took a virtual thread from another queue; turns from its
    /// own queue are not counted.
    @Override
    public OptionalLong turns() {
        try {
            var report =
                    ManagementFactory.getPlatformMBeanServer()
                            .invoke(DIAGNOSTICS, "threadVthreadScheduler", null, null);
            var steals = STEALS.matcher(String.valueOf(report));
            return steals.find()
                    ? OptionalLong.of(Long.parseLong(steals.group(1)))
                    : OptionalLong.empty();
        } catch (JMException unknown) {
            return OptionalLong.empty(); // this JVM lacks the command
        }
    }

    private static ObjectName diagnostics() {
        try {
            return new ObjectName("com.sun.management:type=DiagnosticCommand");
        } catch (MalformedObjectNameException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /// Unwraps a failure of the bean, which declares no checked exceptions.
    private static RuntimeException unchecked(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return e instanceof RuntimeException runtime ? runtime : new IllegalStateException(e);
    }
}
