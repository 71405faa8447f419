package dev.loombench.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.cli.LabProcess;
import dev.loombench.cli.console.ExitCode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Agents on hosts of their own, at a size and for times that take minutes. Run by hand, with
/// `-Dloombench.proof=long`.
@EnabledIfSystemProperty(named = "loombench.proof", matches = "long")
@Timeout(value = 900, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AgentNetworkProofIT extends AgentNetworkFixture {
    private static final int SERVER_HOST = 4;

    /// Stands between the controller and one agent, with the agent's address.
    private static final int PATH_HOST = 5;

    private static final int PORT = 8080;

    private final List<HostProcess> others = new ArrayList<>();

    @Override
    int otherHosts() {
        return 2;
    }

    private String url() {
        return "http://%s:%d/".formatted(network.address(SERVER_HOST), PORT);
    }

    private void startServers(int processes) throws Exception {
        for (int i = 0; i < processes; i++) {
            others.add(
                    HostProcess.start(
                            network.namespace(SERVER_HOST),
                            HoldingServer.class,
                            network.address(SERVER_HOST),
                            Integer.toString(PORT)));
        }
    }

    private void stopOthers() {
        others.forEach(HostProcess::close);
    }

    /// A process may open 20,000 files at most on many machines: 19,000 connections per agent, and
    /// four processes that share the port of the server.
    @Test
    void three_agents_hold_57_000_connections_together() throws Exception {
        startServers(4);
        try (var controller =
                controller(
                        "--hold",
                        "-c57k",
                        "--connect-rate=3k",
                        "-d30s",
                        "--timeout=60s",
                        "--output=json",
                        url())) {
            assertThat(controller.exitCode())
                    .as(controller.err())
                    .isIn(ExitCode.OK, ExitCode.INVALID);
            var json = json(controller);
            System.out.println("57,000 connections: " + json.path("connections") + figures(json));
            assertThat(json.at("/connections/requested").asLong()).isEqualTo(57_000);
            assertThat(json.at("/connections/established").asLong()).isEqualTo(57_000);
            assertThat(json.at("/succeeded").asLong()).isEqualTo(57_000);
            assertThat(json.at("/responseTime/count").asLong()).isEqualTo(57_000);
            for (var agent : json.path("agents")) {
                assertThat(agent.path("established").asLong()).isEqualTo(19_000);
                assertThat(agent.path("succeeded").asLong()).isEqualTo(19_000);
            }
        } finally {
            stopOthers();
        }
    }

    /// 25 ms in each direction, and 1 % of the segments sent again: the load has every count, and
    /// the row of the agent shows the path.
    @Test
    void a_slow_path_with_losses_delays_orders_and_loses_nothing() throws Exception {
        startServers(1);
        startSlowPath();
        try (var controller = controller("-c9", "-R300", "-n3000", "--output=json", url())) {
            assertThat(controller.exitCode())
                    .as(controller.err())
                    .isIn(ExitCode.OK, ExitCode.INVALID);
            var json = json(controller);
            System.out.println("50 ms and 1 % lost: " + figures(json));
            assertThat(json.at("/sent").asLong()).isEqualTo(3_000);
            assertThat(json.at("/succeeded").asLong()).isEqualTo(3_000);
            assertThat(json.at("/responseTime/count").asLong()).isEqualTo(3_000);
            assertThat(json.at("/agents/1/sent").asLong()).isEqualTo(1_000);
            assertThat(json.at("/agents/1/roundTrip/minNanos").asLong()).isGreaterThan(50_000_000);
            assertThat(json.at("/agents/0/roundTrip/minNanos").asLong()).isLessThan(50_000_000);
        } finally {
            stopOthers();
        }
    }

    /// The second agent gets another address for its load, and is reached only through the path.
    private void startSlowPath() throws Exception {
        agents.get(1).close();
        var address = network.address(2);
        var space = network.namespace(2);
        var end = interfaceOf(2);
        ip("-n %s address delete %s/24 dev %s".formatted(space, address, end));
        ip("-n %s address add %s/24 dev %s".formatted(space, network.address(20), end));
        ip("-n %s address add %s/32 dev lo".formatted(space, address));
        ip(
                "-n %s address add %s/24 dev %s"
                        .formatted(network.namespace(PATH_HOST), address, interfaceOf(PATH_HOST)));
        var agent = startAgent(2);
        agents.set(1, agent);
        agent.await("the agent listens", () -> agent.out().startsWith("READY port="));
        var socket = folder.resolve("path").toString();
        others.add(
                HostProcess.start(
                        space, SlowPath.class, "back", address, "7800", socket, "0", "0"));
        others.add(
                HostProcess.start(
                        network.namespace(PATH_HOST),
                        SlowPath.class,
                        "front",
                        address,
                        "7800",
                        socket,
                        "25",
                        "1"));
    }

    /// The interface in the namespace of a host.
    private String interfaceOf(int host) {
        return network.namespace(host).replace('-', 'e');
    }

    /// Executes `ip` with arguments without spaces.
    private static void ip(String arguments) throws Exception {
        var command = new ArrayList<>(List.of("ip"));
        command.addAll(List.of(arguments.split(" ")));
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor())
                .as(arguments)
                .isZero();
    }

    /// TCP sends again after 0.2, 0.6, 1.4, 3.0 and 6.2 s, so that the agent is heard of again
    /// within the limit of 5 to 6 s, or not.
    @Test
    void a_partition_of_3_s_is_bridged_or_ends_the_load_as_invalid() throws Exception {
        try (var controller = controller("-c9", "-R300", "-n4500", "--no-probe", "--output=json")) {
            awaitWindow(controller);
            partition(3);
            int code = controller.exitCode();
            var json = json(controller);
            System.out.println("partition of 3 s: exit code " + code + figures(json));
            if (json.at("/agents/1/lost").isMissingNode()) {
                assertThat(json.at("/responseTime/count").asLong()).isEqualTo(4_500);
            } else {
                assertThat(code).isEqualTo(ExitCode.INVALID);
                assertThat(json.path("findings").toString()).contains("agent-lost");
            }
        }
        awaitStoppedLoads();
        driveOneLoad();
    }

    @Test
    void a_partition_of_30_s_ends_the_load_and_the_next_one_works() throws Exception {
        try (var controller = controller("-c9", "-d1h", "--no-probe", "--output=json")) {
            awaitWindow(controller);
            long start = System.nanoTime();
            network.link(2, false);
            assertThat(controller.exitCode()).isEqualTo(ExitCode.INVALID);
            awaitStoppedLoads();
            System.out.printf(
                    "partition of 30 s: both sides stopped after %.1f s%n",
                    (System.nanoTime() - start) / 1e9);
            TimeUnit.NANOSECONDS.sleep(start + TimeUnit.SECONDS.toNanos(30) - System.nanoTime());
            network.link(2, true);
        }
        driveOneLoad();
    }

    private void partition(int seconds) throws Exception {
        network.link(2, false);
        TimeUnit.SECONDS.sleep(seconds);
        network.link(2, true);
    }

    @Test
    void an_agent_that_comes_late_is_named_and_serves_the_next_load() throws Exception {
        agents.get(2).signal("INT");
        assertThat(agents.get(2).exitCode()).isEqualTo(ExitCode.INTERRUPTED);
        try (var controller = controller("-c9", "-n90")) {
            assertThat(controller.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(controller.err()).contains("no agent can be reached at " + address(3));
        }
        var late = startAgent(3);
        agents.set(2, late);
        late.await("the agent listens", () -> late.out().startsWith("READY port="));
        driveOneLoad();
    }

    /// The load goes on against a server that is gone, as it does on one machine, and reports it.
    @Test
    void a_killed_server_is_reported_by_all_agents() throws Exception {
        startServers(1);
        try (var controller = controller("-c9", "-R300", "-d4s", "--output=json", url())) {
            awaitWindow(controller);
            stopOthers();
            assertThat(controller.exitCode()).isEqualTo(ExitCode.INVALID);
            var json = json(controller);
            System.out.println("server killed: " + json.path("errors") + figures(json));
            for (var agent : json.path("agents")) {
                assertThat(agent.path("failed").asLong()).isPositive();
            }
        }
        awaitStoppedLoads();
        driveOneLoad();
    }

    private static JsonNode json(LabProcess controller) throws Exception {
        return JsonMapper.shared().readTree(controller.out());
    }

    private static String figures(JsonNode json) {
        var figures = new StringBuilder();
        for (var finding : json.path("findings")) {
            figures.append("\n  finding ").append(finding);
        }
        for (var agent : json.path("agents")) {
            figures.append(
                    "\n  %s established %s sent %s succeeded %s round trip %s clock error %s lost %s"
                            .formatted(
                                    agent.path("address").asString(),
                                    agent.path("established"),
                                    agent.path("sent"),
                                    agent.path("succeeded"),
                                    agent.path("roundTrip"),
                                    agent.path("clockErrorNanos"),
                                    agent.path("lost")));
        }
        return figures.toString();
    }
}
