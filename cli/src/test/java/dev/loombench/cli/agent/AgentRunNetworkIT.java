package dev.loombench.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.cli.LabProcess;
import dev.loombench.cli.RunFixture;
import dev.loombench.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Runs whose load two agents on other hosts drive: the controller and its servers are in network
/// namespace 0, the agents in 1 and 2. The network and the agents serve one test after the other.
@EnabledOnOs(OS.LINUX)
@Tag("nightly")
class AgentRunNetworkIT extends RunFixture {
    private static final int AGENTS = 2;
    private static final String RATE =
            """
            question: Does it work?
            variants:
              - {server: jdk-httpserver, model: virtual, jvm: [-XX:TieredStopAtLevel=1, -XX:+UseSerialGC]}
            load: {rate: 200, connections: 20, path: "/sleep?ms=5"}
            phases: {warm-up: 500ms, measure: %s}
            trials: %d
            seed: 7
            """;

    @TempDir private static Path shared;
    private static Path key;
    private static TestNetwork network;
    private static TestAgents agents;

    @BeforeAll
    static void connect() throws Exception {
        network = TestNetwork.open(AGENTS + 1);
        key = TestNetwork.key(shared);
        agents = TestAgents.start(AGENTS, number -> agent(1 + number));
    }

    private static LabProcess agent(int host) throws IOException {
        return LabProcess.startIn(
                network.namespace(host),
                shared,
                "agent",
                "--listen=" + address(host),
                "--key-file=" + key);
    }

    @BeforeEach
    void makeAgentsReady() throws Exception {
        agents.makeReady();
    }

    @AfterAll
    static void disconnect() throws Exception {
        if (agents != null) {
            agents.close();
        }
        if (network != null) {
            network.remove();
        }
    }

    @Test
    void the_load_of_a_run_comes_from_agents_across_the_network() throws Exception {
        var sessions = sessions();
        try (var controller = run(RATE.formatted("1s", 2), "--output=json")) {
            controller.awaitResult();
            var report = json(controller.out());
            assertThat(report.at("/variants/0/trialsCompleted").asInt())
                    .as(controller.err())
                    .isEqualTo(2);
            assertThat(report.at("/variants/0/errors").asLong()).isZero();
            assertThat(report.at("/variants/0/unloadedResponseMillis").asDouble()).isPositive();
            assertThat(report.at("/agents")).hasSize(AGENTS);
            for (int i = 1; i <= AGENTS; i++) {
                var agent = report.at("/agents/" + (i - 1));
                assertThat(agent.path("address").asString()).isEqualTo(address(i));
                assertThat(agent.path("connections").asInt()).isEqualTo(10);
                assertThat(agent.path("roundTripMicros").asDouble()).isPositive();
                assertThat(agent.path("retransmittedShare").asDouble()).isNotNegative();
            }
            assertThat(report.at("/findings").toString())
                    .contains("\"network-crossed\"")
                    .doesNotContain("\"shared-machine\"");
            assertThat(report.at("/mode/mode").asString()).isEqualTo("sequential");
        }
        requireSharesOfEachTrial();
        assertThat(Files.readString(onlyRun().resolve("report.html")))
                .contains("<h2 id=\"h-agents\">Agents</h2>", address(1));
        awaitFree();
        assertThat(sessions()) // one for all trials
                .isEqualTo(sessions.stream().map(before -> before + 1).toList());
    }

    private static List<Long> sessions() throws IOException {
        var sessions = new ArrayList<Long>();
        for (var agent : agents.all()) {
            sessions.add(TestAgents.sessions(agent));
        }
        return sessions;
    }

    private static void awaitFree() throws IOException, InterruptedException {
        for (var agent : agents.all()) {
            TestAgents.awaitFree(agent);
        }
    }

    /// Time ends the window, so that the shares differ by the arrivals within the clocks' errors.
    private void requireSharesOfEachTrial() throws IOException {
        for (var line : Files.readAllLines(onlyRun().resolve("trials.jsonl"))) {
            var outcome = json(line).path("outcome");
            long all = outcome.at("/load/counts/sent").asLong();
            long first = outcome.at("/agents/0/result/counts/sent").asLong();
            long second = outcome.at("/agents/1/result/counts/sent").asLong();
            assertThat(first + second).isEqualTo(all);
            assertThat(List.of(first, second)).allMatch(sent -> sent > 0);
            assertThat(outcome.at("/agents/0/local").asBoolean()).isFalse();
        }
    }

    @Test
    void without_an_address_that_agents_reach_nothing_starts() throws Exception {
        var yaml = experiment(RATE.formatted("1s", 2));
        var run = new String[] {"run", yaml.toString(), on(), "--key-file=" + key};
        try (var controller = LabProcess.startIn(network.namespace(0), folder, run)) {
            assertThat(controller.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(controller.err())
                    .contains("the servers listen on loopback, which the agent " + address(1))
                    .contains("give --listen ADDRESS");
        }
        assertThat(folder.resolve("results")).doesNotExist();
    }

    @Test
    void a_killed_agent_ends_the_run_and_a_resumed_run_repeats_its_trial() throws Exception {
        Path run;
        var killed = agents.get(1);
        long before = loadsStarted(killed);
        try (var controller = run(RATE.formatted("2s", 3), "--output=json")) {
            controller.awaitTrials(1);
            killed.await("its load of trial 2 starts", () -> loadsStarted(killed) == before + 2);
            var server = controller.awaitServer();
            killed.signal("KILL");
            assertThat(controller.exitCode()).as(controller.err()).isEqualTo(ExitCode.INVALID);
            assertThat(controller.err())
                    .contains("the run ends: the agent " + address(2))
                    .contains("its share is missing, 10 of 20 connections")
                    .contains("loombench run --resume");
            assertThat(json(controller.out()).at("/findings").toString()).contains("agent-lost");
            assertThat(json(controller.out()).at("/variants/0/trialsCompleted").asInt())
                    .isPositive();
            LabProcess.awaitGone(List.of(server));
            run = onlyRun();
        }
        agents.makeReady();
        try (var resumed = controller("run", "--resume", run.toString(), "--output=json")) {
            resumed.awaitResult();
            var report = json(resumed.out());
            assertThat(report.at("/variants/0/trialsCompleted").asInt()).isEqualTo(3);
            assertThat(report.at("/variants/0/trialsFailed").asInt()).isZero();
            assertThat(report.at("/findings").toString()).doesNotContain("agent-lost");
        }
    }

    private static long loadsStarted(LabProcess agent) throws IOException {
        return TestAgents.count(agent, "load started");
    }

    /// As in `CapacityIT`, a window may exceed the limit of 80 requests/s by 15 %.
    @Test
    void a_capacity_is_found_with_the_load_of_agents() throws Exception {
        try (var controller =
                controller(
                        "capacity",
                        experiment(POOL_OF_FOUR).toString(),
                        "--slo=p90<150ms",
                        "--processes=1",
                        "-d1s",
                        "-c50",
                        "--arrival=constant",
                        "--recovery=0s",
                        "--hold-time=0s",
                        "--output=json")) {
            controller.awaitResult();
            var variant = json(controller.out()).at("/variants/0");
            assertThat(variant.at("/outcome").asString()).isEqualTo("estimated");
            // A busy machine holds the objective at lower rates only.
            double capacity = variant.at("/capacityPerSecond").asDouble();
            assertThat(capacity).isPositive().isLessThan(1.15 * 80);
        }
    }

    @Test
    void a_killed_controller_leaves_no_server_and_frees_the_agents() throws Exception {
        try (var controller = run(RATE.formatted("1h", 1))) {
            var server = controller.awaitServer();
            for (var agent : agents.all()) {
                agent.awaitWindow(controller);
            }
            controller.signal("KILL");
            LabProcess.awaitGone(List.of(server));
        }
        awaitFree();
    }

    private LabProcess run(String yaml, String... options) throws IOException {
        var arguments = new ArrayList<>(List.of("run", experiment(yaml).toString()));
        arguments.addAll(Arrays.asList(options));
        return controller(arguments.toArray(String[]::new));
    }

    private LabProcess controller(String... arguments) throws IOException {
        var command = new ArrayList<>(Arrays.asList(arguments));
        command.add(on());
        command.add("--key-file=" + key);
        command.add("--listen=" + network.address(0));
        return LabProcess.startIn(network.namespace(0), folder, command.toArray(String[]::new));
    }

    private static String on() {
        return "--load-on=%s,%s".formatted(address(1), address(2));
    }

    private static String address(int host) {
        return network.address(host) + ":7800";
    }
}
