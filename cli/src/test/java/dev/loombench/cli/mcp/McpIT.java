package dev.loombench.cli.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleService;
import dev.loombench.cli.LabProcess;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The server as a client has it: a process with its standard input and output.
class McpIT {
    @TempDir private Path folder;

    private static String text(CallToolResult result) {
        return ((TextContent) result.content().getFirst()).text();
    }

    private static CallToolRequest call(String tool, Map<String, Object> arguments) {
        return CallToolRequest.builder(tool).arguments(arguments).build();
    }

    @Test
    void the_official_client_lists_the_tools_and_calls_them() {
        var command = LabProcess.command(folder, "mcp");
        var transport =
                new StdioClientTransport(
                        ServerParameters.builder(command.getFirst())
                                .args(command.subList(1, command.size()))
                                .build(),
                        McpJsonDefaults.getMapper());
        try (var client = McpClient.sync(transport).requestTimeout(Duration.ofMinutes(3)).build()) {
            client.initialize();
            assertThat(client.getServerInstructions()).contains("Which tool");
            assertThat(client.listTools().tools())
                    .extracting(Tool::name)
                    .containsExactly("list", "inspect", "report", "compare", "capacity");

            var listed = client.callTool(call("list", Map.of("name", "tomcat")));
            assertThat(listed.isError()).isFalse();
            assertThat(text(listed)).contains("tomcat", "virtual");

            var pid = Long.toString(ProcessHandle.current().pid());
            var inspected =
                    client.callTool(
                            call(
                                    "inspect",
                                    Map.of("process", pid, "seconds", 1, "output", "json")));
            assertThat(inspected.isError()).as(inspected.toString()).isFalse();
            var document = (Map<?, ?>) Objects.requireNonNull(inspected.structuredContent());
            assertThat(document.get("pid")).hasToString(pid);

            var missing = client.callTool(call("report", Map.of("run", "nothing")));
            assertThat(missing.isError()).isTrue();
            assertThat(text(missing)).contains("nothing", "exit code 2: wrong usage or experiment");
        }
    }

    /// Speaks with the server by lines.
    private static final class Session implements AutoCloseable {
        final Process process;
        private final Writer in;
        private final BufferedReader out;

        Session(Path folder, String... options) throws IOException {
            var words = new ArrayList<>(List.of("mcp"));
            words.addAll(List.of(options));
            process =
                    new ProcessBuilder(LabProcess.command(folder, words.toArray(String[]::new)))
                            .directory(folder.toFile())
                            .redirectError(folder.resolve("err.txt").toFile())
                            .start();
            in = process.outputWriter(UTF_8);
            out = process.inputReader(UTF_8);
        }

        void send(String message) throws IOException {
            in.write(message.replace('\'', '"') + "\n");
            in.flush();
        }

        JsonNode next() throws IOException {
            return JsonMapper.shared().readTree(Objects.requireNonNull(out.readLine()));
        }

        /// Starts a call that takes minutes and tells its progress, and returns its process.
        ProcessHandle startInspection() throws IOException {
            send(
                    "{'jsonrpc': '2.0', 'id': 'long', 'method': 'tools/call', 'params': {'name': 'inspect',"
                            + " 'arguments': {'process': '%d', 'seconds': 600}, '_meta': {'progressToken': 5}}}"
                                    .formatted(ProcessHandle.current().pid()));
            var progress = next();
            assertThat(progress.path("method").asString()).isEqualTo("notifications/progress");
            assertThat(progress.path("params").path("progressToken").asInt()).isEqualTo(5);
            assertThat(process.children()).hasSize(1);
            return process.children().findFirst().orElseThrow();
        }

        @Override
        public void close() {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().onExit().join(); // its folder is deleted
        }
    }

    @Test
    void a_call_that_is_cancelled_ends_its_command_and_gets_no_response() throws Exception {
        try (var session = new Session(folder)) {
            var command = session.startInspection();
            session.send(
                    "{'jsonrpc': '2.0', 'method': 'notifications/cancelled', 'params': {'requestId': 'long'}}");
            LabProcess.awaitGone(List.of(command));
            session.send("{'jsonrpc': '2.0', 'id': 'after', 'method': 'ping'}");
            assertThat(session.next().path("id").asString()).isEqualTo("after");
        }
    }

    /// As by a pipe of a shell, without a line break.
    @Test
    void a_call_that_only_reads_is_answered_after_the_end_of_the_input() throws Exception {
        try (var session = new Session(folder)) {
            session.in.write(
                    "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\","
                            + " \"params\": {\"name\": \"list\", \"arguments\": {\"name\": \"tomcat\"}}}");
            session.in.close();
            var response = session.next();
            assertThat(response.path("id").asInt()).as(response.toString()).isEqualTo(1);
            assertThat(response.path("result").path("content").get(0).path("text").asString())
                    .contains("tomcat", "virtual");
            assertThat(session.process.waitFor(5, TimeUnit.MINUTES)).isTrue();
            assertThat(session.process.exitValue()).isZero();
        }
    }

    @Test
    void the_end_of_the_input_ends_the_calls_and_the_server() throws Exception {
        try (var session = new Session(folder)) {
            var command = session.startInspection();
            session.in.close();
            assertThat(session.process.waitFor(5, TimeUnit.MINUTES)).isTrue();
            assertThat(session.process.exitValue()).isZero();
            LabProcess.awaitGone(List.of(command));
        }
    }

    @Test
    void a_server_that_is_killed_leaves_no_command() throws Exception {
        try (var session = new Session(folder)) {
            var command = session.startInspection();
            session.process.destroyForcibly().waitFor();
            LabProcess.awaitGone(List.of(command));
        }
    }

    /// Short rounds may decide nothing: the text says so, and that is no error.
    @Tag("nightly")
    @Test
    void a_comparison_of_services_that_it_may_start_is_measured() throws Exception {
        var app = SampleService.command(folder);
        var runs = folder.resolve("runs");
        try (var session = new Session(folder, "--allow-start", "--results", runs.toString())) {
            session.send(
                    ("{'jsonrpc': '2.0', 'id': 1, 'method': 'tools/call', 'params': {'name': 'compare',"
                                    + " 'arguments': {'services': ['a=%s', 'b=%s'], 'rate': 200, 'path': '/hello', 'duration':"
                                    + " '300ms', 'warm_up': '300ms', 'budget': '1s'}}}")
                            .formatted(app, app));
            var response = session.next();
            assertThat(response.path("id").asInt()).as(response.toString()).isEqualTo(1);
            var result = response.path("result");
            assertThat(result.path("isError").asBoolean()).as(response.toString()).isFalse();
            assertThat(result.path("content").get(0).path("text").asString()).contains("p99");
            assertThat(runs).isNotEmptyDirectory();
            assertThat(folder.resolve("results")).doesNotExist();
        }
    }
}
