import com.sun.management.OperatingSystemMXBean;
import dev.loombench.agent.AgentGroup;
import dev.loombench.agent.AgentRoles;
import dev.loombench.agent.AgentServer;
import dev.loombench.observe.proc.machine.TcpSegments;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// What the connections to real agents cost a controller while they wait: threads, memory and CPU
/// time, by the number of agents. The agents are in one other process, and all connections go over
/// loopback without encryption. TCP segments are all that the network namespace sends: both
/// directions, and those of other programs unless it has one of its own (`unshare -n`).
///
/// `run connections [AGENTS...]`
final class ConnectionBenchmark {
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private static final String VERSION = "benchmark";
    private static final String SERVE = "serve";
    private static final int SECONDS = 10;

    public static void main(String[] args) throws Exception {
        if (args.length > 0 && args[0].equals(SERVE)) {
            serve(Integer.parseInt(args[1]));
            return;
        }
        var counts =
                args.length > 0
                        ? Arrays.stream(args).map(Integer::valueOf).toList()
                        : List.of(1, 10, 50, 100);
        int most = counts.stream().mapToInt(n -> n).max().orElseThrow();
        var agents =
                new ProcessBuilder(command(most)).redirectError(ProcessBuilder.Redirect.INHERIT);
        var process = agents.start();
        try (var in =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            var addresses = new ArrayList<InetSocketAddress>();
            for (int i = 0; i < most; i++) {
                addresses.add(
                        new InetSocketAddress(
                                InetAddress.getLoopbackAddress(), Integer.parseInt(in.readLine())));
            }
            System.out.printf(
                    "%d processors, load average %.1f%n%n%8s %12s %10s %12s %14s %12s%n",
                    SYSTEM.getAvailableProcessors(),
                    SYSTEM.getSystemLoadAverage(),
                    "agents",
                    "connect",
                    "threads",
                    "memory",
                    "CPU per second",
                    "segments/s");
            measure(List.of(addresses.getFirst())); // compiles the code
            for (int count : counts) {
                measure(addresses.subList(0, count));
            }
        } finally {
            process.destroy();
            process.waitFor();
        }
    }

    private static List<String> command(int agents) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                ConnectionBenchmark.class.getSimpleName(),
                SERVE,
                Integer.toString(agents));
    }

    private static void measure(List<InetSocketAddress> addresses) throws Exception {
        int threads = threads();
        long memory = residentBytes();
        long start = System.nanoTime();
        try (var _ = AgentGroup.connect(addresses, Optional.empty(), VERSION)) {
            double connected = (System.nanoTime() - start) / 1e6;
            long cpu = SYSTEM.getProcessCpuTime();
            var segments = TcpSegments.read().orElseThrow();
            Thread.sleep(SECONDS * 1_000);
            long sent = TcpSegments.read().orElseThrow().since(segments).sent();
            System.out.printf(
                    "%8d %9.0f ms %10d %9.1f MB %11.2f ms %12.1f%n",
                    addresses.size(),
                    connected,
                    threads() - threads,
                    (residentBytes() - memory) / 1e6,
                    (SYSTEM.getProcessCpuTime() - cpu) / 1e6 / SECONDS,
                    (double) sent / SECONDS);
        }
    }

    private static int threads() {
        return ManagementFactory.getThreadMXBean().getThreadCount();
    }

    /// After a collection, which does not return memory to the system.
    private static long residentBytes() throws IOException {
        System.gc();
        for (var line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("VmRSS:")) {
                return 1024 * Long.parseLong(line.replaceAll("\\D", ""));
            }
        }
        throw new IOException("no VmRSS in /proc/self/status");
    }

    private static void serve(int agents) throws Exception {
        for (int i = 0; i < agents; i++) {
            var agent =
                    AgentServer.start(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                            Optional.empty(),
                            VERSION,
                            new AgentRoles(true, Optional.empty()),
                            _ -> {});
            System.out.println(agent.port());
        }
        Thread.currentThread().join(); // until it is stopped
    }
}
