package dev.loombench.cli.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.loombench.cli.LabProcess;
import dev.loombench.cli.console.ExitCode;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/// A controller and three agents in network namespaces of their own, which veth pairs and a bridge
/// connect with one another and with a server in this process. Only root can make them; otherwise
/// these tests are skipped.
@EnabledOnOs(OS.LINUX)
abstract class AgentNetworkFixture {
    /// The number of agents: hosts 1 to 3; host 0 is the controller's.
    static final int AGENTS = 3;

    final List<LabProcess> agents = new ArrayList<>();
    TestNetwork network;
    private HttpServer server;
    @TempDir Path folder;
    Path key;

    @BeforeEach
    void connect() throws Exception {
        network = TestNetwork.open(1 + AGENTS + otherHosts());
        server = HttpServer.create(new InetSocketAddress(network.machine(), 0), 100);
        server.createContext("/", AgentNetworkFixture::respond);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
        key = TestNetwork.key(folder);
        for (int i = 1; i <= AGENTS; i++) {
            agents.add(startAgent(i));
        }
        for (var agent : agents) {
            agent.await("the agent listens", () -> agent.out().startsWith("READY port="));
        }
    }

    LabProcess startAgent(int host) throws IOException {
        return LabProcess.startIn(
                network.namespace(host),
                folder,
                "agent",
                "--listen=" + address(host),
                "--key-file=" + key);
    }

    /// Hosts after those of the agents.
    int otherHosts() {
        return 0;
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

    void driveOneLoad() throws Exception {
        long before = TestAgents.standstills(agents);
        try (var controller = controller("-c9", "-R300", "-n600", "--output=json")) {
            assertThat(controller.exitCode())
                    .as(controller.err())
                    .isIn(ExitCode.OK, ExitCode.INVALID);
            TestAgents.assumeRan(controller, agents, before);
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

    void awaitWindow(LabProcess controller) throws IOException, InterruptedException {
        for (var agent : agents) {
            agent.awaitWindow(controller);
        }
    }

    void awaitStoppedLoads() throws IOException, InterruptedException {
        for (var agent : agents) {
            agent.await(
                    "the agent waits for the next controller",
                    () -> agent.err().strip().endsWith("waiting for the next"));
        }
    }

    LabProcess controller(String... arguments) throws IOException {
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

    String address(int host) {
        return network.address(host) + ":7800";
    }

    /// After a pause, so that a load of an hour leaves the processors to other tests.
    private static void respond(HttpExchange exchange) throws IOException {
        LockSupport.parkNanos(10_000_000);
        exchange.sendResponseHeaders(200, 2);
        exchange.getResponseBody().write("ok".getBytes(UTF_8));
        exchange.close();
    }
}
