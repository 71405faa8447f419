package dev.loombench.jmx;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import javax.management.MBeanServerFactory;

/// Figures that need the module `java.management`, which a runtime may lack.
final class ManagementFigures {
    private ManagementFigures() {}

    /// Whether anything in this JVM may have published a bean.
    static boolean publishes() {
        return !MBeanServerFactory.findMBeanServer(null).isEmpty();
    }

    static long directBytes() {
        for (var pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
            if (pool.getName().equals("direct")) {
                return pool.getMemoryUsed();
            }
        }
        return -1;
    }
}
