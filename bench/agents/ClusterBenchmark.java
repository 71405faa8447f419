import com.sun.management.OperatingSystemMXBean;
import dev.loombench.observe.proc.machine.TcpSegments;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jgroups.JChannel;
import org.jgroups.protocols.BaseBundler;
import org.jgroups.protocols.FD_ALL3;
import org.jgroups.protocols.TCP;
import org.jgroups.protocols.TCPPING;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.util.Util;

/// What JGroups costs while all wait, with a controller and its agents as one cluster and with a
/// cluster per agent, which its controller joins: connections, TCP segments and CPU time of all
/// members, which are in this process. Segments are all of the network namespace (`unshare -n`).
///
/// `run clusters [AGENTS...]`
final class ClusterBenchmark {
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
    private static final int SECONDS = 10;

    public static void main(String[] args) throws Exception {
        var counts =
                args.length > 0
                        ? Arrays.stream(args).map(Integer::valueOf).toList()
                        : List.of(3, 10, 30);
        System.out.printf(
                "%d processors, load average %.1f%n%n%8s %-20s %12s %12s %14s%n",
                SYSTEM.getAvailableProcessors(),
                SYSTEM.getSystemLoadAverage(),
                "agents",
                "",
                "connections",
                "segments/s",
                "CPU per second");
        measure(3, "", clusterEach(3)); // compiles the code
        for (int count : counts) {
            measure(count, "one cluster", oneCluster(count));
            measure(count, "a cluster per agent", clusterEach(count));
        }
    }

    /// The first member is the controller.
    private static List<JChannel> oneCluster(int agents) throws Exception {
        var members = new ArrayList<JChannel>();
        var controller = new InetSocketAddress(LOOPBACK, freePort());
        members.add(member(controller, controller));
        for (int i = 0; i < agents; i++) {
            members.add(member(new InetSocketAddress(LOOPBACK, freePort()), controller));
        }
        return members;
    }

    private static List<JChannel> clusterEach(int agents) throws Exception {
        var members = new ArrayList<JChannel>();
        for (int i = 0; i < agents; i++) {
            var agent = new InetSocketAddress(LOOPBACK, freePort());
            members.add(member(agent, agent));
            members.add(member(new InetSocketAddress(LOOPBACK, freePort()), agent));
        }
        return members;
    }

    private static JChannel member(InetSocketAddress own, InetSocketAddress first)
            throws Exception {
        var tcp = new TCP();
        tcp.setBindAddress(LOOPBACK);
        tcp.setBindPort(own.getPort());
        tcp.setPortRange(0);
        tcp.setBundlerType("per-destination");
        var hosts = new TCPPING();
        hosts.setInitialHosts(List.of(first));
        hosts.setPortRange(0);
        var channel =
                new JChannel(
                        tcp,
                        hosts,
                        new FD_ALL3().setTimeout(3_000).setInterval(1_000),
                        new NAKACK2().useMcastXmit(false),
                        new UNICAST3(),
                        new GMS().printLocalAddress(false).setJoinTimeout(500));
        ((BaseBundler) tcp.getBundler()).useSingleSenderThread(false);
        return channel.connect("benchmark");
    }

    private static int freePort() throws Exception {
        try (var socket = new ServerSocket(0, 1, LOOPBACK)) {
            return socket.getLocalPort();
        }
    }

    private static void measure(int agents, String how, List<JChannel> members) throws Exception {
        Thread.sleep(SECONDS * 500); // until all have found each other
        var segments = TcpSegments.read().orElseThrow();
        long cpu = SYSTEM.getProcessCpuTime();
        long start = System.nanoTime();
        Thread.sleep(SECONDS * 1_000);
        double seconds = (System.nanoTime() - start) / 1e9;
        if (!how.isEmpty()) {
            System.out.printf(
                    "%8d %-20s %12d %12.1f %11.2f ms%n",
                    agents,
                    how,
                    members.stream().mapToInt(m -> transport(m).getOpenConnections()).sum() / 2,
                    TcpSegments.read().orElseThrow().since(segments).sent() / seconds,
                    (SYSTEM.getProcessCpuTime() - cpu) / 1e6 / seconds);
        }
        for (int i = members.size() - 1; i >= 0; i--) {
            Util.close(members.get(i));
        }
    }

    private static TCP transport(JChannel channel) {
        return (TCP) channel.getProtocolStack().getTransport();
    }
}
