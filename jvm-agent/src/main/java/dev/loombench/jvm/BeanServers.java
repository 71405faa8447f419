package dev.loombench.jvm;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.PlatformManagedObject;
import java.util.List;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/// The bean server that replies to a call.
///
/// It is the platform's once anything in this JVM has created one. Until then it is a private one,
/// with those beans of the JDK that a call names: the platform's creates all beans of the JDK,
/// which takes about 0.3 s of CPU, and a JVM without it publishes no others. A call that needs any
/// other bean of the JDK creates the platform's.
///
/// Not thread-safe.
final class BeanServers {
    /// Beans that can be had alone, by the beginning of their names.
    private static final List<String> ALONE =
            List.of(
                    "java.lang:type=Memory",
                    "java.lang:type=Runtime",
                    "java.lang:type=OperatingSystem",
                    "java.lang:type=Threading",
                    "java.nio:type=BufferPool,name=",
                    "com.sun.management:type=HotSpotDiagnostic",
                    "jdk.management:type=VirtualThreadScheduler");

    private final MBeanServer own = MBeanServerFactory.newMBeanServer();
    private boolean platform;

    /// @param arguments of a call: a name or pattern comes first
    MBeanServer of(@Nullable Object[] arguments) {
        platform =
                platform
                        || !MBeanServerFactory.findMBeanServer(null).isEmpty()
                        || !isServed(arguments);
        return platform ? ManagementFactory.getPlatformMBeanServer() : own;
    }

    private boolean isServed(@Nullable Object[] arguments) {
        if (arguments.length == 0 || !(arguments[0] instanceof ObjectName)) {
            return false;
        }
        var name = (ObjectName) arguments[0];
        if (name.isPropertyListPattern() || name.isPropertyValuePattern()) {
            return !isOfJdk(name); // beans of others are published on the platform's
        }
        return own.isRegistered(name) || isServedAlone(name) || !isOfJdk(name);
    }

    private static boolean isOfJdk(ObjectName name) {
        return name.getDomain().matches("(java|jdk|com\\.sun)\\b.*");
    }

    private boolean isServedAlone(ObjectName name) {
        if (ALONE.stream().noneMatch(name.getCanonicalName()::startsWith)
                && ALONE.stream().noneMatch(name.toString()::startsWith)) {
            return false;
        }
        try {
            for (var bean : beans(name.getKeyProperty("type"))) {
                if (bean.getObjectName().equals(name)) {
                    own.registerMBean(bean, name);
                    return true;
                }
            }
            return true; // this JVM has no such bean
        } catch (JMException | ReflectiveOperationException e) {
            return false;
        }
    }

    private static List<? extends PlatformManagedObject> beans(String type)
            throws ReflectiveOperationException {
        switch (type) {
            case "Memory":
                return List.of(ManagementFactory.getMemoryMXBean());
            case "Runtime":
                return List.of(ManagementFactory.getRuntimeMXBean());
            case "OperatingSystem":
                return List.of(ManagementFactory.getOperatingSystemMXBean());
            case "Threading":
                return List.of(ManagementFactory.getThreadMXBean());
            case "BufferPool":
                return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class);
            case "HotSpotDiagnostic":
                return named("com.sun.management.HotSpotDiagnosticMXBean");
            default:
                return named("jdk.management.VirtualThreadSchedulerMXBean");
        }
    }

    private static List<? extends PlatformManagedObject> named(String type)
            throws ReflectiveOperationException {
        try {
            var bean = Class.forName(type).asSubclass(PlatformManagedObject.class);
            return ManagementFactory.getPlatformMXBeans(bean);
        } catch (ClassNotFoundException older) {
            return List.of();
        }
    }
}
