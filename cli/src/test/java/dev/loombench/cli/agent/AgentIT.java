package dev.loombench.cli.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.loombench.RunningService;
import dev.loombench.cli.LabProcess;
import dev.loombench.cli.console.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A controller and three load agents, each a process of its own, on loopback.
@EnabledOnOs(OS.LINUX)
class AgentIT {
    private static final int AGENTS = 3;

    @TempDir private static Path folder;
    private static Path key;
    private static TestAgents agents;
    private final AtomicInteger responses = new AtomicInteger();
    private HttpServer server;

    @BeforeAll
    static void startAgents() throws Exception {
        key = key("key", 'a');
        agents =
                TestAgents.start(
                        AGENTS,
                        _ ->
                                LabProcess.start(
                                        folder,
                                        "agent",
                                        "--listen=127.0.0.1:0",
                                        "--key-file=" + key));
    }

    @BeforeEach
    void start() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.createContext("/", this::respond);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
        agents.makeReady();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @AfterAll
    static void stopAgents() {
        agents.close();
    }

    @Test
    void a_closed_load_on_three_agents_has_the_counts_of_all() throws Exception {
        var json = json("-c10", "-n2000");
        assertThat(json.at("/sent").asLong()).isEqualTo(2_000);
        assertThat(json.at("/succeeded").asLong()).isEqualTo(2_000);
        assertThat(json.at("/responseTime/count").asLong()).isEqualTo(2_000);
        assertThat(json.at("/connections/requested").asInt()).isEqualTo(10);
        // 10 connections and 2,000 requests distributed to three.
        assertThat(longs(json, "connections")).containsExactly(4L, 3L, 3L);
        assertThat(longs(json, "sent")).containsExactly(667L, 667L, 666L);
    }

    @Test
    void an_open_load_on_three_agents_is_one_schedule() throws Exception {
        var json = json("-c30", "-R600", "-n900", "--arrival=poisson", "--seed=7");
        assertThat(json.at("/sent").asLong()).isEqualTo(900);
        assertThat(json.at("/responseTime/count").asLong()).isEqualTo(900);
        assertThat(longs(json, "sent")).containsExactly(300L, 300L, 300L);
        assertThat(json.at("/agents/0/sendLag/count").asLong()).isEqualTo(300);
        assertThat(json.at("/agents/0/roundTrip/count").asLong()).isPositive();
        assertThat(json.at("/agents/0/cpuNanos").asLong()).isPositive();
    }

    @Tag("nightly")
    @Test
    void services_that_already_run_are_compared_with_the_load_of_agents() throws Exception {
        try (var first = RunningService.start(folder);
                var second = RunningService.start(folder);
                var controller =
                        LabProcess.start(
                                folder,
                                "compare",
                                "a=" + first.url("/hello"),
                                "b=" + second.url("/hello"),
                                "-c6",
                                "-d500ms",
                                "--warm-up=300ms",
                                "--trials=2",
                                "--output=json",
                                on(),
                                "--key-file=" + key)) {
            controller.awaitResult();
            var report = JsonMapper.shared().readTree(controller.out());
            assertThat(report.at("/mode/reason").asString())
                    .isEqualTo("agents drive one load at a time");
            for (var variant : report.at("/variants")) {
                assertThat(variant.at("/trialsCompleted").asInt()).isEqualTo(2);
            }
            // Two variants on three agents.
            assertThat(report.at("/agents")).hasSize(6);
            // All are on this machine.
            assertThat(report.at("/findings").toString()).contains("\"shared-machine\"");
            assertThat(first.process().isAlive()).isTrue();
        }
    }

    @Test
    void mistakes_of_a_run_on_agents_are_refused() throws Exception {
        assertMistake("--listen goes with --load-on", "run", "--listen=127.0.0.1");
        assertMistake(
                "--listen takes one address of this machine",
                "run",
                on(),
                "--key-file=" + key,
                "--listen=192.0.2.1");
        assertMistake(
                "2 connections cannot be distributed to 3 agents",
                "run",
                "-c2",
                on(),
                "--key-file=" + key);
        assertMistake(
                "is a batch, and has no load for agents",
                "run",
                "alibaba-2024/executor-sleep",
                on(),
                "--key-file=" + key);
    }

    private void assertMistake(String message, String... arguments) throws Exception {
        try (var controller = LabProcess.start(folder, arguments)) {
            assertThat(controller.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(controller.err()).contains(message);
            assertThat(controller.out()).isEmpty();
        }
    }

    private static String on() throws IOException {
        var on = new ArrayList<String>();
        for (var agent : agents.all()) {
            on.add("127.0.0.1:" + port(agent));
        }
        return "--load-on=" + String.join(",", on);
    }

    @Test
    void a_killed_agent_ends_the_load_as_invalid_and_its_share_is_named() throws Exception {
        try (var controller = controller(key, "-c9", "-d1h", "--no-probe")) {
            awaitWindow(controller);
            agents.get(1).signal("KILL");
            assertThat(controller.exitCode()).isEqualTo(ExitCode.INVALID);
            assertThat(controller.out())
                    .contains("Invalid: the agent 127.0.0.1:" + port(agents.get(1)))
                    .containsPattern("3\\s+of\\s+9\\s+connections\\s+\\(33\\s+%\\)")
                    .contains("good responses/s");
        }
        awaitStoppedLoads(List.of(agents.get(0), agents.get(2)));
    }

    @Test
    void when_the_controller_is_killed_the_agents_stop_within_5_s_and_serve_the_next()
            throws Exception {
        try (var controller = controller(key, "-c9", "-d1h", "--no-probe")) {
            awaitWindow(controller);
            controller.signal("KILL");
            long killed = System.nanoTime();
            awaitStoppedLoads(agents.all());
            // A generous limit above the 5 s, as the machine may be busy; the load lasts an hour.
            assertThat(System.nanoTime() - killed).isLessThan(90_000_000_000L);
        }
        assertThat(json("-c10", "-n300").at("/sent").asLong()).isEqualTo(300);
    }

    /// The agents notice by the heartbeats of JGroups. The controller, which sees no view without
    /// itself, learns it from them.
    @Test
    void a_controller_that_stood_still_states_that_as_the_reason() throws Exception {
        try (var controller = controller(key, "-c9", "-d1h", "--no-probe")) {
            awaitWindow(controller);
            controller.signal("STOP");
            awaitStoppedLoads(agents.all());
            controller.signal("CONT");
            assertThat(controller.exitCode()).isEqualTo(ExitCode.INVALID);
            assertThat(controller.out() + controller.err())
                    .contains("this controller stood still for ");
        }
    }

    @Tag("nightly")
    @Test
    void an_interrupt_of_the_controller_reports_what_was_measured() throws Exception {
        try (var controller = controller(key, "-c9", "-d1h", "--no-probe")) {
            awaitWindow(controller);
            controller.signal("INT");
            assertThat(controller.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
            assertThat(controller.out()).contains("Interrupted: after ");
        }
        awaitStoppedLoads(agents.all());
    }

    @Test
    void a_wrong_key_gets_nowhere_and_the_agents_go_on() throws Exception {
        try (var stranger = controller(key("other", 'b'), "-c9", "-n100")) {
            assertThat(stranger.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(stranger.err())
                    .contains("127.0.0.1:" + port(agents.get(0)))
                    .contains("has another key");
            assertThat(stranger.out()).isEmpty();
        }
        assertThat(responses.get()).isZero();
        assertThat(json("-c10", "-n300").at("/sent").asLong()).isEqualTo(300);
    }

    @Test
    void an_agent_ends_on_a_signal_and_its_port_is_taken_until_then() throws Exception {
        var agent = agents.get(0);
        var listen = "--listen=127.0.0.1:" + port(agent);
        try (var second = LabProcess.start(folder, "agent", listen)) {
            assertThat(second.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(second.err()).contains("cannot be used", "is another agent running");
        }
        agent.signal("INT");
        assertThat(agent.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
    }

    private static int port(LabProcess agent) throws IOException {
        return Integer.parseInt(agent.out().strip().substring("READY port=".length()));
    }

    private LabProcess controller(Path keyFile, String... arguments) throws IOException {
        var command = new ArrayList<>(List.of("load", "--warm-up=200ms"));
        command.add(on());
        command.add("--key-file=" + keyFile);
        command.addAll(Arrays.asList(arguments));
        command.add("http://127.0.0.1:%d/".formatted(server.getAddress().getPort()));
        return LabProcess.start(folder, command.toArray(String[]::new));
    }

    /// The figures of a load; a busy machine may make them invalid.
    private JsonNode json(String... arguments) throws Exception {
        var all = new ArrayList<>(Arrays.asList(arguments));
        all.add("--output=json");
        long before = TestAgents.standstills(agents.all());
        try (var controller = controller(key, all.toArray(String[]::new))) {
            assertThat(controller.exitCode())
                    .as(controller.err())
                    .isIn(ExitCode.OK, ExitCode.INVALID);
            TestAgents.assumeRan(controller, agents.all(), before);
            return JsonMapper.shared().readTree(controller.out());
        }
    }

    private static List<Long> longs(JsonNode json, String key) {
        var values = new ArrayList<Long>();
        json.at("/agents").forEach(agent -> values.add(agent.path(key).asLong()));
        return values;
    }

    /// Without a probe, which opens a window too. It is under way once there are further responses.
    private void awaitWindow(LabProcess controller) throws IOException, InterruptedException {
        for (var agent : agents.all()) {
            agent.awaitWindow(controller);
        }
        int before = responses.get();
        controller.await(
                "the load goes on",
                () -> {
                    assertThat(controller.isAlive()).as(controller.err()).isTrue();
                    return responses.get() > before + 100;
                });
    }

    private static void awaitStoppedLoads(List<LabProcess> stopped) throws Exception {
        for (var agent : stopped) {
            TestAgents.awaitFree(agent);
        }
    }

    private static Path key(String name, char secret) throws IOException {
        var file = folder.resolve(name);
        Files.createFile(
                file,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        return Files.writeString(file, String.valueOf(secret).repeat(32));
    }

    /// After a pause, so that a load of an hour leaves the processors to other tests.
    private void respond(HttpExchange exchange) throws IOException {
        LockSupport.parkNanos(10_000_000);
        responses.incrementAndGet();
        exchange.sendResponseHeaders(200, 2);
        exchange.getResponseBody().write("ok".getBytes(UTF_8));
        exchange.close();
    }
}
