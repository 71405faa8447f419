package dev.loombench.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.loombench.SampleService;
import dev.loombench.cli.LabProcess;
import dev.loombench.cli.console.ExitCode;
import dev.loombench.observe.ScriptableProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// Runs whose servers an agent on another host starts: the controller is in network namespace 0,
/// the agent with the role *server* in 1, and one with the role *load* in 2. The network and the
/// agents serve one test after the other.
@EnabledOnOs(OS.LINUX)
class ServerAgentIT extends ServersOnAgent {
    private static final String TWO_SERVERS =
            """
            question: Does it work?
            variants:
              - {server: jdk-httpserver, model: virtual, jvm: [-XX:TieredStopAtLevel=1, -XX:+UseSerialGC]}
              - {server: jdk-httpserver, model: platform-pool, threads: 20, jvm: [-XX:TieredStopAtLevel=1, -XX:+UseSerialGC]}
            load: {users: 20, path: "/sleep?ms=10"}
            phases: {warm-up: 500ms, measure: %s}
            trials: %d
            seed: 7
            """;

    @Test
    void servers_on_another_machine_are_observed_there_and_loaded_from_here() throws Exception {
        long before = TestAgents.sessions(agent);
        // A busy machine knows the clock of the other one too badly for slices.
        var yaml = experiment(TWO_SERVERS.formatted("1s", 2) + "mode: sequential\n").toString();
        try (var controller = controller("run", yaml, "--output=json")) {
            controller.awaitResult();
            var report = json(controller.out());
            for (var variant : report.at("/variants")) {
                assertThat(variant.at("/trialsCompleted").asInt())
                        .as(controller.err())
                        .isEqualTo(2);
                assertThat(variant.at("/errors").asLong()).isZero();
                assertThat(variant.at("/cpuPerRequestMicros").asDouble()).isPositive();
                assertThat(variant.at("/peakRssBytes").asDouble()).isGreaterThan(1e7);
            }
            assertThat(report.at("/findings").toString())
                    .contains("\"network-crossed\"")
                    .doesNotContain("\"shared-machine\"");
            // none but samples of the beans, where the machine has no CPU for 2 s
            assertThat(report.at("/findings").valueStream())
                    .filteredOn(f -> f.at("/kind").asString().equals("evidence-missing"))
                    .allMatch(f -> f.toString().contains(": a gap"));
        }
        assertThat(json(Files.readString(onlyRun().resolve("run.json"))).at("/serverOn").asString())
                .isEqualTo(address(SERVER));
        assertThat(onlyRun().resolve("report.html"))
                .content()
                .contains("servers on the agent " + address(SERVER));
        for (var line : Files.readAllLines(onlyRun().resolve("trials.jsonl"))) {
            var outcome = json(line).path("outcome");
            assertThat(outcome.at("/outcome").asString()).isEqualTo("completed");
            var row = outcome.at("/agents/0");
            assertThat(row.at("/address").asString()).isEqualTo("controller");
            assertThat(row.at("/local").asBoolean()).isFalse();
            assertThat(row.at("/network/roundTripNanos").asLong()).isPositive();
        }
        try (var logs = Files.walk(onlyRun())) {
            var found = logs.filter(file -> file.endsWith("server.log")).toList();
            assertThat(found).hasSize(4);
            for (var log : found) {
                assertThat(log).content().contains("READY port=");
            }
        }
        awaitFree(agent);
        assertThat(TestAgents.sessions(agent)).isEqualTo(before + 1); // one for all trials
    }

    @Tag("nightly")
    @Test
    void a_load_agent_loads_a_server_agent_and_a_capacity_is_found() throws Exception {
        try (var controller =
                controller(
                        "capacity",
                        experiment(POOL_OF_FOUR).toString(),
                        "--load-on=" + address(LOAD),
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
        awaitFree(agent);
        awaitFree(agents.get(1));
    }

    @Test
    void a_killed_server_agent_ends_the_run_and_leaves_no_server() throws Exception {
        var yaml = experiment("mode: sequential\n" + TWO_SERVERS.formatted("2s", 2)).toString();
        try (var controller = controller("run", yaml, "--output=json")) {
            controller.awaitTrials(1);
            var server = agent.awaitServer();
            agent.signal("KILL");
            assertThat(controller.exitCode()).as(controller.err()).isEqualTo(ExitCode.INVALID);
            assertThat(controller.err())
                    .contains("the run ends: the agent " + address(SERVER))
                    .contains("loombench run --resume");
            var report = json(controller.out());
            assertThat(report.at("/findings").toString()).contains("agent-lost");
            assertThat(
                            report.at("/variants/0/trialsCompleted").asInt()
                                    + report.at("/variants/1/trialsCompleted").asInt())
                    .isPositive();
            LabProcess.awaitGone(List.of(server));
        }
        var run = List.of("run", "--resume", onlyRun().toString());
        try (var alone =
                LabProcess.startIn(network.namespace(0), folder, run.toArray(String[]::new))) {
            assertThat(alone.exitCode()).as(alone.err()).isEqualTo(ExitCode.USAGE);
            assertThat(alone.err()).contains("were on the machine of the agent " + address(SERVER));
        }
    }

    /// Neither side knows why the other is silent: each gives up after 5 to 6 s.
    @Tag("nightly")
    @Test
    void a_partition_ends_the_run_and_the_servers_and_the_next_run_works() throws Exception {
        try (var controller =
                controller(
                        "run",
                        experiment(TWO_SERVERS.formatted("1h", 2)).toString(),
                        "--output=json")) {
            agent.await("both servers run", () -> agent.servers().size() == 2);
            var servers = agent.servers();
            long start = System.nanoTime();
            network.link(SERVER, false);
            assertThat(controller.exitCode()).as(controller.err()).isEqualTo(ExitCode.INVALID);
            LabProcess.awaitGone(servers);
            // the trials last an hour, and a broken connection of TCP a quarter of one
            assertThat(System.nanoTime() - start).isLessThan(90_000_000_000L);
            assertThat(json(controller.out()).at("/findings").toString()).contains("agent-lost");
            network.link(SERVER, true);
        }
        awaitFree(agent);
        try (var next =
                controller("run", experiment(TWO_SERVERS.formatted("500ms", 2)).toString())) {
            next.awaitResult();
            next.awaitTrials(4);
        }
    }

    /// In the first block the load of a server begins when the warm-up of the one before has ended.
    @Tag("nightly")
    @Test
    void a_server_that_is_killed_under_load_loses_its_own_trial_only() throws Exception {
        try (var controller =
                controller(
                        "run",
                        experiment(TWO_SERVERS.formatted("2s", 2)).toString(),
                        "--output=json")) {
            agent.await("one server is loaded", () -> loaded(agent).size() == 1);
            var first = loaded(agent).getFirst();
            agent.await("both servers are loaded", () -> loaded(agent).size() == 2);
            assertThat(first.destroyForcibly()).isTrue();
            controller.awaitResult();
            var report = json(controller.out());
            assertThat(report.at("/mode/mode").asString()).isIn("interleaved", "sequential");
            assertThat(report.at("/variants").valueStream())
                    .as(controller.err())
                    .extracting(
                            variant -> variant.at("/trialsCompleted").asInt(),
                            variant -> variant.at("/trialsFailed").asInt())
                    .containsExactlyInAnyOrder(tuple(2, 0), tuple(1, 1));
        }
        awaitFree(agent);
    }

    /// The servers with all connections of the load.
    private static List<ProcessHandle> loaded(LabProcess agent) {
        return agent.servers().stream().filter(server -> sockets(server) >= 20).toList();
    }

    private static long sockets(ProcessHandle server) {
        try (var descriptors = Files.list(Path.of("/proc/%d/fd".formatted(server.pid())))) {
            return descriptors.filter(ServerAgentIT::isSocket).count();
        } catch (IOException | UncheckedIOException ended) {
            return 0;
        }
    }

    private static boolean isSocket(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().startsWith("socket:");
        } catch (IOException closed) {
            return false;
        }
    }

    @Tag("nightly")
    @Test
    void a_search_that_loses_its_server_agent_keeps_its_windows() throws Exception {
        try (var controller =
                controller(
                        "capacity",
                        experiment(POOL_OF_FOUR).toString(),
                        "--slo=p90<150ms",
                        "--processes=2",
                        "-d1s",
                        "-c50",
                        "--recovery=0s",
                        "--hold-time=0s",
                        "--output=json")) {
            controller.awaitTrials(1);
            var server = agent.awaitServer();
            agent.signal("KILL");
            assertThat(controller.exitCode()).as(controller.err()).isEqualTo(ExitCode.INVALID);
            assertThat(controller.err()).contains("the agent " + address(SERVER) + " left");
            assertThat(json(controller.out()).at("/complete").asBoolean()).isFalse();
            LabProcess.awaitGone(List.of(server));
        }
    }

    @Tag("nightly")
    @Test
    void a_killed_or_interrupted_controller_leaves_no_server_and_frees_the_agent()
            throws Exception {
        var yaml = experiment(TWO_SERVERS.formatted("1h", 2)).toString();
        for (var signal : List.of("KILL", "INT")) {
            try (var controller = controller("run", yaml)) {
                agent.await("both servers run", () -> agent.servers().size() == 2);
                var servers = agent.servers();
                controller.signal(signal);
                LabProcess.awaitGone(servers);
                awaitFree(agent);
            }
        }
    }

    @Test
    void an_agent_starts_only_what_it_allows() throws Exception {
        assertRefused(
                SERVER,
                "jvm-flag -XX:OnOutOfMemoryError=touch",
                TWO_SERVERS
                        .formatted("1s", 2)
                        .replaceFirst(
                                "-XX:\\+UseSerialGC",
                                "\"-XX:OnOutOfMemoryError=touch %s\""
                                        .formatted(folder.resolve("evil"))));
        assertRefused(
                SERVER,
                "command touch",
                """
                question: Does it work?
                service: {command: "touch %s"}
                variants: [{name: evil}]
                load: {users: 2, path: /}
                """
                        .formatted(folder.resolve("evil")));
        assertThat(folder.resolve("evil")).doesNotExist();
        assertThat(folder.resolve("results")).doesNotExist();
        awaitFree(agent);
    }

    @Tag("nightly")
    @Test
    void an_own_service_starts_where_its_command_is_allowed() throws Exception {
        var java = ScriptableProcess.java();
        var jar = SampleService.jar(folder);
        var allow = folder.resolve("allow");
        Files.writeString(
                allow,
                "command %s -XX:TieredStopAtLevel=1 -jar %s ...\nfolder %s\n"
                        .formatted(java, jar, folder));
        Files.setPosixFilePermissions(allow, PosixFilePermissions.fromString("rw-r--r--"));
        var loopback = "127.0.0.1:7801";
        var yaml =
                experiment(
                        """
                        question: Does it work?
                        service: {command: "%s -XX:TieredStopAtLevel=1 -jar %s --port {port}"}
                        variants: [{name: shop}]
                        load: {users: 2, path: /hello}
                        phases: {warm-up: 500ms, measure: 1s}
                        trials: 1
                        """
                                .formatted(java, jar));
        try (var local = agent(SERVER, loopback, "--roles=server", "--allow=" + allow)) {
            local.await("the agent listens", () -> local.out().startsWith("READY port="));
            runOwnService(yaml, loopback);
            awaitFree(local);
        }
    }

    private void runOwnService(Path yaml, String loopback) throws Exception {
        try (var controller =
                LabProcess.startIn(
                        network.namespace(SERVER),
                        folder,
                        "run",
                        yaml.toString(),
                        "--output=json",
                        "--key-file=" + key,
                        "--server-on=" + loopback)) {
            controller.awaitResult();
            var variant = json(controller.out()).at("/variants/0");
            assertThat(variant.at("/trialsCompleted").asInt()).isEqualTo(1);
            assertThat(variant.at("/cpuPerRequestMicros").asDouble()).isPositive();
            // Server and load generator are on one machine, and the report says so.
            assertThat(json(controller.out()).at("/findings").toString())
                    .contains("\"shared-machine\"");
        }
    }

    @Test
    void an_agent_without_the_role_refuses_before_anything_starts() throws Exception {
        assertRefused(
                LOAD,
                "it starts no servers: start it with --roles server",
                TWO_SERVERS.formatted("1s", 2));
        assertThat(folder.resolve("results")).doesNotExist();
    }

    private void assertRefused(int host, String message, String yaml) throws Exception {
        try (var controller = controllerOf(host, "run", experiment(yaml).toString())) {
            assertThat(controller.exitCode()).as(controller.err()).isEqualTo(ExitCode.USAGE);
            assertThat(controller.err()).contains("agent " + address(host), message);
        }
    }
}
