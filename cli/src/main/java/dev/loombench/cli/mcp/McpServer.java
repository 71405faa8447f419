package dev.loombench.cli.mcp;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.loombench.base.ProgramVersion;
import dev.loombench.cli.mcp.RpcMessage.Failure;
import dev.loombench.cli.mcp.RpcMessage.Problem;
import dev.loombench.cli.mcp.RpcMessage.Response;
import dev.loombench.text.CommandWords;
import dev.loombench.text.RecordJson;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A server of the Model Context Protocol on two streams: messages of JSON-RPC, one on each line.
///
/// Each call of a tool is a process. Calls run side by side; a call that is cancelled ends its
/// process, and so does the end of the input, where those that only observe have some time left.
final class McpServer {
    /// More than an assistant waits for.
    private static final int MOST_CALLS = 8;

    /// After the end of the input, for the calls that only observe: an inspection takes 10 s.
    private static final Duration UNTIL_ENDED = Duration.ofSeconds(20);

    private static final Capabilities CAPABILITIES = new Capabilities(Map.of());

    /// For how long a client may keep the list of tools, which never changes, ms.
    private static final int LIFETIME_MILLIS = 3_600_000;

    private static final String CACHE_SCOPE = "public";

    private static final Implementation SELF =
            new Implementation("loombench", "Loombench", ProgramVersion.VERSION);

    private final Allowed allowed;
    private final Path results;
    private final String instructions;
    private final Map<String, String> meanings;
    private final PrintWriter out;
    private final PrintWriter err;
    private final Map<JsonNode, ToolCall> running = new ConcurrentHashMap<>();

    /// Threads of calls that only observe, until their response is sent.
    private final Set<Thread> observing = ConcurrentHashMap.newKeySet();

    private volatile boolean batches;

    record Implementation(String name, String title, String version) {}

    /// @param tools what is optional of them: nothing
    record Capabilities(Map<String, Boolean> tools) {}

    record Initialized(
            String protocolVersion,
            Capabilities capabilities,
            Implementation serverInfo,
            String instructions) {}

    record Discovered(
            List<String> supportedVersions,
            Capabilities capabilities,
            String instructions,
            int ttlMs,
            String cacheScope) {}

    /// @param ttlMs empty, as `cacheScope`, in revisions that do not know them
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    record Listed(List<Tool.Description> tools, OptionalInt ttlMs, Optional<String> cacheScope) {}

    /// A request, and where its one response goes.
    ///
    /// @param stated whether it states its revision
    private record Request(JsonNode id, boolean stated, Replies replies) {
        void respond(Object result) {
            var tree = (ObjectNode) RecordJson.tree(result);
            if (stated) {
                tree.put("resultType", "complete");
                tree.set("_meta", RecordJson.tree(new Revision.ResultMeta(SELF)));
            }
            replies.reply(new Response(id, tree));
        }

        void fail(Problem problem) {
            replies.reply(new Failure(Optional.of(id), problem));
        }
    }

    /// @param results folder of runs
    /// @param instructions for the one who chooses the tools
    /// @param meanings exit code of a command -> what it says
    /// @param err for what is no message of the protocol
    McpServer(
            Allowed allowed,
            Path results,
            String instructions,
            Map<String, String> meanings,
            PrintWriter out,
            PrintWriter err) {
        this.allowed = allowed;
        this.results = results;
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
                                () -> refuse(Problem.noRequest("a message is longer than 1 MiB")));
            }
        } finally {
            awaitObserving();
            endCalls();
        }
    }

    private void awaitObserving() throws InterruptedException {
        long end = System.nanoTime() + UNTIL_ENDED.toNanos();
        for (var thread : List.copyOf(observing)) {
            var _ = thread.join(Duration.ofNanos(end - System.nanoTime()));
        }
    }

    private void endCalls() throws InterruptedException {
        for (var call : running.values()) {
            err.println(
                    "loombench mcp: %s is interrupted, because the input has ended: keep it open until the response"
                            .formatted(call.command()));
        }
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
            refuse(Problem.noJson("no JSON: " + e.getOriginalMessage()));
            return;
        }
        if (batches && message.isArray() && !message.isEmpty()) {
            var batch = new Batch(message.size(), this::send);
            message.valueStream().forEach(each -> receive(each, batch));
        } else {
            receive(message, this::send);
        }
    }

    private void receive(JsonNode message, Replies replies) {
        var method = message.path("method");
        var id = message.path("id");
        if (method.isString() && !message.has("id")) {
            notified(method.asString(), message.path("params"));
            replies.none();
        } else if (method.isString() && (id.isString() || id.isIntegralNumber())) {
            var params = message.path("params");
            requested(
                    new Request(id, Revision.isStated(params), replies), method.asString(), params);
        } else if (message.has("result") || message.has("error")) {
            replies.none();
        } else {
            replies.reply(
                    new Failure(
                            Optional.of(id).filter(i -> i.isString() || i.isIntegralNumber()),
                            Problem.noRequest(
                                    message.isArray()
                                            ? "a batch needs the revision 2025-03-26, and a message"
                                            : "a request needs a method and an id, a text or a whole number")));
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

    private void requested(Request request, String method, JsonNode params) {
        var objection = request.stated() ? Revision.objection(params) : Optional.<Problem>empty();
        if (objection.isPresent()) {
            request.fail(objection.get());
            return;
        }
        switch (method) {
            case "initialize" -> request.respond(initialized(params));
            case "ping" -> request.respond(Map.of());
            case "server/discover" -> request.respond(discovered());
            case "tools/list" -> request.respond(listed(request.stated()));
            case "tools/call" -> call(request, params);
            default -> request.fail(Problem.unknownMethod(TextSanitizer.quoted(method)));
        }
    }

    private Initialized initialized(JsonNode params) {
        var revision = Revision.negotiated(params.path("protocolVersion").asString(""));
        batches = Revision.hasBatches(revision);
        return new Initialized(revision, CAPABILITIES, SELF, instructions);
    }

    private Discovered discovered() {
        return new Discovered(
                Revision.ALL, CAPABILITIES, instructions, LIFETIME_MILLIS, CACHE_SCOPE);
    }

    private static Listed listed(boolean stated) {
        return new Listed(
                Tools.ALL.stream().map(Tool::described).toList(),
                stated ? OptionalInt.of(LIFETIME_MILLIS) : OptionalInt.empty(),
                stated ? Optional.of(CACHE_SCOPE) : Optional.empty());
    }

    private void call(Request request, JsonNode params) {
        var name = params.path("name").asString("");
        var tool = Tools.ALL.stream().filter(t -> t.name().equals(name)).findFirst();
        if (tool.isEmpty()) {
            request.fail(Problem.wrongParams("unknown tool: " + TextSanitizer.quoted(name)));
            return;
        }
        List<String> words;
        try {
            words = tool.get().words(params.path("arguments"), allowed, results);
            CommandWords.requireEncodable(words);
        } catch (WrongInput wrong) {
            request.respond(ToolResult.error(wrong.getMessage()));
            return;
        }
        if (running.size() >= MOST_CALLS) {
            request.respond(
                    ToolResult.error(
                            "%d calls are running: wait for one of them".formatted(MOST_CALLS)));
            return;
        }
        var token =
                Optional.of(params.path("_meta").path("progressToken"))
                        .filter(t -> t.isString() || t.isIntegralNumber());
        var call = new ToolCall(words, token, this::send);
        if (running.putIfAbsent(request.id(), call) != null) {
            request.fail(Problem.noRequest("a request with this id is running"));
            return;
        }
        var thread =
                Thread.ofPlatform()
                        .daemon()
                        .name("call-" + tool.get().name())
                        .unstarted(() -> run(request, call));
        if (tool.get().readOnly()) {
            observing.add(thread);
        }
        thread.start();
    }

    private void run(Request request, ToolCall call) {
        try {
            var result = call.run(meanings);
            running.remove(request.id());
            result.ifPresentOrElse(request::respond, request.replies()::none);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException e) {
            e.printStackTrace(err);
            if (call.isCancelled()) {
                request.replies().none();
            } else {
                request.fail(Problem.internal(String.valueOf(e.getMessage())));
            }
        } finally {
            running.remove(request.id(), call);
            observing.remove(Thread.currentThread());
        }
    }

    /// What cannot be read has no id.
    private void refuse(Problem problem) {
        send(new Failure(Optional.empty(), problem));
    }

    /// @param message one of them, or those of a batch
    private synchronized void send(Object message) {
        out.print(RecordJson.asciiLine(message) + "\n");
        out.flush();
    }
}
