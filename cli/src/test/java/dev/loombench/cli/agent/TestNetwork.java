package dev.loombench.cli.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/// Hosts in network namespaces of their own, which veth pairs and a bridge connect with one another
/// and with this machine. Only root can make them; otherwise a test that opens it is skipped.
final class TestNetwork {
    private static final long PID = ProcessHandle.current().pid();

    /// Begins the names of this process, since others may run the same test. Names of links have at
    /// most 15 characters.
    private static final String NAME = "lb" + PID % 10_000_000;

    private static final String BRIDGE = NAME + "br";

    /// RFC 2544 reserves 198.18.0.0/15 for benchmarks of networks: 512 of 256 addresses.
    private static final String NETWORK = "198.%d.%d.".formatted(18 + PID / 256 % 2, PID % 256);

    private final int hosts;

    private TestNetwork(int hosts) {
        this.hosts = hosts;
    }

    /// @param hosts numbered from 0
    static TestNetwork open(int hosts) throws IOException, InterruptedException {
        var network = new TestNetwork(hosts);
        for (var command : network.commands()) {
            var error = ip(command);
            if (!error.isEmpty()) {
                network.remove();
            }
            assumeTrue(error.isEmpty(), () -> "no network namespaces: " + error);
        }
        return network;
    }

    /// Writes a file with a key that all agents of a test share.
    static Path key(Path folder) throws IOException {
        var owner = PosixFilePermissions.fromString("rw-------");
        var file =
                Files.createFile(
                        folder.resolve("key"), PosixFilePermissions.asFileAttribute(owner));
        return Files.writeString(file, "k".repeat(32));
    }

    /// The address of this machine.
    String machine() {
        return NETWORK + "1";
    }

    String address(int host) {
        return NETWORK + (10 + host);
    }

    String namespace(int host) {
        return NAME + "-" + host;
    }

    /// Takes the link of a host down, or up again.
    void link(int host, boolean up) throws IOException, InterruptedException {
        assertThat(ip("link set %s %s".formatted(link(host), up ? "up" : "down"))).isEmpty();
    }

    /// The end of a host's link at the bridge.
    private static String link(int host) {
        return NAME + "b" + host;
    }

    private List<String> commands() {
        var commands =
                new ArrayList<>(
                        List.of(
                                "link add %s type bridge".formatted(BRIDGE),
                                "address add %s/24 dev %s".formatted(machine(), BRIDGE),
                                "link set %s up".formatted(BRIDGE)));
        for (int i = 0; i < hosts; i++) {
            var space = namespace(i);
            commands.add("netns add " + space);
            var end = NAME + "e" + i;
            commands.add("link add %s type veth peer name %s".formatted(link(i), end));
            commands.add("link set %s netns %s".formatted(end, space));
            commands.add("link set %s master %s up".formatted(link(i), BRIDGE));
            commands.add("-n %s address add %s/24 dev %s".formatted(space, address(i), end));
            commands.add("-n %s link set %s up".formatted(space, end));
            commands.add("-n %s link set lo up".formatted(space));
        }
        return commands;
    }

    /// @return what it printed as an error; empty when it succeeded
    private static String ip(String arguments) throws IOException, InterruptedException {
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

    void remove() throws IOException, InterruptedException {
        for (int i = 0; i < hosts; i++) {
            ip("netns delete " + namespace(i));
            ip("link delete " + link(i));
        }
        ip("link delete " + BRIDGE);
    }
}
