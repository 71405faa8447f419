package dev.loombench.traffic;

import dev.loombench.text.Suggestions;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.Units;
import dev.loombench.text.WrongInput;
import dev.loombench.websocket.OpeningHandshake;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The rules by which the parts of a [Traffic] go together; each throws [WrongInput].
final class TrafficChecks {
    private TrafficChecks() {}

    static void checkRequests(List<Request> requests, Map<String, ValueSource> values) {
        var names = new HashSet<String>();
        for (var request : requests) {
            if (!names.add(request.name())) {
                throw new WrongInput(
                        "two requests are named %s; give one of them a different name"
                                .formatted(TextSanitizer.quoted(request.name())));
            }
            if (!request.timeout().equals(requests.getFirst().timeout())) {
                throw new WrongInput("all requests of a load must have the same timeout");
            }
            if (request.protocol() != requests.getFirst().protocol()) {
                throw new WrongInput("all requests of a load must use the same protocol");
            }
            checkNames(request, values);
            checkBytes(request, values);
        }
        long weights = requests.stream().mapToLong(Request::weight).sum();
        if (weights > Integer.MAX_VALUE) {
            throw new WrongInput("the sum of the weights must be at most 2^31 - 1");
        }
    }

    private static void checkNames(Request request, Map<String, ValueSource> values) {
        for (var name : request.valueNames()) {
            if (!values.containsKey(name)) {
                throw new WrongInput(
                        "request %s uses ${%s}, but values has no key \"%s\"%s"
                                .formatted(
                                        TextSanitizer.quoted(request.name()),
                                        name,
                                        name,
                                        Suggestions.hint(name, new ArrayList<>(values.keySet()))));
            }
        }
    }

    private static void checkBytes(Request request, Map<String, ValueSource> values) {
        var names = new ArrayList<>(Template.of(request.path()).names());
        request.headers().values().forEach(value -> names.addAll(Template.of(value).names()));
        if (request.protocol() != Protocol.HTTP) {
            names.addAll(Template.of(request.body()).names());
        }
        for (var name : names) {
            if (values.get(name) instanceof ValueSource.Bytes) {
                throw new WrongInput(
                        "${%s} has bytes of a body, and cannot be in a path, a header or a line"
                                .formatted(name));
            }
        }
    }

    static void checkVersion(List<Request> requests, ConnectionPolicy connections) {
        boolean isLine = !requests.isEmpty() && requests.getFirst().protocol() == Protocol.LINE;
        if (isLine && connections.http2().isPresent()) {
            throw new WrongInput("http2 goes with requests of HTTP, not with lines");
        }
    }

    /// A status that is expected would have no effect where responses have none of HTTP.
    static void checkStatuses(
            ExpectedStatuses expected,
            List<Request> requests,
            ConnectionPolicy connections,
            Optional<Streaming> streaming) {
        if (requests.isEmpty() || expected.equals(ExpectedStatuses.DEFAULT)) {
            return;
        }
        if (requests.getFirst().protocol() == Protocol.LINE) {
            throw new WrongInput("expected statuses go with requests of HTTP, not with lines");
        }
        if (connections.http2().flatMap(Http2Policy::grpc).isPresent()) {
            throw new WrongInput(
                    "expected statuses are those of HTTP, and a good call of gRPC has the grpc-status 0; were "
                            + expected.text());
        }
        if (streaming.equals(Optional.of(Streaming.WEBSOCKET))) {
            throw new WrongInput(
                    "expected statuses are those of responses, and messages of WebSocket have none; were "
                            + expected.text());
        }
    }

    /// The text is looked for by a request before the load, and some loads have none.
    static void checkExpectedBody(
            String text, Map<String, ValueSource> values, ErrorPolicy errors) {
        if (text.isEmpty()) {
            throw new WrongInput("the expected text of a body must not be empty");
        }
        boolean counts = values.values().stream().anyMatch(ValueSource.Counter.class::isInstance);
        if (counts || errors == ErrorPolicy.EXPECTED) {
            throw new WrongInput(
                    "the expected text of a body is looked for by a request before the load, and none is sent where "
                            + (counts ? "a counter is among the values" : "errors are expected"));
        }
    }

    static void checkStreaming(
            Streaming kind,
            List<Request> requests,
            Map<String, ValueSource> values,
            Optional<String> expectedBody) {
        var first = requests.getFirst();
        if (first.protocol() != Protocol.HTTP) {
            throw new WrongInput(kind.label() + " needs requests of HTTP, not lines");
        }
        if (expectedBody.isPresent()) {
            throw new WrongInput(
                    "an expected text of a body does not go with %s, which has no single body"
                            .formatted(kind.label()));
        }
        if (kind == Streaming.EVENTS) {
            if (requests.stream().allMatch(request -> request.method().equals("HEAD"))) {
                throw new WrongInput(
                        "server-sent events are the content of responses, and those to HEAD have none");
            }
            return;
        }
        for (var request : requests) {
            if (request.valueNames().stream()
                    .anyMatch(name -> values.get(name) instanceof ValueSource.Bytes)) {
                throw new WrongInput(
                        "a message of WebSocket is a text in UTF-8, or a binary one that is given in Base64 as a whole; this one has other bytes");
            }
            boolean same =
                    request.path().equals(first.path())
                            && request.headers().equals(first.headers());
            if (!same) {
                throw new WrongInput(
                        "all messages of a load go over the same connections of WebSocket, so their requests must have the same path and headers");
            }
            if (!request.method().equals("GET")) {
                throw new WrongInput(
                        "the handshake of WebSocket is a GET, was " + request.method());
            }
        }
        for (var name : first.headers().keySet()) {
            if (OpeningHandshake.isGenerated(name.toLowerCase(Locale.ROOT))) {
                throw new WrongInput(
                        "header "
                                + name
                                + " cannot be set: the handshake of WebSocket has its own");
            }
        }
    }

    static void checkStreamingVersion(Streaming kind, ConnectionPolicy connections) {
        switch (kind) {
            case EVENTS -> {
                if (connections.http2().flatMap(Http2Policy::grpc).isPresent()) {
                    throw new WrongInput(
                            "server-sent events are the content of responses of HTTP, and calls of gRPC have messages");
                }
            }
            case WEBSOCKET -> {
                if (connections.http2().isPresent()) {
                    throw new WrongInput(
                            kind.label() + " is supported over HTTP/1.1, not over HTTP/2");
                }
            }
        }
    }

    /// A message with values is checked when they are known.
    static void checkMessages(List<Request> requests, ConnectionPolicy connections) {
        if (connections.webSocket().filter(WebSocketPolicy::binary).isEmpty()) {
            return;
        }
        for (var request : requests) {
            if (request.valueNames().isEmpty()) {
                var _ = WebSocketPolicy.payload(request.body());
            }
        }
    }

    /// At the timeout, a request ends without a response: a later deadline would never be missed.
    static void checkDeadline(Duration deadline, Duration timeout) {
        if (deadline.isNegative() || deadline.isZero()) {
            throw new WrongInput("deadline must be above 0, was " + Units.text(deadline));
        }
        if (deadline.compareTo(timeout) >= 0) {
            throw new WrongInput(
                    "deadline must be below the timeout of a request, %s, was %s"
                            .formatted(Units.text(timeout), Units.text(deadline)));
        }
    }
}
