package dev.loombench.cli.mcp;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// The revisions of the Model Context Protocol that are served. A client of the latest says its
/// revision in each request; one of an earlier begins with `initialize`.
///
/// Source: Model Context Protocol 2026-07-28, *Versioning and Compatibility*.
final class Revision {
    static final String LATEST = "2026-07-28";

    /// The only one with batches, which it demands.
    ///
    /// Source: Model Context Protocol 2025-03-26, *Base Protocol*.
    private static final String WITH_BATCHES = "2025-03-26";

    private static final List<String> WITH_INITIALIZE =
            List.of("2025-11-25", "2025-06-18", WITH_BATCHES, "2024-11-05");

    /// Latest first.
    static final List<String> ALL = all();

    private static final String PREFIX = "io.modelcontextprotocol/";
    private static final String VERSION = PREFIX + "protocolVersion";
    private static final String CAPABILITIES = PREFIX + "clientCapabilities";
    private static final String SERVER = PREFIX + "serverInfo";

    private Revision() {}

    private static List<String> all() {
        var all = new ArrayList<>(List.of(LATEST));
        all.addAll(WITH_INITIALIZE);
        return List.copyOf(all);
    }

    /// The one of a session that begins with `initialize`.
    static String negotiated(String requested) {
        return WITH_INITIALIZE.contains(requested) ? requested : WITH_INITIALIZE.getFirst();
    }

    static boolean hasBatches(String revision) {
        return revision.equals(WITH_BATCHES);
    }

    /// Whether a request says its revision itself.
    static boolean isStated(JsonNode params) {
        return params.path("_meta").has(VERSION);
    }

    /// What is wrong with a request that says its revision; empty when nothing is.
    static Optional<RpcMessage.Problem> objection(JsonNode params) {
        var meta = params.path("_meta");
        var version = meta.path(VERSION);
        if (!version.isString()) {
            return Optional.of(RpcMessage.Problem.wrongParams(VERSION + " must be a text"));
        }
        if (!version.asString().equals(LATEST)) {
            return Optional.of(RpcMessage.Problem.unsupported(version.asString()));
        }
        return meta.path(CAPABILITIES).isObject()
                ? Optional.empty()
                : Optional.of(RpcMessage.Problem.wrongParams(CAPABILITIES + " is missing"));
    }

    /// The metadata of a result.
    record ResultMeta(@JsonProperty(SERVER) McpServer.Implementation server) {}
}
