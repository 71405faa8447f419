package dev.loombench.cli.mcp;

import dev.loombench.base.ProgramVersion;
import dev.loombench.cli.mcp.RpcMessage.Failure;
import dev.loombench.cli.mcp.RpcMessage.Problem;
import dev.loombench.cli.mcp.RpcMessage.Response;
import dev.loombench.text.RecordJson;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A server of the Model Context Protocol on two streams: messages of JSON-RPC, one on each line.
///
/// Each call of a tool is a process. Calls run side by side; a call that is cancelled ends its
/// process, and so does the end of the input.
final class McpServer {
    /// More than an assistant waits for.
    private static final int MOST_CALLS = 8;

    private static final Map<String, Object> CAPABILITIES = Map.of("tools", Map.of());

    /// For how long a client may keep the list of tools, which never changes, ms.
    private static final int LIFETIME_MILLIS = 3_600_000;

    private static final Implementation SELF =
            new Implementation("loombench", "Loombench", ProgramVersion.VERSION);

    private final Allowed allowed;
    private final String instructions;
    private final Map<String, String> meanings;
    private final PrintWriter out;
    private final PrintWriter err;
    private final Map<JsonNode, ToolCall> running = new ConcurrentHashMap<>();

    record Implementation(String name, String title, String version) {}

    /// @param instructions for the one who chooses the tools
    /// @param meanings exit code of a command -> what it says
    /// @param err for what is no message of the protocol
    McpServer(
            Allowed allowed,
            String instructions,
            Map<String, String> meanings,
            PrintWriter out,
            PrintWriter err) {
        this.allowed = allowed;
        this.instructions = instructions;
        this.meanings = Map.copyOf(meanings);
        this.out = out;
        this.err = err;
    }

    /// Serves until the input ends, and then ends what still runs.
    void serve(InputStream in) throws IOException, InterruptedException {
        var lines = new MessageLines(in);
        try {
            for (var line = lines.next(); line.isPresent(); line = lines.next()) {
                line.get()
                        .text()
                        .ifPresentOrElse(
                                this::receive,
                                () ->
                                        fail(
                                                Optional.empty(),
                                                Problem.noRequest(
                                                        "a message is longer than 1 MiB")));
            }
        } finally {
            endCalls();
        }
    }

    private void endCalls() throws InterruptedException {
        var processes = running.values().stream().flatMap(c -> c.cancel().stream()).toList();
        for (var process : processes) {
            process.end();
        }
    }

    private void receive(String line) {
        if (line.isBlank()) {
            return;
        }
        JsonNode message;
        try {
            message = JsonMapper.shared().readTree(line);
        } catch (JacksonException e) {
            fail(Optional.empty(), Problem.noJson("no JSON: " + e.getOriginalMessage()));
            return;
        }
        var method = message.path("method");
        var id = message.path("id");
        if (method.isString() && !message.has("id")) {
            notified(method.asString(), message.path("params"));
        } else if (method.isString() && (id.isString() || id.isIntegralNumber())) {
            requested(id, method.asString(), message.path("params"));
        } else if (!message.has("result") && !message.has("error")) {
            fail(
                    Optional.of(id).filter(i -> i.isString() || i.isIntegralNumber()),
                    Problem.noRequest(
                            message.isArray()
                                    ? "batches are not supported"
                                    : "a request needs a method and an id, a text or a whole number"));
        }
    }

    private void notified(String method, JsonNode params) {
        if (method.equals("notifications/cancelled")) {
            var call = running.get(params.path("requestId"));
            if (call != null) {
                call.cancel();
            }
        }
    }

    private void requested(JsonNode id, String method, JsonNode params) {
        boolean stated = Revision.isStated(params);
        var objection = stated ? Revision.objection(params) : Optional.<Problem>empty();
        if (objection.isPresent()) {
            fail(Optional.of(id), objection.get());
            return;
        }
        switch (method) {
            case "initialize" -> respond(id, initialized(params), false);
            case "ping" -> respond(id, Map.of(), stated);
            case "server/discover" -> respond(id, discovered(), stated);
            case "tools/list" -> respond(id, listed(stated), stated);
            case "tools/call" -> call(id, params, stated);
            default -> fail(Optional.of(id), Problem.unknownMethod(TextSanitizer.quoted(method)));
        }
    }

    private Map<String, Object> initialized(JsonNode params) {
        return Map.of(
                "protocolVersion",
                Revision.negotiated(params.path("protocolVersion").asString("")),
                "capabilities",
                CAPABILITIES,
                "serverInfo",
                SELF,
                "instructions",
                instructions);
    }

    private Map<String, Object> discovered() {
        var result = new LinkedHashMap<String, Object>();
        result.put("supportedVersions", Revision.ALL);
        result.put("capabilities", CAPABILITIES);
        result.put("instructions", instructions);
        return cacheable(result);
    }

    private static Map<String, Object> listed(boolean stated) {
        var result = new LinkedHashMap<String, Object>();
        result.put("tools", Tools.ALL.stream().map(Tool::described).toList());
        return stated ? cacheable(result) : result;
    }

    private static Map<String, Object> cacheable(Map<String, Object> result) {
        result.put("ttlMs", LIFETIME_MILLIS);
        result.put("cacheScope", "public");
        return result;
    }

    private void call(JsonNode id, JsonNode params, boolean stated) {
        var name = params.path("name").asString("");
        var tool = Tools.ALL.stream().filter(t -> t.name().equals(name)).findFirst();
        if (tool.isEmpty()) {
            fail(
                    Optional.of(id),
                    Problem.wrongParams("unknown tool: " + TextSanitizer.quoted(name)));
            return;
        }
        List<String> words;
        try {
            words = tool.get().words(params.path("arguments"), allowed);
        } catch (WrongInput wrong) {
            respond(id, ToolResult.error(wrong.getMessage()), stated);
            return;
        }
        if (running.size() >= MOST_CALLS) {
            respond(
                    id,
                    ToolResult.error(
                            "%d calls are running: wait for one of them".formatted(MOST_CALLS)),
                    stated);
            return;
        }
        var token =
                Optional.of(params.path("_meta").path("progressToken"))
                        .filter(t -> t.isString() || t.isIntegralNumber());
        var call = new ToolCall(words, token, this::send);
        if (running.putIfAbsent(id, call) != null) {
            fail(Optional.of(id), Problem.noRequest("a request with this id is running"));
            return;
        }
        Thread.ofPlatform()
                .daemon()
                .name("call-" + tool.get().name())
                .start(() -> run(id, call, stated));
    }

    private void run(JsonNode id, ToolCall call, boolean stated) {
        try {
            var result = call.run(meanings);
            running.remove(id);
            result.ifPresent(r -> respond(id, r, stated));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException e) {
            e.printStackTrace(err);
            if (!call.isCancelled()) {
                fail(Optional.of(id), Problem.internal(String.valueOf(e.getMessage())));
            }
        } finally {
            running.remove(id, call);
        }
    }

    private void respond(JsonNode id, Object result, boolean stated) {
        var tree = (ObjectNode) RecordJson.tree(result);
        if (stated) {
            tree.put("resultType", "complete");
            tree.set("_meta", RecordJson.tree(Revision.resultMeta(SELF)));
        }
        send(new Response(id, tree));
    }

    private void fail(Optional<JsonNode> id, Problem problem) {
        send(new Failure(id, problem));
    }

    private synchronized void send(RpcMessage message) {
        out.print(RecordJson.line(message) + "\n");
        out.flush();
    }
}
