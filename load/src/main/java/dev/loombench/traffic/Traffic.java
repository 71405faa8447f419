package dev.loombench.traffic;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.loombench.text.WrongInput;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The requests of a load, and their connections.
///
/// @param requests drawn at random by weight, from the run's seed; all with the same protocol and
///   timeout
/// @param values name -> source, for every name that the requests use
/// @param errors what failed requests mean for the result
/// @param expectedStatuses the statuses of good responses; the default where these are none of HTTP
/// @param expectedBody text that the body of the first response must contain, which is checked
///   before the load; empty where any body will do
/// @param deadline within which a good response is of use, from the intended send: a request that
///   can no longer be in time is not sent, and a later response counts as missed; empty for none
/// @param replay arrivals of an open load that a file recorded; empty for others
/// @param streaming what follows a request on its connection; empty for a single response. With
///   WebSocket, paths and headers are those of the handshake, and bodies are the messages
public record Traffic(
        List<Request> requests,
        Map<String, ValueSource> values,
        ConnectionPolicy connections,
        ErrorPolicy errors,
        ExpectedStatuses expectedStatuses,
        @JsonInclude(Include.NON_ABSENT) Optional<String> expectedBody,
        @JsonInclude(Include.NON_ABSENT) Optional<Duration> deadline,
        @JsonInclude(Include.NON_ABSENT) Optional<Replay> replay,
        @JsonInclude(Include.NON_ABSENT) Optional<Streaming> streaming) {

    /// Maximum number of requests that a summary names.
    private static final int SUMMARY_REQUESTS = 20;

    /// No requests, for a batch.
    public static final Traffic NONE = new Traffic(List.of(), Map.of(), ConnectionPolicy.DEFAULT);

    public Traffic {
        TrafficChecks.checkRequests(requests, values);
        TrafficChecks.checkVersion(requests, connections);
        TrafficChecks.checkStatuses(expectedStatuses, requests, connections, streaming);
        if (expectedBody.isPresent()) {
            TrafficChecks.checkExpectedBody(expectedBody.get(), values, errors);
        }
        if (streaming.isPresent() && !requests.isEmpty()) {
            TrafficChecks.checkStreaming(streaming.get(), requests, values, expectedBody);
            TrafficChecks.checkStreamingVersion(streaming.get(), connections);
            TrafficChecks.checkMessages(requests, connections);
        }
        if (deadline.isPresent() && !requests.isEmpty()) {
            TrafficChecks.checkDeadline(deadline.get(), requests.getFirst().timeout());
        }
        requests = List.copyOf(requests);
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /// Traffic with the default error policy, expected statuses and any body.
    public Traffic(
            List<Request> requests, Map<String, ValueSource> values, ConnectionPolicy connections) {
        this(requests, values, connections, ErrorPolicy.DEFAULT, ExpectedStatuses.DEFAULT);
    }

    /// Traffic with any body of the responses.
    public Traffic(
            List<Request> requests,
            Map<String, ValueSource> values,
            ConnectionPolicy connections,
            ErrorPolicy errors,
            ExpectedStatuses expectedStatuses) {
        this(
                requests,
                values,
                connections,
                errors,
                expectedStatuses,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /// A single request that is repeated over keep-alive connections.
    public static Traffic of(Request request) {
        return new Traffic(List.of(request), Map.of(), ConnectionPolicy.DEFAULT);
    }

    /// @throws WrongInput when the load cannot send this traffic
    public void requireCompatible(Workload load) {
        if (load instanceof Workload.Batch != requests.isEmpty()) {
            throw new WrongInput(
                    requests.isEmpty()
                            ? "a load needs at least one request"
                            : "a batch sends no requests");
        }
        boolean replays = load instanceof LoadModel.Open open && open.arrival() == Arrival.REPLAY;
        if (replays != replay.isPresent()) {
            throw new WrongInput(
                    replays
                            ? "arrivals to replay need a file"
                            : "recorded arrivals are replayed by an open load, whose arrivals are those of the file");
        }
        if (load instanceof LoadModel.Open open && replays && !open.rate().isConstant()) {
            throw new WrongInput(
                    "recorded arrivals have their own changes of the rate, and need a constant mean rate");
        }
        boolean ends = streaming.isEmpty() && !isGrpc();
        if (load instanceof LoadModel.HeldConnections && connections.streams() > 1 && ends) {
            throw new WrongInput(
                    "held requests share connections as streams of server-sent events or of gRPC only, as others end with their response; streams were %,d: give 1"
                            .formatted(connections.streams()));
        }
        if (load instanceof LoadModel.HeldConnections && !connections.keepAlive()) {
            throw new WrongInput(
                    "held connections stay open and need keep-alive: without it each connection"
                            + " closes after its response");
        }
    }

    public Protocol protocol() {
        return requests.getFirst().protocol();
    }

    /// The protocol of the servers that it can be sent to.
    public Protocol serverProtocol() {
        return isGrpc() ? Protocol.GRPC : protocol();
    }

    /// How long a response may take, from the intended send.
    public Duration timeout() {
        return requests.getFirst().timeout();
    }

    /// The same traffic with another timeout.
    public Traffic withTimeout(Duration timeout) {
        return withRequests(
                requests.stream().map(request -> request.withTimeout(timeout)).toList());
    }

    /// The same traffic with another path of its only request.
    public Traffic withPath(String path) {
        var request = requests.getFirst();
        return withRequests(
                List.of(
                        new Request(
                                request.method(),
                                path,
                                request.headers(),
                                request.body(),
                                request.timeout())));
    }

    /// The same traffic with other requests.
    public Traffic withRequests(List<Request> others) {
        return new Traffic(
                others,
                values,
                connections,
                errors,
                expectedStatuses,
                expectedBody,
                deadline,
                replay,
                streaming);
    }

    /// The same traffic to a host that is not that of the address, unless its requests name one.
    public Traffic withHost(String host) {
        return withRequests(requests.stream().map(request -> request.withHost(host)).toList());
    }

    /// Whether the requests are calls of gRPC.
    public boolean isGrpc() {
        return connections.http2().flatMap(Http2Policy::grpc).isPresent();
    }

    /// The same traffic with other sources of its values.
    public Traffic withValues(Map<String, ValueSource> sources) {
        return new Traffic(
                requests,
                sources,
                connections,
                errors,
                expectedStatuses,
                expectedBody,
                deadline,
                replay,
                streaming);
    }

    /// The same traffic over connections that are secured otherwise.
    public Traffic withTls(Optional<TlsPolicy> tls) {
        return withConnections(connections.withTls(tls));
    }

    /// The same traffic with other use of HTTP/2.
    public Traffic withHttp2(Optional<Http2Policy> http2) {
        return withConnections(connections.withHttp2(http2));
    }

    private Traffic withConnections(ConnectionPolicy others) {
        return new Traffic(
                requests,
                values,
                others,
                errors,
                expectedStatuses,
                expectedBody,
                deadline,
                replay,
                streaming);
    }

    /// The same traffic, whose first response must contain a text.
    public Traffic withExpectedBody(Optional<String> text) {
        return new Traffic(
                requests,
                values,
                connections,
                errors,
                expectedStatuses,
                text,
                deadline,
                replay,
                streaming);
    }

    /// The same traffic with another deadline.
    ///
    /// @throws WrongInput when it is not above 0, or not below the timeout
    public Traffic withDeadline(Optional<Duration> time) {
        return new Traffic(
                requests,
                values,
                connections,
                errors,
                expectedStatuses,
                expectedBody,
                time,
                replay,
                streaming);
    }

    /// The same traffic, after whose requests something else follows.
    ///
    /// @throws WrongInput when its requests do not go with that
    public Traffic withStreaming(Optional<Streaming> other) {
        return new Traffic(
                requests,
                values,
                connections,
                errors,
                expectedStatuses,
                expectedBody,
                deadline,
                replay,
                other);
    }

    /// Whether its connections are those of WebSocket.
    public boolean isWebSocket() {
        return streaming.equals(Optional.of(Streaming.WEBSOCKET));
    }

    /// What its messages of WebSocket are.
    public WebSocketPolicy webSocket() {
        return connections.webSocket().orElse(WebSocketPolicy.DEFAULT);
    }

    /// The same traffic with other recorded arrivals.
    public Traffic withReplay(Optional<Replay> recorded) {
        return new Traffic(
                requests,
                values,
                connections,
                errors,
                expectedStatuses,
                expectedBody,
                deadline,
                recorded,
                streaming);
    }

    /// Whether some values come from a counter, and so must not repeat.
    public boolean hasCounter() {
        return values.values().stream().anyMatch(ValueSource.Counter.class::isInstance);
    }

    public boolean isMix() {
        return requests.size() > 1;
    }

    public boolean expectsErrors() {
        return errors == ErrorPolicy.EXPECTED;
    }

    /// Whether the path of any request begins with the prefix.
    public boolean hasPathPrefix(String prefix) {
        return requests.stream().anyMatch(request -> request.path().startsWith(prefix));
    }

    /// As in `GET /hello` or `3 of GET /a, 1 of POST /b`.
    public String summary() {
        if (!isMix()) {
            return requests.getFirst().summary();
        }
        var named =
                requests.stream()
                        .limit(SUMMARY_REQUESTS)
                        .map(request -> "%d of %s".formatted(request.weight(), request.summary()))
                        .collect(Collectors.joining(", "));
        int more = requests.size() - SUMMARY_REQUESTS;
        return more > 0 ? "%s and %,d other requests".formatted(named, more) : named;
    }
}
