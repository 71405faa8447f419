package dev.loombench.cli.plan;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.loombench.cli.CommandFixture;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/// The script of a plan with ssh, as a process: a program in place of ssh executes on this machine
/// what ssh would execute on another, and the launcher is that of the lab under a hostile name.
@EnabledOnOs(OS.LINUX)
class PlanScriptIT extends CommandFixture {
    private static final String SSH =
            """
            #!/bin/sh
            while [ "$1" != -- ]; do shift; done
            if [ "$2" = unreachable ]; then
                echo 'no route to host' >&2
                exit 255
            fi
            echo "$2" >>hosts
            export SSH_CONNECTION='127.0.0.1 50000 127.0.0.1 22'
            shift 2
            exec sh -c "$*"
            """;

    private HttpServer server;
    @TempDir private Path folder;
    private Path launcher;
    private final List<Process> started = new ArrayList<>();
    private final Map<String, String> environment = new HashMap<>();
    private final Set<String> authorizations = ConcurrentHashMap.newKeySet();

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.createContext("/", this::respond);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
        program(Files.createDirectory(folder.resolve("bin")).resolve("ssh"), SSH);
        launcher = folder.resolve("it's \"$(touch hacked)\" ; `touch hacked` \\ *");
        var lab =
                LabProcess.command(folder).stream()
                        .map("'%s'"::formatted)
                        .collect(Collectors.joining(" "));
        program(launcher, "#!/bin/sh\necho $$ >>pids\nexec %s \"$@\"\n".formatted(lab));
    }

    private static void program(Path file, String text) throws IOException {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    @AfterEach
    void stop() throws Exception {
        started.forEach(process -> process.destroyForcibly().onExit().join());
        var labs = labs();
        labs.forEach(ProcessHandle::destroyForcibly);
        LabProcess.awaitGone(labs); // their folder is deleted
        server.stop(0);
    }

    @Test
    void agents_of_several_hosts_drive_one_load_and_end_with_the_script() throws Exception {
        var script =
                script(
                        "load1:0,me@load2:0",
                        "-c6",
                        "-n600",
                        "--warm-up=200ms",
                        "--header=X: it's $(touch hacked) \\ `touch hacked`",
                        "--output=json");
        var run = run(script, "--timeout=20s");
        assertThat(run.waitFor()).as(err()).isIn(ExitCode.OK, ExitCode.INVALID);
        var json = JsonMapper.shared().readTree(Files.readString(folder.resolve("out")));
        assertThat(json.at("/sent").asLong()).isEqualTo(600);
        assertThat(json.at("/agents")).hasSize(2);
        assertThat(Files.readAllLines(folder.resolve("hosts")))
                .containsExactlyInAnyOrder("load1", "me@load2");
        assertThat(labs()).as("agents end before the script").isEmpty();
        assertNothingElse();
    }

    @Tag("nightly")
    @Test
    void a_secret_comes_from_the_environment_of_the_script() throws Exception {
        environment.put("AUTHORIZATION", "it's \"s3same\" $(touch hacked)");
        var run = run(script("load1:0", "-c2", "-n20", "-HAuthorization: Bearer unknown"));
        assertThat(run.waitFor()).as(err()).isIn(ExitCode.OK, ExitCode.INVALID);
        assertThat(authorizations).containsExactly("Bearer it's \"s3same\" $(touch hacked)");
        assertNothingElse();
    }

    @Test
    void without_its_secret_a_script_starts_nothing() throws Exception {
        var run = run(script("load1:0", "-c2", "-n20", "-HAuthorization: Bearer unknown"));
        assertThat(run.waitFor()).isNotZero();
        assertThat(err()).contains("AUTHORIZATION: a secret of the load, not in the plan");
        assertThat(folder.resolve("hosts")).doesNotExist();
        assertNothingElse();
    }

    @Test
    void when_the_script_is_killed_the_agents_and_the_controller_end() throws Exception {
        var run = run(script("load1:0,load2:0", "-c6", "-d1h", "--no-probe"));
        while (labs().size() < 3) { // the controller starts when both agents listen
            assertThat(run.isAlive()).as(err()).isTrue();
            Thread.sleep(20);
        }
        var labs = labs();
        run.destroyForcibly();
        LabProcess.awaitGone(labs);
    }

    @Test
    void an_interrupt_ends_the_controller_first_and_then_the_agents() throws Exception {
        var run = run(script("load1:0", "-c6", "-d1h", "--no-probe"));
        while (labs().size() < 2) {
            assertThat(run.isAlive()).as(err()).isTrue();
            Thread.sleep(20);
        }
        run.destroy();
        assertThat(run.waitFor()).isEqualTo(143);
        assertThat(labs()).isEmpty();
        assertNothingElse();
    }

    @Test
    void an_agent_that_does_not_start_ends_the_script_with_the_reason() throws Exception {
        var run = run(script("load1:0,unreachable:0", "-c6"));
        assertThat(run.waitFor()).isEqualTo(1);
        assertThat(err()).contains("the agent on unreachable did not start:", "no route to host");
        assertThat(Files.readString(folder.resolve("out"))).isEmpty();
        assertThat(labs()).isEmpty();
        assertNothingElse();
    }

    /// Nothing but the words of the test reached a shell, and the files with the key are gone.
    private void assertNothingElse() throws IOException {
        assertThat(folder.resolve("hacked")).doesNotExist();
        try (var left = Files.list(folder.resolve("tmp"))) {
            assertThat(left).isEmpty();
        }
    }

    private Path script(String hosts, String... arguments) {
        var file = folder.resolve("agents.sh");
        var words =
                new ArrayList<>(
                        List.of(
                                "plan",
                                "http://127.0.0.1:%d/".formatted(server.getAddress().getPort()),
                                "--ssh=" + hosts,
                                "--remote-loombench=" + launcher,
                                "--write=" + file,
                                "--"));
        words.addAll(Arrays.asList(arguments));
        assertThat(execute(words.toArray(String[]::new))).as("%s", err).isEqualTo(ExitCode.OK);
        return file;
    }

    private Process run(Path script, String... arguments) throws IOException {
        var command = new ArrayList<>(List.of(script.toString()));
        command.addAll(Arrays.asList(arguments));
        var builder =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectOutput(folder.resolve("out").toFile())
                        .redirectError(folder.resolve("err").toFile());
        builder.environment().merge("PATH", "", (path, _) -> folder.resolve("bin") + ":" + path);
        builder.environment().put("LOOMBENCH", launcher.toString());
        builder.environment().remove("AUTHORIZATION");
        builder.environment().putAll(environment);
        builder.environment()
                .put("TMPDIR", Files.createDirectory(folder.resolve("tmp")).toString());
        var process = builder.start();
        started.add(process);
        return process;
    }

    private String err() throws IOException {
        return Files.readString(folder.resolve("err"), UTF_8);
    }

    /// The agents and controllers that run.
    private List<ProcessHandle> labs() throws IOException {
        var pids = folder.resolve("pids");
        if (!Files.exists(pids)) {
            return List.of();
        }
        return Files.readAllLines(pids).stream()
                .map(pid -> ProcessHandle.of(Long.parseLong(pid)))
                .flatMap(Optional::stream)
                .filter(ProcessHandle::isAlive)
                .toList();
    }

    private void respond(HttpExchange exchange) throws IOException {
        Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"))
                .ifPresent(authorizations::add);
        exchange.sendResponseHeaders(200, 2);
        exchange.getResponseBody().write("ok".getBytes(UTF_8));
        exchange.close();
    }
}
