package dev.loombench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.loombench.cli.console.ExitCode;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/// A controller and three agents in network namespaces of their own, which veth pairs and a bridge
/// connect with one another and with the server. Only root can make them; otherwise these tests are
/// skipped.
@EnabledOnOs(OS.LINUX)
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AgentNetworkIT {
    private static final long PID = ProcessHandle.current().pid();

    /// Begins the names of this process, since others may run the same test. Names of links have at
    /// most 15 characters.
    private static final String NAME = "lb" + PID % 10_000_000;

    private static final String BRIDGE = NAME + "br";

    /// RFC 2544 reserves 198.18.0.0/15 for benchmarks of networks.
    private static final String NETWORK = "198.18.%d.".formatted(PID % 256);

    private static final String SERVER = NETWORK + "1";
    private static final int AGENTS = 3;

    private final List<LabProcess> agents = new ArrayList<>();
    private HttpServer server;
    @TempDir private Path folder;
    private Path key;

    @BeforeEach
    void connect() throws Exception {
        for (var command : network()) {
            var error = ip(command);
            assumeTrue(error.isEmpty(), () -> "no network namespaces: " + error);
        }
        server = HttpServer.create(new InetSocketAddress(SERVER, 0), 100);
        server.createContext("/", AgentNetworkIT::respond);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
        key =
                Files.createFile(
                        folder.resolve("key"),
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rw-------")));
        Files.writeString(key, "k".repeat(32));
        for (int i = 1; i <= AGENTS; i++) {
            agents.add(
                    LabProcess.startIn(
                            namespace(i),
                            folder,
                            "agent",
                            "--listen=" + address(i),
                            "--key-file=" + key));
        }
        for (var agent : agents) {
            agent.await("the agent listens", () -> agent.out().startsWith("READY port="));
        }
    }

    @AfterEach
    void disconnect() throws Exception {
        agents.forEach(LabProcess::close);
        if (server != null) {
            server.stop(0);
        }
        removeNetwork();
    }

    @Test
    void agents_on_other_hosts_drive_one_load() throws Exception {
        driveOneLoad();
    }

    private void driveOneLoad() throws Exception {
        try (var controller = controller("-c9", "-R300", "-n600", "--output=json")) {
            assertThat(controller.exitCode())
                    .as(controller.err())
                    .isIn(ExitCode.OK, ExitCode.INVALID);
            var json = JsonMapper.shared().readTree(controller.out());
            assertThat(json.at("/sent").asLong()).isEqualTo(600);
            assertThat(json.at("/responseTime/count").asLong()).isEqualTo(600);
            for (int i = 1; i <= AGENTS; i++) {
                var agent = json.at("/agents/" + (i - 1));
                assertThat(agent.path("address").asString()).isEqualTo(address(i));
                assertThat(agent.path("sent").asLong()).isEqualTo(200);
            }
        }
    }

    /// The controller and the agents notice on their own: nothing tells them that the link is down.
    @Test
    void a_partition_ends_the_load_on_both_sides_and_heals() throws Exception {
        try (var controller = controller("-c9", "-d1h", "--no-probe")) {
            for (var agent : agents) {
                agent.awaitWindow(controller);
            }
            assertThat(ip("link set " + link(2) + " down")).isEmpty();
            assertThat(controller.exitCode()).isEqualTo(ExitCode.INVALID);
            assertThat(controller.out())
                    .startsWith("INVALID: the agent " + address(2))
                    .contains("its share is missing, 3 of 9 connections");
            for (var agent : agents) {
                agent.await(
                        "the agent waits for the next controller",
                        () -> agent.err().strip().endsWith("waiting for the next"));
            }
        }
        assertThat(ip("link set " + link(2) + " up")).isEmpty();
        driveOneLoad();
    }

    @Test
    void a_target_on_loopback_is_refused_because_each_host_has_its_own() throws Exception {
        try (var controller = controller("-c9", "http://127.0.0.1:8080/")) {
            assertThat(controller.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(controller.err()).contains("is on the loopback of each machine");
        }
    }

    private LabProcess controller(String... arguments) throws IOException {
        var command = new ArrayList<>(List.of("load", "--warm-up=200ms"));
        var on = new ArrayList<String>();
        for (int i = 1; i <= AGENTS; i++) {
            on.add(address(i));
        }
        command.add("--load-on=" + String.join(",", on));
        command.add("--key-file=" + key);
        command.addAll(Arrays.asList(arguments));
        if (!arguments[arguments.length - 1].startsWith("http")) {
            command.add("http://%s:%d/".formatted(SERVER, server.getAddress().getPort()));
        }
        return LabProcess.startIn(namespace(0), folder, command.toArray(String[]::new));
    }

    /// @param host 0 for the controller
    private static String namespace(int host) {
        return NAME + "-" + host;
    }

    /// The end of a host's link at the bridge.
    private static String link(int host) {
        return NAME + "b" + host;
    }

    private static String address(int host) {
        return NETWORK + (10 + host) + ":7800";
    }

    private static List<String> network() {
        var commands =
                new ArrayList<>(
                        List.of(
                                "link add %s type bridge".formatted(BRIDGE),
                                "address add %s/24 dev %s".formatted(SERVER, BRIDGE),
                                "link set %s up".formatted(BRIDGE)));
        for (int i = 0; i <= AGENTS; i++) {
            var space = namespace(i);
            commands.add("netns add " + space);
            var end = NAME + "e" + i;
            commands.add("link add %s type veth peer name %s".formatted(link(i), end));
            commands.add("link set %s netns %s".formatted(end, space));
            commands.add("link set %s master %s up".formatted(link(i), BRIDGE));
            commands.add("-n %s address add %s%d/24 dev %s".formatted(space, NETWORK, 10 + i, end));
            commands.add("-n %s link set %s up".formatted(space, end));
            commands.add("-n %s link set lo up".formatted(space));
        }
        return commands;
    }

    private static void removeNetwork() throws IOException, InterruptedException {
        for (int i = 0; i <= AGENTS; i++) {
            ip("netns delete " + namespace(i));
            ip("link delete " + link(i));
        }
        ip("link delete " + BRIDGE);
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

    private static void respond(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 2);
        exchange.getResponseBody().write("ok".getBytes(UTF_8));
        exchange.close();
    }
}
