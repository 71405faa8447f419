package dev.loombench.junit;

import dev.loombench.junit.CarrierMoment.Carried;
import dev.loombench.observe.jvm.figure.GarbageCollectors;
import dev.loombench.observe.proc.thread.TaskTimes;
import dev.loombench.observe.threads.PrintedThread;
import dev.loombench.observe.threads.ThreadPrint;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.ObjectName;
import jdk.management.VirtualThreadSchedulerMXBean;

/// The carriers of this JVM: by the scheduler's management bean, a print of the threads and the
/// kernel's account of each carrier.
///
/// A print lists only virtual threads on carriers, at one safepoint; a list of all virtual threads
/// may crash a JDK 25 (JDK-8364343).
final class OwnCarriers {
    private static final String COMMANDS = "com.sun.management:type=DiagnosticCommand";

    private final long pid = ProcessHandle.current().pid();
    private final VirtualThreadSchedulerMXBean scheduler =
            ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);

    /// Why this JVM or system does not show them; empty where it does.
    static Optional<String> unavailable() {
        long own = ProcessHandle.current().pid(); // that of its first thread too
        return TaskTimes.of(own, own).isPresent()
                ? Optional.empty()
                : Optional.of(
                        "the kernel's account of each thread is needed to see blocked carriers: Linux, with times other than 0 in /proc/self/schedstat");
    }

    /// Why there was nothing to observe while a load was served; empty where there was.
    static Optional<String> unused() {
        var bean = ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);
        return unused(bean.getPoolSize());
    }

    /// The JDK keeps a carrier for 30 s after its last virtual thread.
    ///
    /// @param carriers started and not ended; below 0 where that is not known
    static Optional<String> unused(int carriers) {
        return carriers == 0
                ? Optional.of(
                        "no virtual thread of this JVM ran while the load was served, so that there was nothing to observe: let the service run its requests on virtual threads (Spring Boot: spring.threads.virtual.enabled=true), or remove the annotation")
                : Optional.empty();
    }

    /// The carriers now; empty where none has a virtual thread.
    ///
    /// @param onlySaturated whether they are printed only where others wait for one
    Optional<CarrierMoment> read(boolean onlySaturated) throws JMException {
        int mounted = scheduler.getMountedVirtualThreadCount();
        int parallelism = scheduler.getParallelism();
        long queued = scheduler.getQueuedVirtualThreadCount();
        if (mounted == 0 || (onlySaturated && (mounted < parallelism || queued == 0))) {
            return Optional.empty();
        }
        var carried =
                ThreadPrint.parse(print()).threads().stream()
                        .filter(PrintedThread::isWorker)
                        .flatMap(this::carried)
                        .toList();
        return Optional.of(
                new CarrierMoment(
                        System.nanoTime(),
                        parallelism,
                        queued,
                        pauseMillis(ManagementFactory.getGarbageCollectorMXBeans()),
                        carried));
    }

    private Stream<Carried> carried(PrintedThread worker) {
        return worker.carried().stream()
                .map(virtual ->
                        new Carried(
                                worker.osThread(),
                                virtual.number(),
                                virtual.stack().framesWithInitialiser(),
                                TaskTimes.of(pid, worker.osThread())));
    }

    private static String print() throws JMException {
        var printed =
                ManagementFactory.getPlatformMBeanServer()
                        .invoke(
                                new ObjectName(COMMANDS),
                                "threadPrint",
                                new Object[] {new String[0]},
                                new String[] {String[].class.getName()});
        return String.valueOf(printed);
    }

    /// Time in pauses of the collectors. The cycles of ZGC and Shenandoah stop nothing: while they
    /// run, blocked carriers are blocked.
    static long pauseMillis(List<GarbageCollectorMXBean> collectors) {
        return new GarbageCollectors(collectors.stream().map(OwnCarriers::bean).toList())
                .pauseMillis()
                .orElse(0);
    }

    private static GarbageCollectors.Bean bean(GarbageCollectorMXBean collector) {
        return new GarbageCollectors.Bean(
                collector.getName(), collector.getCollectionCount(), collector.getCollectionTime());
    }
}
