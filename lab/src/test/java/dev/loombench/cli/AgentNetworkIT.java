package dev.loombench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

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
    private static final int AGENTS = 3;

    private final List<LabProcess> agents = new ArrayList<>();
    private TestNetwork network;
    private HttpServer server;
    @TempDir private Path folder;
    private Path key;

    @BeforeEach
    void connect() throws Exception {
        network = TestNetwork.open(AGENTS + 1);
        server = HttpServer.create(new InetSocketAddress(network.machine(), 0), 100);
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
                            network.namespace(i),
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
        if (network != null) {
            network.remove();
        }
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
            network.link(2, false);
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
        network.link(2, true);
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
            command.add(
                    "http://%s:%d/".formatted(network.machine(), server.getAddress().getPort()));
        }
        return LabProcess.startIn(network.namespace(0), folder, command.toArray(String[]::new));
    }

    /// Host 0 is the controller's.
    private String address(int host) {
        return network.address(host) + ":7800";
    }

    private static void respond(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 2);
        exchange.getResponseBody().write("ok".getBytes(UTF_8));
        exchange.close();
    }
}
