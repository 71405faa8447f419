package dev.loombench.observe.jmx;

import java.io.IOException;
import java.util.Optional;
import javax.management.ObjectName;

/// The bean of the scheduler of virtual threads (`VirtualThreadSchedulerMXBean`, JDK 24). Reading
/// it starts the scheduler where the JVM has run no virtual threads.
final class SchedulerBean {
    private static final ObjectName NAME =
            JmxConnection.bean("jdk.management:type=VirtualThreadScheduler");

    private SchedulerBean() {}

    static boolean exists(JmxConnection connection) throws IOException {
        return !connection.names(NAME).isEmpty();
    }

    /// @return empty before JDK 24
    static Optional<SchedulerState> read(JmxConnection connection) throws IOException {
        var bean =
                connection.attributes(
                        NAME,
                        "Parallelism",
                        "PoolSize",
                        "MountedVirtualThreadCount",
                        "QueuedVirtualThreadCount");
        return bean.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new SchedulerState(
                                bean.number("Parallelism").orElse(0),
                                bean.number("PoolSize").orElse(0),
                                bean.number("MountedVirtualThreadCount"),
                                bean.number("QueuedVirtualThreadCount")));
    }
}
