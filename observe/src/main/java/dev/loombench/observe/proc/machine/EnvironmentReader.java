package dev.loombench.observe.proc.machine;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import dev.loombench.observe.proc.CpuClock;
import dev.loombench.observe.proc.Platform;
import dev.loombench.observe.result.Environment;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;

/// Reads the properties of the machine.
public final class EnvironmentReader {
    private static final Duration SAMPLE_TIME = Duration.ofMillis(300);
    private static final String UNKNOWN = "unknown";

    private EnvironmentReader() {}

    /// Takes 300 ms to measure how busy other processes keep the machine; to be called while the
    /// lab is idle.
    public static Environment environment() {
        var sample = CpuSample.during(SAMPLE_TIME);
        var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return new Environment(
                Instant.now(),
                cpuModel(),
                Runtime.getRuntime().availableProcessors(),
                system.getTotalMemorySize(),
                "%s %s %s".formatted(system.getName(), system.getVersion(), system.getArch()),
                "%s %s".formatted(System.getProperty("java.vm.vendor", UNKNOWN), Runtime.version()),
                nonNegative(system.getSystemLoadAverage()),
                sample.othersBusyShare(),
                sample.stealShare(),
                openFileLimit(system),
                new ProcessorSettingsReader(Path.of("/")).read());
    }

    /// The first `model name` of `/proc/cpuinfo`, which ARM processors do not have.
    static String cpuModel(String cpuinfo) {
        return cpuinfo.lines()
                .filter(line -> line.startsWith("model name"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse(UNKNOWN);
    }

    private static String cpuModel() {
        if (!Platform.isLinux()) {
            return OshiObserver.cpuModel();
        }
        try {
            return cpuModel(Files.readString(Path.of("/proc/cpuinfo")));
        } catch (IOException e) {
            return UNKNOWN;
        }
    }

    private static OptionalDouble nonNegative(double loadAverage) {
        return loadAverage >= 0 ? OptionalDouble.of(loadAverage) : OptionalDouble.empty();
    }

    private static OptionalLong openFileLimit(OperatingSystemMXBean system) {
        return system instanceof UnixOperatingSystemMXBean unix
                ? OptionalLong.of(unix.getMaxFileDescriptorCount())
                : OptionalLong.empty();
    }

    /// The activity of all processors during a short time.
    ///
    /// @param ownNanos CPU time of this process during that time, and of others that do not count
    record CpuSample(MachineStat before, MachineStat after, long ownNanos) {

        static CpuSample during(Duration time) {
            var own = CpuClock.of(ProcessHandle.current().pid());
            long ownBefore = own.nanos();
            var before = stat();
            long start = System.nanoTime();
            for (long left = time.toNanos(); left > 0; ) {
                LockSupport.parkNanos(left);
                left = time.toNanos() - (System.nanoTime() - start);
            }
            return new CpuSample(before, stat(), own.nanos() - ownBefore);
        }

        /// `(busy - own) / total`, at least 0: the machine counts in steps of 10 ms.
        OptionalDouble othersBusyShare() {
            return share(after.busyNanos() - before.busyNanos() - ownNanos);
        }

        OptionalDouble stealShare() {
            return before.stealNanos().isPresent() && after.stealNanos().isPresent()
                    ? share(after.stealNanos().getAsLong() - before.stealNanos().getAsLong())
                    : OptionalDouble.empty();
        }

        private OptionalDouble share(long nanos) {
            double total = after.totalNanos() - before.totalNanos();
            return total > 0
                    ? OptionalDouble.of(Math.clamp(nanos / total, 0, 1))
                    : OptionalDouble.empty();
        }

        static MachineStat stat() {
            if (!Platform.isLinux()) {
                return OshiObserver.machine();
            }
            try (var file = MachineStat.file()) {
                return MachineStat.read(file);
            }
        }
    }
}
