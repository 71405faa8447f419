package dev.loombench.cli.mcp;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// What the server sends: messages of JSON-RPC 2.0.
///
/// Source: Model Context Protocol 2026-07-28, *Base Protocol*.
sealed interface RpcMessage {
    /// The value of `jsonrpc` in every message.
    String VERSION = "2.0";

    record Response(String jsonrpc, JsonNode id, JsonNode result) implements RpcMessage {
        Response(JsonNode id, JsonNode result) {
            this(VERSION, id, result);
        }
    }

    /// @param id empty where the request's could not be read
    record Failure(
            String jsonrpc,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<JsonNode> id,
            Problem error)
            implements RpcMessage {
        Failure(Optional<JsonNode> id, Problem error) {
            this(VERSION, id, error);
        }
    }

    record Notification(String jsonrpc, String method, Progress params) implements RpcMessage {
        Notification(Progress params) {
            this(VERSION, "notifications/progress", params);
        }
    }

    /// How far a call is.
    ///
    /// @param progress which must increase
    record Progress(JsonNode progressToken, double progress, String message) {}

    /// Why a request is refused.
    record Problem(
            int code,
            String message,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Revisions> data) {
        private static final int PARSE_ERROR = -32700;
        private static final int INVALID_REQUEST = -32600;
        private static final int METHOD_NOT_FOUND = -32601;
        private static final int INVALID_PARAMS = -32602;
        private static final int INTERNAL_ERROR = -32603;
        private static final int UNSUPPORTED_REVISION = -32022;

        private Problem(int code, String message) {
            this(code, message, Optional.empty());
        }

        static Problem noJson(String why) {
            return new Problem(PARSE_ERROR, why);
        }

        static Problem noRequest(String why) {
            return new Problem(INVALID_REQUEST, why);
        }

        static Problem unknownMethod(String method) {
            return new Problem(METHOD_NOT_FOUND, "no method " + method);
        }

        static Problem wrongParams(String why) {
            return new Problem(INVALID_PARAMS, why);
        }

        static Problem internal(String why) {
            return new Problem(INTERNAL_ERROR, why);
        }

        static Problem unsupported(String requested) {
            return new Problem(
                    UNSUPPORTED_REVISION,
                    "unsupported protocol version",
                    Optional.of(new Revisions(Revision.ALL, requested)));
        }
    }

    /// Of a client whose revision is not served.
    record Revisions(List<String> supported, String requested) {}
}
