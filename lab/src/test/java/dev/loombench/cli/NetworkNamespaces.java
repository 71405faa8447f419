package dev.loombench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Hosts on one machine: network namespaces that veth pairs and a bridge connect with one another
/// and with this process. Only root can make them.
final class NetworkNamespaces {
    private static final long PID = ProcessHandle.current().pid();

    /// Begins the names of this process, since others may run the same test. Names of links have at
    /// most 15 characters.
    private static final String NAME = "lb" + PID % 10_000_000;

    private static final String BRIDGE = NAME + "br";

    /// RFC 2544 reserves 198.18.0.0/15 for benchmarks of networks.
    private static final String NETWORK = "198.18.%d.".formatted(PID % 256);

    private final int hosts;

    private NetworkNamespaces(int hosts) {
        this.hosts = hosts;
    }

    /// Makes them, or skips the test with the reason.
    ///
    /// @param hosts their number; they are numbered from 0
    static NetworkNamespaces make(int hosts) throws IOException, InterruptedException {
        var made = new NetworkNamespaces(hosts);
        for (var command : made.commands()) {
            var error = execute(command);
            if (!error.isEmpty()) {
                made.remove();
                assumeTrue(false, () -> "no network namespaces: " + error);
            }
        }
        return made;
    }

    /// The address of this process on the bridge.
    static String bridgeAddress() {
        return NETWORK + "1";
    }

    static String namespace(int host) {
        return NAME + "-" + host;
    }

    /// The address of a host.
    static String address(int host) {
        return NETWORK + (10 + host);
    }

    /// Takes the link of a host down at the bridge, or up again: neither end is informed.
    static void link(int host, boolean up) throws IOException, InterruptedException {
        ip("link set %s %s".formatted(bridgeEnd(host), up ? "up" : "down"));
    }

    /// Executes `ip` with arguments without spaces.
    static void ip(String arguments) throws IOException, InterruptedException {
        assertThat(execute(arguments)).isEmpty();
    }

    private static String bridgeEnd(int host) {
        return NAME + "b" + host;
    }

    /// The interface of a host, in its namespace.
    static String hostEnd(int host) {
        return NAME + "e" + host;
    }

    private List<String> commands() {
        var commands =
                new ArrayList<>(
                        List.of(
                                "link add %s type bridge".formatted(BRIDGE),
                                "address add %s/24 dev %s".formatted(bridgeAddress(), BRIDGE),
                                "link set %s up".formatted(BRIDGE)));
        for (int i = 0; i < hosts; i++) {
            var space = namespace(i);
            commands.add("netns add " + space);
            var end = hostEnd(i);
            commands.add("link add %s type veth peer name %s".formatted(bridgeEnd(i), end));
            commands.add("link set %s netns %s".formatted(end, space));
            commands.add("link set %s master %s up".formatted(bridgeEnd(i), BRIDGE));
            commands.add("-n %s address add %s/24 dev %s".formatted(space, address(i), end));
            commands.add("-n %s link set %s up".formatted(space, end));
            commands.add("-n %s link set lo up".formatted(space));
        }
        return commands;
    }

    /// @return what it printed as an error; empty when it succeeded
    private static String execute(String arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("ip"));
        command.addAll(List.of(arguments.split(" ")));
        try {
            var process = new ProcessBuilder(command).redirectErrorStream(true).start();
            var output = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
            return process.waitFor() == 0 ? "" : arguments + ": " + output;
        } catch (IOException e) {
            return "no ip command: " + e.getMessage();
        }
    }

    /// Removes them; processes in them go on without a network.
    void remove() throws IOException, InterruptedException {
        for (int i = 0; i < hosts; i++) {
            execute("netns delete " + namespace(i));
            execute("link delete " + bridgeEnd(i));
        }
        execute("link delete " + BRIDGE);
    }
}
