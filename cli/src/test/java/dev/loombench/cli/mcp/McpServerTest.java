package dev.loombench.cli.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class McpServerTest {
    private static final String LATEST =
            "'_meta': {'io.modelcontextprotocol/protocolVersion': '2026-07-28',"
                    + " 'io.modelcontextprotocol/clientCapabilities': {}}";

    /// @param messages one per line, with ' for "
    private static List<JsonNode> responses(String... messages) throws Exception {
        return responsesTo(String.join("\n", messages).replace('\'', '"') + "\n");
    }

    private static List<JsonNode> responsesTo(String input) throws Exception {
        return outputFor(input).lines().map(JsonMapper.shared()::readTree).toList();
    }

    private static String outputFor(String input) throws Exception {
        var out = new StringWriter();
        var err = new StringWriter();
        new McpServer(
                        new Allowed(false, false),
                        Path.of("results"),
                        "how to use them",
                        Map.of(),
                        new PrintWriter(out),
                        new PrintWriter(err, true))
                .serve(new ByteArrayInputStream(input.getBytes(UTF_8)));
        assertThat(err.toString()).isEmpty();
        return out.toString();
    }

    private static JsonNode response(String message) throws Exception {
        var responses = responses(message);
        assertThat(responses).hasSize(1);
        assertThat(responses.getFirst().path("jsonrpc").asString()).isEqualTo("2.0");
        return responses.getFirst();
    }

    private static String request(String method, String params) {
        return "{'jsonrpc': '2.0', 'id': 1, 'method': '%s', 'params': {%s}}"
                .formatted(method, params);
    }

    @ParameterizedTest
    @CsvSource({
        "2025-11-25, 2025-11-25",
        "2024-11-05, 2024-11-05",
        "2026-07-28, 2025-11-25",
        "1900-01-01, 2025-11-25",
    })
    void a_session_has_the_revision_of_the_client_where_it_is_known(String requested, String agreed)
            throws Exception {
        var result =
                response(request("initialize", "'protocolVersion': '" + requested + "'"))
                        .path("result");
        assertThat(result.path("protocolVersion").asString()).isEqualTo(agreed);
        assertThat(result.path("capabilities").has("tools")).isTrue();
        assertThat(result.path("serverInfo").path("name").asString()).isEqualTo("loombench");
        assertThat(result.path("instructions").asString()).isEqualTo("how to use them");
        assertThat(result.has("resultType")).isFalse();
    }

    @Test
    void a_client_that_states_its_revision_needs_no_session() throws Exception {
        var discovered = response(request("server/discover", LATEST)).path("result");
        assertThat(discovered.path("resultType").asString()).isEqualTo("complete");
        assertThat(discovered.path("supportedVersions").get(0).asString()).isEqualTo("2026-07-28");
        assertThat(
                        discovered
                                .path("_meta")
                                .path("io.modelcontextprotocol/serverInfo")
                                .path("name")
                                .asString())
                .isEqualTo("loombench");
        var listed = response(request("tools/list", LATEST)).path("result");
        assertThat(listed.path("resultType").asString()).isEqualTo("complete");
        assertThat(listed.path("tools").valueStream().map(t -> t.path("name").asString()))
                .containsExactly("list", "inspect", "report", "compare", "capacity");
    }

    @Test
    void another_revision_is_refused_with_those_that_are_served() throws Exception {
        var error =
                response(request("tools/list", LATEST.replace("2026-07-28", "2027-01-01")))
                        .path("error");
        assertThat(error.path("code").asInt()).isEqualTo(-32022);
        assertThat(error.path("data").path("requested").asString()).isEqualTo("2027-01-01");
        assertThat(error.path("data").path("supported").get(0).asString()).isEqualTo("2026-07-28");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'jsonrpc': '2.0', 'id': 1, 'method': 'resources/list'} | -32601",
                "{'jsonrpc': '2.0', 'id': 1, 'method': 'tools/call', 'params': {'name': 'govern'}}"
                        + " | -32602",
                "{'jsonrpc': '2.0', 'id': 1, 'method': 'tools/call'} | -32602",
                "{'jsonrpc': '2.0', 'id': 1, 'method': 'tools/list', 'params': {'_meta':"
                        + " {'io.modelcontextprotocol/protocolVersion': '2026-07-28'}}} | -32602",
                "{'jsonrpc': '2.0', 'id': null, 'method': 'ping'} | -32600",
                "{'jsonrpc': '2.0', 'id': 1.5, 'method': 'ping'} | -32600",
                "{'jsonrpc': '2.0', 'id': 1} | -32600",
                "[{'jsonrpc': '2.0', 'id': 1, 'method': 'ping'}] | -32600",
                "7 | -32600",
                "{'jsonrpc': | -32700",
                "hello | -32700",
            })
    void what_is_no_request_gets_an_error(String message, int code) throws Exception {
        assertThat(response(message).path("error").path("code").asInt()).isEqualTo(code);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'jsonrpc': '2.0', 'method': 'notifications/initialized'}",
                "{'jsonrpc': '2.0', 'method': 'notifications/cancelled', 'params': {'requestId': 7}}",
                "{'jsonrpc': '2.0', 'method': 'notifications/cancelled'}",
                "{'jsonrpc': '2.0', 'id': 3, 'result': {}}",
                "",
            })
    void what_asks_for_nothing_gets_no_response(String message) throws Exception {
        assertThat(responses(message)).isEmpty();
    }

    @Test
    void a_wrong_message_does_not_end_the_server() throws Exception {
        var tooLong = "\"" + "x".repeat(1 << 20) + "\"";
        var deep = "[".repeat(100_000);
        var responses =
                responsesTo(
                        String.join(
                                "\n",
                                tooLong,
                                deep,
                                "{\"jsonrpc\": \"2.0\", \"id\": \"last\", \"method\": \"ping\"}",
                                "no line break at its end"));
        assertThat(responses).hasSize(4);
        assertThat(responses.get(0).path("error").path("code").asInt()).isEqualTo(-32600);
        assertThat(responses.get(1).path("error").path("code").asInt()).isEqualTo(-32700);
        assertThat(responses.get(2).path("id").asString()).isEqualTo("last");
        assertThat(responses.get(2).path("result").isObject()).isTrue();
        assertThat(responses.get(3).path("error").path("code").asInt()).isEqualTo(-32700);
    }

    /// Some clients split lines at U+2028, and output to a terminal has no control of direction.
    @Test
    void a_response_is_in_ascii() throws Exception {
        var id = "a\u2028b\u202ec\u00e9";
        var request = "{\"jsonrpc\": \"2.0\", \"id\": \"%s\", \"method\": \"ping\"}";
        var output = outputFor(request.formatted(id));
        assertThat(output).matches("\\p{ASCII}*");
        assertThat(JsonMapper.shared().readTree(output).path("id").asString()).isEqualTo(id);
    }

    @Test
    void the_last_message_needs_no_line_break() throws Exception {
        var responses = responsesTo("{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"ping\"}");
        assertThat(responses).hasSize(1);
        assertThat(responses.getFirst().path("result").isObject()).isTrue();
    }

    /// Source: Model Context Protocol 2025-03-26, *Base Protocol*.
    @Test
    void a_session_of_the_revision_with_batches_has_the_responses_of_a_batch_together()
            throws Exception {
        var responses =
                responses(
                        request("initialize", "'protocolVersion': '2025-03-26'"),
                        "[{'jsonrpc': '2.0', 'id': 2, 'method': 'ping'},"
                                + " {'jsonrpc': '2.0', 'method': 'notifications/initialized'},"
                                + " {'jsonrpc': '2.0', 'id': 3, 'method': 'resources/list'},"
                                + " {'jsonrpc': '2.0', 'id': 9, 'result': {}}, 7]",
                        "[{'jsonrpc': '2.0', 'method': 'notifications/initialized'}]",
                        "[]");
        assertThat(responses).hasSize(3);
        var batch = responses.get(1);
        assertThat(batch.isArray()).isTrue();
        assertThat(batch.valueStream().map(r -> r.path("id").toString()))
                .containsExactly("2", "3", "");
        assertThat(batch.get(0).path("result").isObject()).isTrue();
        assertThat(batch.get(1).path("error").path("code").asInt()).isEqualTo(-32601);
        assertThat(batch.get(2).path("error").path("code").asInt()).isEqualTo(-32600);
        assertThat(responses.get(2).path("error").path("code").asInt()).isEqualTo(-32600);
    }

    @Test
    void a_wrong_argument_is_told_to_the_one_who_can_correct_it() throws Exception {
        var result =
                response(
                                request(
                                        "tools/call",
                                        "'name': 'compare', 'arguments': {'services': ['http://example.com/']}"))
                        .path("result");
        assertThat(result.path("isError").asBoolean()).isTrue();
        assertThat(result.path("content").get(0).path("text").asString())
                .contains("--allow-remote");
    }

    @Test
    void the_instructions_are_the_skill_without_its_fields() throws Exception {
        var skill = McpCommand.skill();
        assertThat(skill).startsWith("---\nname: loombench\ndescription: ");
        assertThat(McpCommand.instructions(skill)).startsWith("Loombench measures");
    }
}
