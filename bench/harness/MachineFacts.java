package harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Facts about the machine, and its CPU use by other processes.
final class MachineFacts {
    private MachineFacts() {}

    static String facts() {
        return "%s, %d cores, %s, Linux %s, JDK %s"
                .formatted(
                        lineOf("/proc/cpuinfo", "model name").replaceAll(".*:\\s*", ""),
                        cores(),
                        memory(),
                        System.getProperty("os.version"),
                        Runtime.version());
    }

    /// Load averages of 1, 5 and 15 minutes.
    static String load() {
        var averages = read("/proc/loadavg").split(" ", -1);
        return "load average %s %s %s".formatted(averages[0], averages[1], averages[2]);
    }

    /// CPU use of the machine since boot.
    ///
    /// @param at seconds on the monotonic clock
    /// @param busy CPU seconds of all processes
    /// @param stolen CPU seconds that the hypervisor gave to other guests
    /// @param own CPU seconds of the harness and of its children that have ended
    record Use(double at, double busy, double stolen, double own) {
        private static final double TICKS = 100; // per second: USER_HZ, the unit of /proc

        static Use now() {
            var machine = lineOf("/proc/stat", "cpu ").split("\\s+", -1);
            var self = read("/proc/self/stat").replaceAll(".*\\) ", "").split(" ", -1);
            return new Use(
                    System.nanoTime() / 1e9,
                    sum(machine, 1, 2, 3, 6, 7), // user, nice, system, irq, softirq
                    sum(machine, 8),
                    sum(self, 11, 12, 13, 14)); // utime, stime, cutime, cstime
        }

        private static double sum(String[] fields, int... which) {
            return IntStream.of(which)
                    .mapToDouble(i -> Double.parseDouble(fields[i]) / TICKS)
                    .sum();
        }

        /// Describes the use by others since an earlier reading.
        String since(Use before) {
            double capacity = (at - before.at) * cores();
            double others = busy - before.busy - (own - before.own);
            return String.format(
                    Locale.ROOT,
                    "other processes used %.0f %% of the machine, %.1f %% was stolen",
                    100 * Math.max(0, others) / capacity,
                    100 * (stolen - before.stolen) / capacity);
        }
    }

    private static int cores() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/stat"))) {
            return (int) lines.filter(l -> l.matches("cpu\\d+ .*")).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String memory() {
        var system =
                ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);
        return Math.round(system.getTotalMemorySize() / 1e9) + " GB";
    }

    private static String lineOf(String file, String start) {
        try (Stream<String> lines = Files.lines(Path.of(file))) {
            return lines.filter(l -> l.startsWith(start)).findFirst().orElse("unknown");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(String file) {
        try {
            return Files.readString(Path.of(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
